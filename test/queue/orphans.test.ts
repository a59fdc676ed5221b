// The field bug of G3: a task that is running, owned by nobody, and visible to no claim.
import { expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

// A planted orphan is what `violations` is there to name.
const p = await protocol({ checked: false })

async function orphan(untouchedFor: string) {
  const s = await scenario(p)
  await s.claim()
  await p.admin.query('update countersign.tasks set lease_expires_at = null where id = $1', [s.id])
  await age(p.admin, 'tasks', s.id, { updated_at: untouchedFor })
  return s
}

it('a running task without a lease that nobody touched for an hour is requeued', async () => {
  const s = await orphan('61 minutes')
  await s.reap()
  expect(await s.row()).toMatchObject({ status: 'pending', lost_leases: 1 })
  expect((await s.claim()).id).toBe(s.id)
})

it('a fresh one is left alone, by the reaper and by the sweep of a claim', async () => {
  const s = await orphan('59 minutes')
  await s.reap()
  expect(await p.worker.claim({ capability: s.capability, worker: 'w2', sweep: true })).toEqual([])
  expect(await s.status()).toBe('running')
})

it('a task with a live heartbeat is never taken back, however long it runs', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await age(p.admin, 'tasks', s.id, {
    started_at: '9 days',
    claimed_at: '9 days',
    updated_at: '9 days',
  })
  await p.worker.heartbeat(lease)
  await s.reap()
  expect(await s.status()).toBe('running')
})

it('the first claim of an invocation takes a lapsed lease back itself', async () => {
  const s = await scenario(p)
  await s.claim()
  await s.lapse()
  expect(await p.worker.claim({ capability: s.capability, worker: 'w2' })).toEqual([])
  expect((await p.claimOne(s.capability, { worker: 'w2', sweep: true })).id).toBe(s.id)
})

it('what looked lapsed is looked at again under its lock', async () => {
  const s = await scenario(p)
  await s.claim()
  const answers = await p.admin.query('select countersign._take_back($1) as status', [s.id])
  expect(answers).toEqual([{ status: null }])
  expect(await s.status()).toBe('running')
})
