// revise, extend, ask_again: what a person may change about an open request, and for how long.
import { expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { refused, type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()

const action = {
  effects: [{ name: 'submit', target: 'https://example.org/jobs/7' }],
  values: [
    { field: 'salary', value: '60,000' },
    { field: 'start', value: 'May' },
    { field: 'notice', value: '3 months' },
  ],
  'a/b~c': 'x',
  letter: 'Dear all',
}
const text = (changed: object) =>
  JSON.stringify({ action: { ...action, ...changed }, gate: 'act', shown: {}, v: 1 })

async function opened(editable: string[]) {
  const s = await scenario(p, { gate: { editable } })
  const lease = await s.claim()
  await p.worker.park(lease, { gate: 'act', body: text({}), step: 'first', level: 'passkey' })
  return s
}
const revise = async (s: Scenario, changed: object) =>
  p.approver.revise((await s.request()).seen, { body: text(changed), by: 'ana' })
const values = (...changed: [number, string][]) => ({
  values: action.values.map((row, at) => ({
    ...row,
    value: changed.find(([index]) => index === at)?.[1] ?? row.value,
  })),
})

it('makes the next revision at an editable field, with the deadline and the level of the one before', async () => {
  const s = await opened(['/action/letter'])
  const before = await s.request()
  const made = await revise(s, { letter: 'Dear Ms Ito' })
  expect(made).toMatchObject({ revision: 2 })
  const now = await s.request()
  expect(now).toMatchObject({
    id: made.approvalId,
    digest: made.digest,
    level: 'passkey',
    expires_at: before.expires_at,
    opened_at: before.opened_at,
  })
  expect(
    (await p.admin.query('select state from countersign.approvals where id = $1', [before.id]))[0],
  ).toEqual({ state: 'superseded' })
  const late = await refused(
    p.approver.decide(before.seen, { verdict: 'approve', by: 'ben', level: 'session' }),
    'CS006',
  )
  expect(late.detail).toMatchObject({ state: 'superseded', newer: { id: now.id, revision: 2 } })
})

it('reads pointers as RFC 6901 says: nested lists, several in one list, escaped slash and tilde', async () => {
  const s = await opened(['/action/values/0/value', '/action/values/1/value', '/action/a~1b~0c'])
  await revise(s, values([0, '65,000']))
  await revise(s, values([0, '65,000'], [1, 'June']))
  await revise(s, { ...values([0, '65,000'], [1, 'June']), 'a/b~c': 'y' })
  await refused(revise(s, values([2, 'none'])), 'CS002')
  await refused(revise(s, { values: action.values.slice(0, 2) }), 'CS002')
  await refused(revise(s, { values: [...action.values, action.values[0]] }), 'CS002')
})

it('lets whole elements of one list be edited without letting their neighbours slip in', async () => {
  const s = await opened(['/action/values/0', '/action/values/1'])
  await revise(s, values([0, 'a'], [1, 'b']))
  await refused(revise(s, values([2, 'none'])), 'CS002')
})

it('refuses every other change: target, effects, gate, evidence, a new field, no JSON object', async () => {
  const s = await opened(['/action/letter', '/action/values/9/value'])
  const [submit] = action.effects
  await refused(revise(s, { effects: [{ ...submit, target: 'https://example.com' }] }), 'CS002')
  await refused(revise(s, { effects: [submit, { name: 'other', target: 'x' }] }), 'CS002')
  await refused(revise(s, { effects: [] }), 'CS002')
  await refused(revise(s, { extra: true }), 'CS002')
  await refused(revise(s, values([2, 'none'])), 'CS002')
  const { seen } = await s.request()
  for (const body of [
    text({}).replace('"gate":"act"', '"gate":"question"'),
    text({}).replace('"shown":{}', '"shown":{"a":1}'),
    'null',
    '"x"',
  ]) {
    await refused(p.approver.revise(seen, { body, by: 'ana' }), 'CS002')
  }
  expect((await s.request()).revision).toBe(1)
})

it('even where the effects are editable, their list is not', async () => {
  const s = await opened(['/action/effects'])
  await refused(revise(s, { effects: [{ name: 'other', target: 'x' }] }), 'CS002')
  await refused(revise(s, { effects: [] }), 'CS002')
})

it('edits only what is open, in the revision and digest that was seen', async () => {
  const s = await opened(['/action/letter'])
  const { seen } = await s.request()
  const body = text({ letter: 'x' })
  const edit = (changed: Partial<typeof seen>) =>
    p.approver.revise({ ...seen, ...changed }, { body, by: 'ana' })
  await refused(edit({ digest: 'other' }), 'CS004')
  await refused(edit({ revision: 2 }), 'CS006')
  await edit({})
  await refused(edit({}), 'CS006')
  await age(p.admin, 'approvals', (await s.request()).id, { expires_at: '3 days' })
  await refused(p.approver.revise((await s.request()).seen, { body, by: 'ana' }), 'CS005')
})

it('extends an open request by 24 hours at most twice, also over an edit, never a decided one', async () => {
  const s = await opened(['/action/letter'])
  const before = await s.request()
  const first = await p.approver.extend(before.id, 'ana')
  expect(first.getTime() - Number(before.expires_at)).toBe(24 * 3_600_000)
  await revise(s, { letter: 'longer' })
  const { id } = await s.request()
  await p.approver.extend(id, 'ana')
  await refused(p.approver.extend(id, 'ana'), 'CS006')
  const { seen } = await s.request()
  await p.approver.decide(seen, { verdict: 'reject', by: 'ana', level: 'session' })
  await refused(p.approver.extend(id, 'ana'), 'CS006')
  const late = await opened([])
  const request = await late.request()
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  await refused(p.approver.extend(request.id, 'ana'), 'CS005')
})

it('asks an expired request again as new work, once, and only the newest', async () => {
  const s = await opened([])
  const first = await s.request()
  await refused(p.approver.askAgain(first.id, 'ana'), 'CS006')
  const expire = async () => {
    await age(p.admin, 'approvals', (await s.request()).id, { expires_at: '3 days' })
    await s.reap()
    expect(await s.status()).toBe('expired')
  }
  await expire()
  expect(await p.approver.askAgain(first.id, 'ana')).toBe(s.id)
  expect(await s.row()).toMatchObject({ status: 'pending', started_at: null, slices: 0 })
  await refused(p.approver.askAgain(first.id, 'ana'), 'CS006')
  await s.park(await s.claim())
  await expire()
  await refused(p.approver.askAgain(first.id, 'ana'), 'CS006')
  await p.approver.askAgain((await s.request()).id, 'ana')
})
