// decide: one winner, the truth for everybody else, and replays that never look like a fresh success.
import { expect, it } from 'vitest'
import { approverVerbs, type Standing } from '#queue'
import { age } from '../support/age.ts'
import { settled } from '../support/interleave.ts'
import { digestOf, protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()
const yes = { verdict: 'approve', by: 'ana', level: 'session' } as const
const no = { verdict: 'reject', by: 'ana', level: 'session' } as const

it('of 50 people at once one decides, the others hear who, what and when', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  const crowd = approverVerbs(p.db.as(p.logins.approver, { maxConnections: 50 }))
  const endings = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      settled(crowd.decide(request.seen, { ...(at % 2 ? yes : no), by: `person ${at}` })),
    ),
  )
  const winners = endings.flatMap((ending) => ('answer' in ending ? [ending.answer] : []))
  expect(winners).toHaveLength(1)
  const now = await s.request()
  for (const ending of endings) {
    if ('answer' in ending) continue
    expect(ending.error).toMatchObject({
      code: 'CS006',
      detail: { state: now.state, by: now.decided_by, verdict: now.verdict, newer: null },
    })
  }
  expect(await s.status()).toBe(now.verdict === 'approve' ? 'approved' : 'rejected')
})

it('the same decision by the same person again hears the stored row, another one is CS006', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  const first = await p.approver.decide(request.seen, yes)
  expect(await p.approver.decide(request.seen, yes)).toEqual({ ...first, replayed: true })
  await refused(p.approver.decide(request.seen, no), 'CS006')
  const another = await refused(p.approver.decide(request.seen, { ...yes, by: 'ben' }), 'CS006')
  expect(another.detail).toMatchObject({ state: 'approved', verdict: 'approve', by: 'ana' })
  expect(Date.parse(String(another.detail.at))).toBe(first.decidedAt?.getTime())
})

it('a late replay hears the present state: undone, used, completed, cancelled', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  const replayed = async (expected: Partial<Standing>) =>
    expect(await p.approver.decide(request.seen, yes)).toMatchObject({
      ...expected,
      replayed: true,
    })
  await p.approver.decide(request.seen, yes)
  const reopened = await p.approver.revoke(request.id, 'ana')
  await replayed({ state: 'revoked', taskStatus: 'needs_approval' })
  const other = await refused(p.approver.decide(request.seen, { ...yes, by: 'ben' }), 'CS006')
  expect(other.detail).toMatchObject({ newer: { id: reopened, revision: 2 } })

  await s.approve(await s.request())
  await replayed({ state: 'revoked', taskStatus: 'approved' })
  const lease = await s.claim()
  const { effectId } = await s.begin(lease)
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.worker.complete(lease)
  await replayed({ state: 'revoked', taskStatus: 'completed' })
})

it('after expiry neither a first decision nor another one passes, also before the reaper came', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  await refused(p.approver.decide(request.seen, yes), 'CS005')
  await s.reap()
  expect(await s.status()).toBe('expired')
  const late = await refused(p.approver.decide(request.seen, yes), 'CS006')
  expect(late.detail).toMatchObject({ state: 'expired', by: null })
})

it('rule 12: exists, then open, then not expired, then the digest, then the level', async () => {
  const s = await scenario(p, { gate: { level: 'passkey' } })
  const request = await s.asked()
  const wrong = { ...request.seen, digest: digestOf('x') }
  await refused(p.approver.decide({ ...wrong, approvalId: 999_999_999 }, yes), 'CS003')
  await refused(p.approver.decide(request.seen, yes), 'CS010')
  await refused(p.approver.decide(wrong, yes), 'CS004')
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  await refused(p.approver.decide(wrong, yes), 'CS005')
  await refused(p.approver.decide({ ...wrong, revision: 2 }, yes), 'CS006')
  await refused(p.approver.decide(request.seen, { ...yes, by: ' ' }), 'CS002')
})

it("the level is the gate's: a worker raises it at park and never lowers it", async () => {
  const s = await scenario(p, { gate: { level: 'passkey' } })
  const lease = await s.claim()
  const body = JSON.stringify({ action: {}, gate: 'act', shown: {}, v: 1 })
  await p.worker.park(lease, { gate: 'act', body, step: 'first', level: 'none' })
  expect((await s.request()).level).toBe('passkey')

  const raised = await scenario(p)
  const own = await raised.claim()
  await p.worker.park(own, { gate: 'act', body, step: 'first', level: 'passkey' })
  const request = await raised.request()
  expect(request.level).toBe('passkey')
  await refused(p.approver.decide(request.seen, yes), 'CS010')
  await refused(p.approver.decide(request.seen, { ...yes, level: 'passkey' }), 'CS010')
  const signed = { ...yes, level: 'passkey', assertion: { signature: 's' } } as const
  expect(await p.approver.decide(request.seen, signed)).toMatchObject({ state: 'approved' })
  expect((await raised.claim()).request).toMatchObject({ assertion: { signature: 's' } })
})

it('a gate whose level was raised since refuses what was decided below it, at decide and at the act', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  const raise = (level: string) =>
    p.admin.query(
      `update countersign.gates set level = $2 where capability = $1 and name = 'act'`,
      [s.capability, level],
    )
  await raise('passkey')
  await refused(p.approver.decide(request.seen, yes), 'CS010')
  await raise('session')
  await p.approver.decide(request.seen, yes)
  await raise('passkey')
  await refused(s.begin(await s.claim()), 'CS010')
})

it('a session may reject and send back what only a passkey may approve', async () => {
  const s = await scenario(p, { gate: { level: 'passkey' } })
  const request = await s.asked()
  await p.approver.decide(request.seen, { ...no, verdict: 'send_back', comment: 'shorter' })
  const again = await s.park(await s.claim())
  await p.approver.decide(again.seen, no)
  expect(await s.status()).toBe('rejected')
})

it('forged gates are refused: unknown, of another name, one that asks nobody, effects that are not its', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const park = (gate: string, named: string, effects: unknown = []) =>
    p.worker.park(lease, {
      gate,
      body: JSON.stringify({ action: { effects }, gate: named, shown: {}, v: 1 }),
      step: 'first',
    })
  await refused(park('no-such', 'no-such'), 'CS003')
  await refused(park('act', 'question'), 'CS002')
  await refused(park('uncertain', 'act'), 'CS002')
  await refused(park('uncertain', 'uncertain'), 'CS002')
  await refused(park('note', 'note'), 'CS002')
  await refused(park('question', 'question', [{ name: 'submit' }]), 'CS002')
  await refused(park('act', 'act', [{ name: 'submit' }, { name: 'submit' }]), 'CS002')
  await refused(park('act', 'act', [{}]), 'CS002')
  expect(await s.status()).toBe('running')
})

it('send_back returns the task with the comment, ahead of new work', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await p.task(s.capability, { priority: 9 })
  const back = { ...no, verdict: 'send_back', comment: 'mention the reference' } as const
  expect(await p.approver.decide(request.seen, back)).toMatchObject({
    state: 'sent_back',
    taskStatus: 'pending',
  })
  const lease = await s.claim()
  expect(lease.request).toMatchObject({ verdict: 'send_back', comment: 'mention the reference' })
  await refused(p.worker.beginEffect(lease, { name: 'submit', digest: request.digest }), 'CS008')
})

it('a verdict of another gate is CS002', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await refused(p.approver.decide(request.seen, { ...yes, verdict: 'happened' }), 'CS002')
  await refused(
    p.approver.answer(request.seen, { answers: {}, by: 'ana', level: 'session' }),
    'CS002',
  )
})

it('nobody can approve at a gate that is gone', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await p.admin.query('delete from countersign.gates where capability = $1', [s.capability])
  await refused(p.approver.decide(request.seen, yes), 'CS002')
  await p.approver.decide(request.seen, no)
  expect(await s.status()).toBe('rejected')
})

it('resume is level-triggered: an approved task waits for any claim, however late, and past its budgets', async () => {
  const s = await scenario(p, { capability: { max_slices: 1, max_age_seconds: 86_400 } })
  const request = await s.asked()
  await age(p.admin, 'tasks', s.id, { started_at: '10 days' })
  expect(await p.approver.decide(request.seen, yes)).toMatchObject({ taskStatus: 'approved' })
  await age(p.admin, 'tasks', s.id, { run_at: '5 days' })
  expect((await s.claim()).request?.digest).toBe(request.digest)
})

it('rule 9: a lapsed approval stays claimable, and its act is CS005 until it is asked again', async () => {
  const s = await scenario(p, { gate: { undo_seconds: 0, act_before_seconds: 3_600 } })
  const request = await s.approved()
  await age(p.admin, 'approvals', request.id, {
    decided_at: '2 hours',
    not_before: '2 hours',
    act_before: '2 hours',
  })
  const lease = await s.claim()
  await refused(s.begin(lease), 'CS005')
  await s.approve(await s.park(lease))
  expect(await s.begin(await s.claim())).toMatchObject({ answer: 'go' })
})

it("what was signed as act-before binds where it is earlier than the gate's", async () => {
  const s = await scenario(p, { gate: { undo_seconds: 60, act_before_seconds: 3_600 } })
  const request = await s.asked()
  const actBefore = new Date(Date.now() + 600_000)
  const said = await p.approver.decide(request.seen, { ...yes, actBefore })
  expect(said.actBefore).toEqual(actBefore)
  const other = await scenario(p, { gate: { undo_seconds: 60, act_before_seconds: 60 } })
  const bound = await p.approver.decide((await other.asked()).seen, { ...yes, actBefore })
  expect(bound.actBefore?.getTime()).toBeLessThan(actBefore.getTime())
})
