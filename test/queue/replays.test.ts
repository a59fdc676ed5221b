// Lost replies and lost leases: a repeated call hears its own answer, everybody else CS001.
import { expect, it } from 'vitest'
import type { Lease } from '#queue'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()

const ask = (gate = 'act') => ({ gate, body: bodyOf(gate), step: 'first' })
/** Every verb that ends an acquisition, and what it answers the first time. */
const endings: Record<string, (lease: Lease, variant?: string) => Promise<unknown>> = {
  release: (lease, at = 'a') => p.worker.release(lease, { step: 'first', state: { at } }),
  park: (lease, at = 'a') => p.worker.park(lease, { ...ask(), state: { at } }),
  complete: (lease, at = 'a') => p.worker.complete(lease, { at }),
  skip: (lease, at = 'a') => p.worker.skip(lease, at),
  fail: (lease, at = 'a') => p.worker.fail(lease, { reason: at, retryable: false }),
  retry: (lease, at = 'a') => p.worker.fail(lease, { reason: at, retryable: true }),
}

it('rule 13: each ending verb repeated after it succeeded answers the same and changes nothing', async () => {
  for (const [name, end] of Object.entries(endings)) {
    const s = await scenario(p)
    const lease = await s.claim()
    const answer = await end(lease)
    const row = await s.row()
    expect(await end(lease), name).toEqual(answer)
    expect(await s.row(), name).toEqual(row)
  }
})

it('rule 35: with other arguments, or by another verb, it is CS001', async () => {
  for (const [name, end] of Object.entries(endings)) {
    const s = await scenario(p)
    const lease = await s.claim()
    await end(lease)
    await refused(end(lease, 'another'), 'CS001')
    for (const [other, wrong] of Object.entries(endings)) {
      if (other !== name) await refused(wrong(lease), 'CS001')
    }
  }
})

it('rule 35: released, request lost, lapsed, reaped: releasing again is CS001, not success', async () => {
  for (const end of Object.values(endings)) {
    const s = await scenario(p)
    const lease = await s.claim()
    await s.crash()
    await refused(end(lease), 'CS001')
    expect(await s.row()).toMatchObject({ status: 'pending', lost_leases: 1 })
  }
})

it('rule 13: a repeated park hears its request also after the decision, never after the next claim', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const park = () =>
    p.worker.park(lease, { gate: 'act', body: bodyOf('act', ['submit']), step: 'first' })
  const request = await park()
  await s.approve(await s.request())
  expect(await park()).toBe(request)
  await refused(p.worker.park(lease, { ...ask(), level: 'passkey' }), 'CS001')
  await s.claim()
  await refused(park(), 'CS001')
})

it('a park that was cancelled instead answers null, again too', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await p.approver.cancel(s.id, 'ana')
  expect(await p.worker.park(lease, ask())).toBeNull()
  expect(await p.worker.park(lease, ask())).toBeNull()
})

it('completing one by one and many at once are the same call', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await p.worker.complete(lease, { at: 1 })
  expect(await p.worker.completeMany([{ ...lease, result: { at: 1 } }])).toMatchObject([
    { verdict: 'completed' },
  ])
  expect(await p.worker.completeMany([{ ...lease, result: { at: 2 } }])).toMatchObject([
    { verdict: 'lost' },
  ])
  const other = await scenario(p)
  const own = await other.claim()
  await p.worker.completeMany([{ ...own, result: null }])
  expect(await p.worker.complete(own)).toBe('completed')
})

it('rule 20: expired is lost, also if nobody took the task; unknown is CS003', async () => {
  const fenced: Record<string, (lease: Lease) => Promise<unknown>> = {
    ...endings,
    heartbeat: (lease) => p.worker.heartbeat(lease),
    begin: (lease) => p.worker.beginEffect(lease, { name: 'submit', digest: '' }),
  }
  for (const verb of Object.values(fenced)) {
    const s = await scenario(p)
    const lease = await s.claim()
    await s.lapse()
    await refused(verb(lease), 'CS001')
    await refused(verb({ ...lease, id: 999_999_999 }), 'CS003')
    expect(await s.status()).toBe('running')
    await s.reap()
  }
})

it('rule 20: the fence is this acquisition, not the name of the worker', async () => {
  const s = await scenario(p)
  const zombie = await s.claim('w1')
  await s.crash()
  const owner = await s.claim('w1')
  const before = await s.row()
  for (const end of Object.values(endings)) await refused(end(zombie), 'CS001')
  await refused(p.worker.heartbeat(zombie, { mine: true }), 'CS001')
  await refused(p.worker.beginEffect(zombie, { name: 'submit', digest: '' }), 'CS001')
  expect(await s.row()).toEqual(before)
  expect(await p.worker.complete(owner)).toBe('completed')
})

it('rule 20: batches answer one verdict a row and never raise', async () => {
  const s = await scenario(p)
  const live = await s.claim()
  const gone = { id: 999_999_999, token: live.token }
  const lost = { ...live, token: '00000000-0000-4000-8000-000000000000' }
  for (const bad of [gone, lost]) {
    expect(await p.worker.heartbeatMany([bad])).toMatchObject([{ lost: true }])
    expect(await p.worker.decline([bad], 'no', 0)).toMatchObject([{ verdict: 'lost' }])
    expect(await p.worker.completeMany([bad])).toMatchObject([{ verdict: 'lost' }])
  }
  expect(await p.worker.decline([gone, live], 'no', 0)).toMatchObject([
    { id: s.id, verdict: 'pending' },
    { id: gone.id, verdict: 'lost' },
  ])
  expect(await p.worker.decline([live], 'no', 0)).toMatchObject([{ verdict: 'pending' }])
  expect(await s.row()).toMatchObject({ attempts: 0, lost_leases: 0, slices: 0 })
})
