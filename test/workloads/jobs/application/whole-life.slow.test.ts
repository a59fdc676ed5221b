// The whole life of applications on the sample boards: nothing sent before the approval, one after it.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Action } from '../../../../packages/workloads/jobs/application/action.ts'
import { assemblyTimeoutMs } from '../../../support/tex.ts'
import { sampleApplications } from './sample-applications.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: assemblyTimeoutMs })

let s: Awaited<ReturnType<typeof sampleApplications>>
beforeAll(async () => {
  s = await sampleApplications()
})
afterAll(() => s.stop())

/** What the employer got, by the words of the form. */
function arrived() {
  const submission = s.forms.boards.submissions.at(-1)
  const answers = (submission?.answers ?? []).flatMap(({ label, value }) =>
    label === null ? [] : [[label.trim(), plain(value)]],
  )
  const files = (submission?.files ?? []).map(({ label, name, sha256 }) => [label, name, sha256])
  return { answers, files, dropped: submission?.dropped }
}

const plain = (value: string) => value.replaceAll('\r\n', '\n').replace(/^(\+\d[\d ]+)$/, digits)
const digits = (number: string) => number.replaceAll(' ', '')

/** What was approved, in the same words. */
function promised(action: Action) {
  const said = (value: string | string[] | boolean) =>
    typeof value === 'boolean' ? [value ? 'Yes' : 'No'] : [value].flat()
  // A box's label goes on with its link here, and not in what the employer is shown.
  const named = (label: string) => label.replace(/ Privacy notice$/, '').trim()
  const answers = [...action.written, ...action.answers, ...action.consents].flatMap(
    ({ label, value }) => said(value).map((one) => [named(label), plain(one)]),
  )
  return { answers, files: action.files.map(({ label, name, sha256 }) => [label, name, sha256]) }
}

describe('a form is filled, shown, approved and sent once', () => {
  test.each([
    ['F1, Greenhouse', 'Platform Engineer'],
    ['F2, Greenhouse with all it can ask', 'Measurements'],
    ['F3, Greenhouse in a frame', 'Forecast Delivery'],
    ['F4, Lever', 'Tax Rules'],
    ['F5, Ashby with all it can ask', 'Maps API'],
    ['F6, honeypots', 'Harbour Portal'],
    ['F7, fields that come late', 'Senior Platform Engineer'],
  ])('%s', async (_, title) => {
    s.forms.forget()
    const id = await s.atForm(s.titled(title))
    expect(await s.request(id)).toMatchObject({ gate: 'submit', state: 'open' })
    const { action, shown } = await s.body(id)
    const approved = Action.parse(action)
    expect(shown.images).not.toEqual([])
    expect(s.forms.submits()).toEqual([])

    await s.approve(id)
    await s.tick()
    expect(await s.task(id)).toMatchObject({
      status: 'completed',
      result: { sent: 'by its form', outcome: { confirmation: expect.any(String) } },
    })
    expect(s.forms.submits()).toHaveLength(1)
    const got = arrived()
    const wanted = promised(approved)
    expect(got.dropped).toBeNull()
    expect(got.files.sort()).toEqual(wanted.files.sort())
    expect(got.answers.sort()).toEqual(wanted.answers.sort())
    // A second tick has nothing left to do.
    await s.tick()
    expect(s.forms.submits()).toHaveLength(1)
  })
})

/** Answers an open request at `answers`, each question by the first pattern that its label matches. */
async function answerAll(
  id: number,
  known: readonly (readonly [RegExp, string | boolean | string[]])[],
) {
  const { questions } = (await s.body(id)).action
  const asked = Array.isArray(questions) ? questions.map((one) => Object(one)) : []
  await s.answer(
    id,
    Object.fromEntries(
      asked.map((one) => [one.id, known.find(([label]) => label.test(one.label))?.[1] ?? null]),
    ),
  )
  await s.tick()
  return asked
}

describe('what nobody answered yet', () => {
  test('is asked in the form’s own terms, and sent as it was answered', async () => {
    s.forms.forget()
    const id = await s.atForm(s.titled('Infrastructure Engineer'))
    expect(await s.request(id)).toMatchObject({ gate: 'answers', state: 'open' })
    const said = 'A queue stood still.\nNow it says so.'
    const asked = await answerAll(id, [[/^Describe an incident/, said]])
    expect(asked).toEqual([expect.objectContaining({ type: 'long', required: true })])
    expect(await s.request(id)).toMatchObject({ gate: 'submit', state: 'open' })
    await s.approve(id)
    await s.tick()
    expect(s.forms.submits()).toHaveLength(1)
    const label = expect.stringMatching(/^Describe an incident/)
    expect(arrived().answers).toContainEqual([label, said])
  })

  test('is kept for next time where the person says so, and shown as theirs', async () => {
    const label = 'Will you now or in the future require sponsorship for a work visa?'
    const id = await s.atForm(s.titled('Ledger'))
    const asked = await answerAll(id, [
      [/require sponsorship/, false],
      [/^Keep these answers/, [label]],
    ])
    expect(asked.map((one) => one.type)).toEqual(['boolean', 'choices'])
    expect(await s.request(id)).toMatchObject({ gate: 'submit', state: 'open' })
    await s.approver.cancel(id, 'ana')
    await s.approver.requeue(id, 'ana', 'once more')
    await s.admin.query(
      `update countersign.tasks set state = state - 'given' - 'filled', step = 'fill' where id = $1`,
      [id],
    )
    await s.tick()
    const { shown } = await s.body(id)
    const facts = Array.isArray(shown.facts) ? shown.facts : []
    expect(facts).toContainEqual(
      expect.objectContaining({ label, from: expect.stringMatching(/^kept from \d{4}-/) }),
    )
    const keys = await s.admin.query(`select key from countersign.memory where key like 'answer/%'`)
    expect(keys).toEqual([{ key: expect.stringMatching(/^answer\/[\w:+-]+\/[0-9a-f]{32}$/) }])
    await s.approver.cancel(id, 'ana')
  })
})
