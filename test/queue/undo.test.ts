// revoke, undo and act-before: how long an approval can be taken back, and what becomes of it.
import { expect, it } from 'vitest'
import { operatorVerbs } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()

it('rule 9: Undo reopens the request as the next revision with at least an hour to decide', async () => {
  const s = await scenario(p, { gate: { undo_seconds: 60 } })
  const request = await s.approved()
  expect(await p.worker.claim({ capability: s.capability, worker: 'w1' })).toEqual([])
  await age(p.admin, 'approvals', request.id, { expires_at: '2 days' })
  const again = await p.approver.revoke(request.id, 'ana', 'not this one')
  const reopened = await s.request()
  expect(reopened).toMatchObject({ id: again, state: 'open', revision: 2, digest: request.digest })
  const [left] = await p.admin.query<{ hour: boolean }>(
    `select expires_at > clock_timestamp() + interval '59 min' as hour
     from countersign.approvals where id = $1`,
    [again],
  )
  expect(left?.hour).toBe(true)
  expect(await s.status()).toBe('needs_approval')
})

it('revoked while running, the next begin_effect is CS012 and the task is not approved any more', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  const lease = await s.claim()
  expect(await p.approver.revoke(request.id, 'ana')).toBeNull()
  await refused(s.begin(lease), 'CS012')
  expect(await p.worker.release(lease, { step: 'first' })).toBe('pending')
  const next = await s.claim()
  expect(next.request).toMatchObject({ state: 'revoked' })
  await refused(s.begin(next), 'CS012')
})

it('whose approver was revoked since, begins nothing until another person approves', async () => {
  const s = await scenario(p)
  const operators = operatorVerbs(p.db.as(p.logins.approver))
  await operators.add('kim', 'f'.repeat(64), 'owner')
  const request = await s.asked()
  await p.approver.decide(request.seen, { verdict: 'approve', by: 'kim', level: 'session' })
  await operators.revoke('kim', 'owner')
  const lease = await s.claim()
  await refused(s.begin(lease), 'CS012')
  await s.park(lease)
  await s.approve(await s.request())
  expect(await s.begin(await s.claim())).toMatchObject({ answer: 'go' })
})

it('rule 33: revoking what has nothing left to begin is told as CS006', async () => {
  const s = await scenario(p)
  const { request, lease, effectId } = await s.acting()
  const late = await refused(p.approver.revoke(request.id, 'ana'), 'CS006')
  expect(late.detail).toMatchObject({ state: 'spent', by: 'ana' })
  await p.worker.finishEffect(effectId, lease.token, 'failed')
  await refused(p.approver.revoke(request.id, 'ana'), 'CS006')
})

it('rule 33: also where the first of two effects failed, and the approval is closed on leaving', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { request, lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'failed')
  await refused(p.approver.revoke(request.id, 'ana'), 'CS006')
  expect(await p.worker.release(lease, { step: 'first' })).toBe('pending')
  expect((await s.request()).state).toBe('spent')
})

it('rule 33: done by its late worker under a reopened request, an approval is spent at once', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { request, lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  const second = await s.begin(lease, 'e2')
  await s.crash()
  await p.worker.finishEffect(second.effectId, lease.token, 'done')
  await refused(p.approver.revoke(request.id, 'ana'), 'CS006')
  expect(await s.status()).toBe('pending')
})

it('the rest of several effects stays revocable between them', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { request, lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.approver.revoke(request.id, 'ana')
  await refused(s.begin(lease, 'e2'), 'CS012')
})

it('rule 31: e1 done, revoked, approved again: e2 begins, in order, under the new approval', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { request, lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.worker.release(lease, { step: 'first' })
  await p.approver.revoke(request.id, 'ana')
  const reopened = await s.request()
  await s.approve(reopened)
  const next = await s.claim()
  expect(await s.begin(next, 'e1')).toMatchObject({ answer: 'done', effectId })
  expect(await s.begin(next, 'e2')).toMatchObject({ answer: 'go' })
})

it('rule 31: a request lists only what is not done yet, and begins with nothing begun', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await refused(s.park(lease, ['e1', 'e2']), 'CS002')
  await s.approve(await s.park(lease, ['e2'], { plan: 'another' }))
  const next = await s.claim()
  expect(await s.begin(next, 'e1')).toMatchObject({ answer: 'done', effectId })
  const second = await s.begin(next, 'e2')
  await p.worker.finishEffect(second.effectId, next.token, 'failed')
  await s.approve(await s.park(next, ['e2'], { plan: 'a third' }))
  expect(await s.begin(await s.claim(), 'e2')).toMatchObject({ answer: 'go' })
})

it('rule 31: an edit of another part leaves what was done recognisable, an edit of its own part does not', async () => {
  for (const [edited, code] of [
    ['e2', undefined],
    ['e1', 'CS004'],
  ] as const) {
    const s = await scenario(p, {
      effects: ['e1', 'e2'],
      gate: { editable: ['/action/effects/0/target', '/action/effects/1/target'] },
    })
    const { request, lease, effectId } = await s.acting('e1')
    await p.worker.release(lease, { step: 'first' })
    await p.approver.revoke(request.id, 'ana')
    const reopened = await s.request()
    const body = reopened.body.replace(`target of ${edited}`, 'elsewhere')
    await p.approver.revise(reopened.seen, { body, by: 'ana' })
    await p.worker.finishEffect(effectId, lease.token, 'done')
    await s.approve(await s.request())
    const next = await s.claim()
    if (code) await refused(s.begin(next, 'e1'), code)
    else {
      expect(await s.begin(next, 'e1')).toMatchObject({ answer: 'done', effectId })
      expect(await s.begin(next, 'e2')).toMatchObject({ answer: 'go' })
      // Spent by now, the approval still says what was done under it.
      await s.windowOver((await s.effect('e2')).id)
      await s.crash()
      const last = await s.claim()
      await p.worker.settleEffect((await s.effect('e2')).id, last.token, 'done')
      expect(await s.begin(last, 'e1')).toMatchObject({ answer: 'done', effectId })
    }
  }
})

it('rule 32: undo holds back the first effect under a decision, act-before every one', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'], gate: { act_before_seconds: 3_600 } })
  const request = await s.approved()
  const lease = await s.claim()
  const set = (columns: string) =>
    p.admin.query(`update countersign.approvals set ${columns} where id = $1`, [request.id])
  await set(`not_before = clock_timestamp() + interval '1 hour'`)
  const undo = await refused(s.begin(lease, 'e1'), 'CS014')
  expect(Date.parse(String(undo.detail.notBefore))).toBeGreaterThan(Date.now())
  await set('not_before = decided_at')
  const { effectId } = await s.begin(lease, 'e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await set(`not_before = clock_timestamp() + interval '1 hour'`)
  await set('act_before = clock_timestamp()')
  await refused(s.begin(lease, 'e2'), 'CS005')
  await set(`act_before = clock_timestamp() + interval '1 hour'`)
  expect(await s.begin(lease, 'e2')).toMatchObject({ answer: 'go' })
  await set('not_before = decided_at')
})

it('rule 32: under a new decision the first one begun waits for its undo, whichever it is', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { request, lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.worker.release(lease, { step: 'first' })
  await p.approver.revoke(request.id, 'ana')
  await s.approve(await s.request())
  const next = await s.claim()
  await p.admin.query(
    `update countersign.approvals set not_before = clock_timestamp() + interval '1 hour'
     where task_id = $1 and state = 'approved'`,
    [s.id],
  )
  await refused(s.begin(next, 'e2'), 'CS014')
})

it('the same approval is never revoked twice', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  await p.approver.revoke(request.id, 'ana')
  await refused(p.approver.revoke(request.id, 'ana'), 'CS006')
  await refused(p.approver.revoke((await s.request()).id, 'ana'), 'CS006')
})
