// The gate `handover`: what a worker can't send, the person does, with everything at hand.
import { next, question, skip } from '#queue'
import { boardMode } from './memory.ts'
import type { ApplicationPayload } from './payload.ts'
import { filesShown, json, originOf, postingShown } from './request.ts'
import { sent } from './sent.ts'
import type { ApplicationState, Handover } from './state.ts'

const outcomes = ['Sent', 'Not sent', 'Closed'] as const

const howItEnded = {
  id: 'outcome',
  label: 'How did it end?',
  type: 'choice',
  options: outcomes,
  required: true,
}

export const handover = question<'handover', 'fill', ApplicationPayload, ApplicationState>(
  'handover',
  {
    async ask({ state, payload }, ctx) {
      const { documents, difference } = state
      if (!state.handover || !documents) return next('fill', state)
      const posting = state.posting ?? payload.posting
      // Given back to the workers since: it goes by its form after all.
      if (ofTheBoard.has(state.handover.why) && !(await boardMode(ctx, posting.board))) {
        return next('fill', { ...state, handover: undefined })
      }
      const { company, title } = posting
      const { url, values, open } = state.handover
      const answers = values.filter(({ kind }) => kind !== 'file')
      const action = {
        ...{ company, title, url },
        answers: answers.map(({ label, text }) => ({ label, value: text })),
        questions: [howItEnded],
      }
      const shown = {
        warnings: [whyOver(state.handover)],
        facts: [
          { label: 'The form', at: '/action/url', from: 'the board', role: 'copy' },
          ...answers.map((value, at) => ({
            ...{ label: value.label, at: `/action/answers/${at}/value`, role: 'copy' },
            ...originOf(value),
          })),
        ],
        files: filesShown(Object.values(documents)),
        texts: [...unanswered(open), postingShown(posting)],
      }
      return { action: json(action), shown: json(shown), difference }
    },
    async answered({ answers }, { state, payload }, ctx) {
      const said = outcomes.find((outcome) => outcome === outcomeIn(answers))
      if (said === 'Closed') return skip('posting_closed', { said: 'by you' })
      if (said !== 'Sent') return skip('not_sent', { said: 'by you' })
      return await sent({ ...state, posting: state.posting ?? payload.posting }, null, ctx)
    },
  },
)

/** What holds for as long as the board is left to the person. */
const ofTheBoard: ReadonlySet<Handover['why']> = new Set(['board', 'challenge'])

function outcomeIn(answers: unknown): unknown {
  return typeof answers === 'object' && answers !== null && 'outcome' in answers
    ? answers.outcome
    : undefined
}

function unanswered(open: readonly string[]) {
  const title = 'What you will have to answer yourself'
  return open.length === 0 ? [] : [{ title, text: open.join('\n'), source: 'internet' }]
}

function whyOver({ why, detail }: Handover): string {
  return `${reasons[why]} ${detail}`
}

const reasons = {
  board: 'This board’s forms are left to you:',
  challenge: 'The form shows a challenge for people:',
  login: 'The form wants an account:',
  'unknown-form': 'This form is of a kind that is not known:',
  'email-code': 'The form wants a code from an e-mail:',
  resists: 'The form could not be filled as planned:',
  beyond: 'The form can’t be answered by what there is:',
} as const
