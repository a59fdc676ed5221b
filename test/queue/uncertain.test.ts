// Outcome unknown: who may settle it, when, and that nobody is ever stuck behind it.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Verdict } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { refused, type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()

const say = async (s: Scenario, verdict: Verdict) =>
  p.approver.decide((await s.request()).seen, { verdict, by: 'ana', level: 'session' })

/** Acting, then lost for good: the database itself asks what became of the effect. */
async function lost(options: Parameters<typeof scenario>[1] = {}) {
  const s = await scenario(p, { ...options, capability: { max_lost_leases: 1 } })
  const acting = await s.acting()
  await s.crash()
  expect(await s.request()).toMatchObject({ gate: 'uncertain', state: 'open', ends_as: 'dead' })
  expect(await s.status()).toBe('needs_approval')
  return { s, ...acting }
}

it('rule 26: nobody but the one who began may say it did not happen while it may still be acting', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await s.crash()
  const owner = await s.claim('w2')
  const early = await refused(p.worker.settleEffect(effectId, owner.token, 'failed'), 'CS014')
  expect(Date.parse(String(early.detail.notBefore))).toBeGreaterThan(Date.now())
  await p.worker.park(owner, { gate: 'uncertain', body: null, step: 'first' })
  await refused(say(s, 'did_not_happen'), 'CS014')
  expect(await s.effect()).toMatchObject({ status: 'unknown' })

  await s.windowOver(effectId)
  await say(s, 'did_not_happen')
  expect(await s.effect()).toMatchObject({ status: 'failed' })
  await refused(p.worker.finishEffect(effectId, lease.token, 'done'), 'CS006')
})

it("rule 26: done, happened and the beginner's own end are believed at once", async () => {
  const probed = await scenario(p)
  const first = await probed.acting()
  await probed.crash()
  await p.worker.settleEffect(first.effectId, (await probed.claim()).token, 'done')
  const told = await lost()
  await say(told.s, 'happened')
  expect(await told.s.effect()).toMatchObject({ status: 'done' })
  const own = await scenario(p)
  const third = await own.acting()
  await p.worker.finishEffect(third.effectId, third.lease.token, 'failed')
  expect(await own.effect()).toMatchObject({ status: 'failed' })
})

it('rule 27: a replayed go is answered within its first window only, and never renews it', async () => {
  const s = await scenario(p)
  await s.approved()
  const lease = await s.claim()
  const callId = randomUUID()
  const { effectId, actsUntil } = await s.begin(lease, 'submit', callId)
  expect((await s.begin(lease, 'submit', callId)).actsUntil).toEqual(actsUntil)
  await s.windowOver(effectId)
  await refused(s.begin(lease, 'submit', callId), 'CS009')
})

it('rule 27: nor under a lapsed lease', async () => {
  const s = await scenario(p, { gate: { act_within_seconds: 3_600 } })
  await s.approved()
  const lease = await s.claim()
  const callId = randomUUID()
  await s.begin(lease, 'submit', callId)
  await s.lapse()
  await refused(s.begin(lease, 'submit', callId), 'CS001')
})

it('rule 28: who cannot tell yet settles nothing and is asked on', async () => {
  const { s, effectId } = await lost()
  await s.windowOver(effectId)
  expect(await say(s, 'cannot_tell_yet')).toMatchObject({ state: 'open', replayed: false })
  expect(await s.effect()).toMatchObject({ status: 'unknown' })
  expect(await s.status()).toBe('needs_approval')
  await say(s, 'did_not_happen')
  expect(await s.status()).toBe('dead')
})

it('rule 29: settled late by its worker, the reaper closes the request and keeps the outcome', async () => {
  const { s, lease, effectId } = await lost()
  await p.worker.finishEffect(effectId, lease.token, 'done', { receipt: 'R' })
  expect(await s.reap()).toMatchObject({ settled: 1 })
  expect(await s.status()).toBe('dead')
  expect(await s.request()).toMatchObject({ state: 'settled', verdict: null })
  expect(await s.effect()).toMatchObject({ status: 'done', outcome: { receipt: 'R' } })
})

it('rule 29: or the person who answers, and then the recorded outcome stands', async () => {
  const { s, lease, effectId } = await lost()
  await p.worker.finishEffect(effectId, lease.token, 'done', { receipt: 'R' })
  expect(await say(s, 'did_not_happen')).toMatchObject({ state: 'settled', taskStatus: 'dead' })
  expect(await s.effect()).toMatchObject({ status: 'done', outcome: { receipt: 'R' } })
})

it('rule 29: asked by its workload, the task goes on, or ends cancelled where that was asked', async () => {
  for (const cancelled of [false, true]) {
    const s = await scenario(p)
    const { lease, effectId } = await s.acting()
    if (cancelled) await p.approver.cancel(s.id, 'ana')
    await p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' })
    await s.windowOver(effectId)
    expect(await say(s, 'did_not_happen')).toMatchObject({
      taskStatus: cancelled ? 'cancelled' : 'pending',
    })
  }
})

it('rule 29: there is nothing to ask at uncertain without an unsettled effect', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await refused(p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' }), 'CS002')
})

it('rule 30: rejected or expired over an unsettled effect, the person is asked about that first', async () => {
  for (const end of ['rejected', 'expired'] as const) {
    const s = await scenario(p, { effects: ['e1', 'e2'] })
    const { request, lease, effectId } = await s.acting('e1')
    expect(await p.worker.release(lease, { step: 'first' })).toBe('approved')
    await p.approver.revoke(request.id, 'ana')
    const reopened = await s.request()
    if (end === 'rejected') await say(s, 'reject')
    else {
      await age(p.admin, 'approvals', reopened.id, { expires_at: '4 days' })
      await s.reap()
    }
    expect(await s.request()).toMatchObject({ gate: 'uncertain', state: 'open', ends_as: end })
    await s.windowOver(effectId)
    expect(await say(s, 'did_not_happen')).toMatchObject({ taskStatus: end })
  }
})

it('rule 30: no other gate, no other step and no end while an effect is unsettled', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { lease } = await s.acting('e1')
  await refused(s.park(lease), 'CS009')
  await refused(p.worker.release(lease, { step: 'other' }), 'CS009')
  await refused(p.worker.complete(lease), 'CS009')
  expect(await s.effect('e1')).toMatchObject({ status: 'intent' })
})

it('rule 3: failed, dead and cancelled over an unsettled effect ask first and then end so', async () => {
  const ways = {
    failed: (_: Scenario, lease: { id: number; token: string }) =>
      p.worker.fail(lease, { reason: 'broken', retryable: false }),
    dead: (_: Scenario, lease: { id: number; token: string }) =>
      p.worker.fail(lease, { reason: 'again', retryable: true }),
    cancelled: async (s: Scenario, lease: { id: number; token: string }) => {
      await p.approver.cancel(s.id, 'ana')
      await p.worker.release(lease, { step: 'first' })
    },
  }
  for (const [end, leave] of Object.entries(ways)) {
    const s = await scenario(p, { capability: { max_attempts: 1 } })
    const { lease, effectId } = await s.acting()
    await leave(s, lease)
    expect(await s.request(), end).toMatchObject({ gate: 'uncertain', ends_as: end })
    await s.windowOver(effectId)
    expect(await say(s, 'did_not_happen')).toMatchObject({ taskStatus: end })
  }
})

it('a task that waits between slices is not cancelled over an unsettled effect either', async () => {
  for (const effects of [['e1'], ['e1', 'e2']]) {
    const s = await scenario(p, { effects })
    const { lease } = await s.acting('e1')
    await p.worker.release(lease, { step: 'first' })
    expect(await p.approver.cancel(s.id, 'ana')).toBe('needs_approval')
    await refused(p.approver.cancel(s.id, 'ana'), 'CS009')
    expect(await say(s, 'happened')).toMatchObject({ taskStatus: 'cancelled' })
  }
})

it('requests at uncertain never expire, take no other verdict, and cannot be edited or extended', async () => {
  const { s } = await lost()
  const request = await s.request()
  expect(request.expires_at).toBeNull()
  for (const verdict of ['approve', 'reject', 'send_back'] as const) {
    await refused(say(s, verdict), 'CS002')
  }
  await refused(
    p.approver.answer(request.seen, { answers: {}, by: 'ana', level: 'session' }),
    'CS002',
  )
  await refused(p.approver.extend(request.id, 'ana'), 'CS006')
  await refused(p.approver.revise(request.seen, { body: request.body, by: 'ana' }), 'CS002')
  await refused(
    p.approver.decide(request.seen, { verdict: 'happened', by: 'ana', level: 'none' }),
    'CS010',
  )
  await refused(p.approver.requeue(s.id, 'ana'), 'CS002')
})

it('did not happen: another try needs a new approval', async () => {
  const s = await scenario(p)
  const { request, lease, effectId } = await s.acting()
  await p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' })
  await s.windowOver(effectId)
  await say(s, 'did_not_happen')
  const next = await s.claim()
  await refused(p.worker.beginEffect(next, { name: 'submit', digest: request.digest }), 'CS008')
  await s.approve(await s.park(next))
  expect(await s.begin(await s.claim())).toMatchObject({ answer: 'go' })
})

it('happened: the task goes on as if it had just acted', async () => {
  const s = await scenario(p)
  const { lease } = await s.acting()
  await p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' })
  expect(await say(s, 'happened')).toMatchObject({ taskStatus: 'pending' })
  expect(await say(s, 'happened')).toMatchObject({ replayed: true })
  const next = await s.claim()
  expect(await s.begin(next)).toMatchObject({ answer: 'done', outcome: { settledBy: 'ana' } })
  expect(await p.worker.complete(next)).toBe('completed')
})
