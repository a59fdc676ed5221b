// The gate `answers`: what the form asks and nothing answers, in the form's own terms.
import { type Json, next, question } from '#queue'
import { type GivenAnswers, keptAnswers } from '../answers/index.ts'
import type { ApplicationPayload } from './payload.ts'
import { json, postingShown } from './request.ts'
import type { ApplicationState } from './state.ts'

/** Asks, and goes on with the answers; those that the person wants kept are kept for next time. */
export const answers = question<'answers', 'fill', ApplicationPayload, ApplicationState>(
  'answers',
  {
    ask({ state, payload }) {
      const posting = state.posting ?? payload.posting
      if (!state.asked) return next('fill', state)
      const { questions } = state.asked
      const { company, title, applyUrl } = posting
      return {
        action: json({ company, title, url: applyUrl, questions }),
        shown: { texts: [postingShown(posting)] },
        difference: state.difference,
      }
    },
    async answered({ answers: said }, { state, payload }, ctx) {
      const given = givenIn(said)
      const posting = state.posting ?? payload.posting
      const on = ctx.claimedAt.toISOString().slice(0, 10)
      const kept = keptAnswers(state.asked?.fields ?? [], given, posting, on)
      for (const [key, answer] of kept) await ctx.remember(key, answer)
      return next('fill', { ...state, asked: undefined, given: { ...state.given, ...given } })
    },
  },
)

/** The answers as the page typed them; anything else is none. */
function givenIn(said: Json): GivenAnswers {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return {}
  const given: Record<string, string | number | boolean | string[] | null> = {}
  for (const [id, value] of Object.entries(said)) {
    if (Array.isArray(value)) given[id] = value.filter((one) => typeof one === 'string')
    else if (typeof value !== 'object' || value === null) given[id] = value
  }
  return given
}
