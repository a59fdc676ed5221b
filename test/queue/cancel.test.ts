// cancel, pause and requeue: a person's steering, and what wins over it.
import { expect, it } from 'vitest'
import type { Lease } from '#queue'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused, type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()

it('rule 11: cancel is at once on whatever does not run, and closes what was asked or approved', async () => {
  const pending = await scenario(p)
  expect(await p.approver.cancel(pending.id, 'ana')).toBe('cancelled')
  const asked = await scenario(p)
  await asked.asked()
  expect(await p.approver.cancel(asked.id, 'ana')).toBe('cancelled')
  expect((await asked.request()).state).toBe('closed')
  const approved = await scenario(p)
  await approved.approved()
  expect(await p.approver.cancel(approved.id, 'ana')).toBe('cancelled')
  expect((await approved.request()).state).toBe('closed')
  expect(await p.worker.claim({ capability: approved.capability, worker: 'w1' })).toEqual([])
})

it('rule 11: on a running task it is asked for: heartbeats say so, nothing begins, whatever ends the slice ends it', async () => {
  const ways: Record<string, (lease: Lease, s: Scenario) => Promise<unknown>> = {
    release: (lease) => p.worker.release(lease, { step: 'first' }),
    'another step': (lease) => p.worker.release(lease, { step: 'other' }),
    retry: (lease) => p.worker.fail(lease, { reason: 'again', retryable: true }),
    park: (lease) => p.worker.park(lease, { gate: 'act', body: bodyOf('act'), step: 'first' }),
    decline: (lease) => p.worker.decline([lease], 'later', 0),
    reap: (_, s) => s.crash(),
  }
  for (const [name, leave] of Object.entries(ways)) {
    const s = await scenario(p)
    await s.approved()
    const lease = await s.claim()
    expect(await p.approver.cancel(s.id, 'ana')).toBe('running')
    expect(await p.approver.cancel(s.id, 'ana')).toBe('running')
    expect(await p.worker.heartbeat(lease)).toMatchObject({ cancelRequested: true })
    await refused(s.begin(lease), 'CS015')
    await leave(lease, s)
    expect(await s.status(), name).toBe('cancelled')
  }
})

it('rule 11: a completion wins over it, and on a finished task it is CS002; repeated it succeeds', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await p.approver.cancel(s.id, 'ana')
  expect(await p.worker.complete(lease)).toBe('completed')
  await refused(p.approver.cancel(s.id, 'ana'), 'CS002')
  const other = await scenario(p)
  await p.approver.cancel(other.id, 'ana')
  expect(await p.approver.cancel(other.id, 'ben')).toBe('cancelled')
  await refused(p.approver.cancel(999_999_999, 'ana'), 'CS003')
})

it('rule 11: pause stops claims of new and approved work and every act; what runs may finish', async () => {
  const s = await scenario(p)
  await s.approved()
  await p.approver.pause(s.capability, 'ana', 'maintenance')
  expect(await p.worker.claim({ capability: s.capability, worker: 'w1' })).toEqual([])
  await p.approver.resume(s.capability, 'ana')
  const lease = await s.claim()
  await p.approver.pause(s.capability, 'ana')
  await p.approver.pause(s.capability, 'ben')
  await refused(s.begin(lease), 'CS014')
  await p.worker.heartbeat(lease)
  expect(await p.worker.release(lease, { step: 'first' })).toBe('approved')
  await p.approver.resume(s.capability, 'ana')
  await p.approver.resume(s.capability, 'ana')
  expect(await s.begin(await s.claim())).toMatchObject({ answer: 'go' })
})

it('a pause lets an effect that was done be heard, and an act that began be finished', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await p.approver.pause(s.capability, 'ana')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  expect(await s.begin(lease)).toMatchObject({ answer: 'done' })
  expect(await p.worker.complete(lease)).toBe('completed')
})

it('rule 25: requeue makes an ended task new with counters at zero, step, state and ledger kept', async () => {
  const s = await scenario(p, { capability: { max_attempts: 1 } })
  const { lease, effectId } = await s.acting()
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.worker.release(lease, { step: 'first', state: { at: 3 } })
  await p.worker.fail(await s.claim(), { reason: 'broken', retryable: true })
  expect(await s.status()).toBe('dead')
  expect(await p.approver.requeue(s.id, 'ana')).toBe('pending')
  expect(await s.row()).toMatchObject({
    started_at: null,
    finished_at: null,
    attempts: 0,
    slices: 0,
    lost_leases: 0,
    cancel_requested_at: null,
    state: { at: 3 },
  })
  expect((await s.claim()).effects).toMatchObject([{ name: 'submit', status: 'done' }])
})

it('rule 25: requeue takes up every end but a completion, and each gate asks again', async () => {
  const ends: Record<string, (s: Scenario) => Promise<unknown>> = {
    failed: async (s) => p.worker.fail(await s.claim(), { reason: 'broken', retryable: false }),
    skipped: async (s) => p.worker.skip(await s.claim(), 'closed'),
    cancelled: async (s) => p.approver.cancel(s.id, 'ana'),
    rejected: async (s) =>
      p.approver.decide((await s.asked()).seen, { verdict: 'reject', by: 'ana', level: 'session' }),
  }
  for (const [end, bring] of Object.entries(ends)) {
    const s = await scenario(p)
    await bring(s)
    expect(await s.status()).toBe(end)
    await p.approver.requeue(s.id, 'ana')
    const lease = await s.claim()
    await refused(s.begin(lease), 'CS008')
    expect(await s.park(lease)).toMatchObject({ state: 'open' })
    await refused(p.approver.requeue(s.id, 'ana'), 'CS002')
  }
  const done = await scenario(p)
  await p.worker.complete(await done.claim())
  await refused(p.approver.requeue(done.id, 'ana'), 'CS002')
})
