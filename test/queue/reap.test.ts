// The reaper: what it puts right, what it leaves alone, and that nothing can stand in its way.
import { expect, it } from 'vitest'
import { type Claimed, reaperVerbs } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { untilWaiting } from '../support/interleave.ts'
import { type Planted, plant } from '../support/plant.ts'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()
const tasks = (standing: Planted['standing'], count: number) =>
  Array.from({ length: count }, () => ({ standing }))

async function statuses(ids: readonly number[]) {
  const rows = await p.admin.query<{ id: number; status: string }>(
    'select id, status from countersign.tasks where id = any ($1::bigint[])',
    [ids],
  )
  const byId = new Map(rows.map(({ id, status }) => [id, status]))
  return ids.map((id) => byId.get(id))
}
async function idsOf(capability: string): Promise<number[]> {
  const rows = await p.admin.query<{ id: number }>(
    'select id from countersign.tasks where capability = $1 order by id',
    [capability],
  )
  return rows.map(({ id }) => id)
}
const rowOf = async (id: number) =>
  (await p.admin.query('select * from countersign.tasks where id = $1', [id]))[0]

/** While this runs, these tasks can't leave `running` or `needs_approval`. */
async function stuck(ids: readonly number[], work: () => Promise<void>): Promise<void> {
  await p.admin.query(
    `alter table countersign.tasks add constraint planted
     check (id not in (${ids.join(', ')}) or status in ('running', 'needs_approval')) not valid`,
  )
  try {
    await work()
  } finally {
    await p.admin.query('alter table countersign.tasks drop constraint planted')
  }
}

it('moves at most as many of a kind as it was told to, and goes on at the next run', async () => {
  const capability = await stocked(p, {}, tasks('lapsed', 7))
  expect(await p.reaper.reap(3)).toMatchObject({ leases: 3, stuck: 0 })
  expect(await p.reaper.reap(3)).toMatchObject({ leases: 3 })
  expect(await p.reaper.reap(3)).toMatchObject({ leases: 1 })
  expect(await statuses(await idsOf(capability))).toEqual(Array(7).fill('pending'))
})

it('finds the one it can move behind more than a run of those it must leave alone', async () => {
  const capability = await stocked(p, {}, [...tasks('held', 30), ...tasks('lapsed', 1)])
  const ids = await idsOf(capability)
  // Running without a lease, and fresh: each is looked at and left.
  await p.admin.query(
    'update countersign.tasks set lease_expires_at = null where id = any ($1::bigint[])',
    [ids.slice(0, 20)],
  )
  expect(await p.reaper.reap(1)).toMatchObject({ leases: 1 })
  expect(await statuses(ids)).toEqual([...Array(30).fill('running'), 'pending'])
  await p.admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() + interval '1 hour'
     where lease_expires_at is null and status = 'running'`,
  )
})

it('counts what cannot be moved as stuck, and moves the rest, at every run', async () => {
  const capability = await stocked(p, {}, tasks('lapsed', 5))
  const ids = await idsOf(capability)
  await stuck(ids.slice(0, 3), async () => {
    expect(await p.reaper.reap(1)).toMatchObject({ leases: 1, stuck: 3 })
    expect(await p.reaper.reap(1)).toMatchObject({ leases: 1, stuck: 3 })
    expect(await p.reaper.reap(1)).toMatchObject({ leases: 0, stuck: 3 })
    expect(await statuses(ids)).toEqual([...Array(3).fill('running'), 'pending', 'pending'])
    for (const id of ids.slice(0, 3)) expect(await rowOf(id)).toMatchObject({ lost_leases: 0 })
  })
  expect(await p.reaper.reap(10)).toMatchObject({ leases: 3, stuck: 0 })
})

async function askedAndExpired() {
  const s = await scenario(p)
  const request = await s.asked()
  await p.admin.query(
    `update countersign.approvals set expires_at = clock_timestamp() - interval '1 s' where id = $1`,
    [request.id],
  )
  return s
}

it('lets an expiry that cannot be recorded hold back no other, and no lapsed lease', async () => {
  const [first, second] = [await askedAndExpired(), await askedAndExpired()]
  await stocked(p, {}, tasks('lapsed', 1))
  await stuck([first.id], async () => {
    expect(await p.reaper.reap(1)).toMatchObject({ leases: 1, expired: 1, stuck: 1 })
    expect(await statuses([first.id, second.id])).toEqual(['needs_approval', 'expired'])
    // The request of the one that failed is as it was: both rows still agree.
    expect((await first.request()).state).toBe('open')
  })
  expect(await p.reaper.reap(1)).toMatchObject({ expired: 1, stuck: 0 })
})

it('waits for nobody: a locked task is left for the next run', async () => {
  const capability = await stocked(p, {}, tasks('lapsed', 2))
  const [locked, free] = await idsOf(capability)
  await p.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks where id = $1 for update', [locked])
    expect(await p.reaper.reap(10)).toMatchObject({ leases: 1, stuck: 0 })
  })
  expect(await statuses([locked ?? 0, free ?? 0])).toEqual(['running', 'pending'])
  expect(await p.reaper.reap(10)).toMatchObject({ leases: 1 })
})

it('takes each task back once, however many reapers run', async () => {
  const capability = await stocked(p, { max_lost_leases: 5 }, tasks('lapsed', 40))
  const reapers = Array.from({ length: 6 }, () =>
    reaperVerbs(p.db.as(p.logins.reaper, { maxConnections: 1 })),
  )
  const runs = await Promise.all(reapers.map((reaper) => reaper.reap(100)))
  expect(runs.reduce((sum, { leases }) => sum + leases, 0)).toBe(40)
  const rows = await p.admin.query(
    'select distinct status, lost_leases from countersign.tasks where capability = $1',
    [capability],
  )
  expect(rows).toEqual([{ status: 'pending', lost_leases: 1 }])
})

/**
 * Stops the reaper after it has looked and before it locks the second of two lapsed tasks: the first
 * one's move waits for a lock that this test holds. Answers the second one's row before and after.
 */
async function betweenLookAndLock(work: (claimed: Claimed) => Promise<unknown>) {
  const capability = await stocked(p, {}, tasks('lapsed', 2))
  const [first = 0, second = 0] = await idsOf(capability)
  await p.admin.query(
    `create function public.hold() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock(1); return new; end $$`,
  )
  await p.admin.query(
    `create trigger hold before update on countersign.tasks
     for each row when (old.id = ${first}) execute function public.hold()`,
  )
  try {
    const { reaped, before } = await p.admin.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(1)')
      const reaped = p.reaper.reap(10)
      await untilWaiting(p.db)
      // The first is locked by the reaper, so the sweep of this claim passes it over.
      const [claimed] = await p.worker.claim({ capability, worker: 'w1', limit: 2, sweep: true })
      expect(claimed?.id).toBe(second)
      if (claimed) await work(claimed)
      // As long ago as can be, so that nothing but where the task stands holds the reaper back.
      await age(p.admin, 'tasks', second, { updated_at: '2 hours' })
      return { reaped, before: await rowOf(second) }
    })
    expect(await reaped).toMatchObject({ leases: 1, stuck: 0 })
    expect(await statuses([first])).toEqual(['pending'])
    return { before, after: await rowOf(second) }
  } finally {
    await p.admin.query('drop trigger hold on countersign.tasks')
    await p.admin.query('drop function public.hold()')
  }
}

it('leaves alone what runs again by the time it locks it', async () => {
  const { before, after } = await betweenLookAndLock(async () => undefined)
  expect(after).toEqual(before)
  expect(after).toMatchObject({ status: 'running', lost_leases: 1 })
})

it('leaves alone what was ended, parked or given back by the time it locks it', async () => {
  const ends: Record<string, (lease: Claimed) => Promise<unknown>> = {
    completed: (lease) => p.worker.complete(lease, 1),
    failed: (lease) => p.worker.fail(lease, { reason: 'gone', retryable: false }),
    pending: (lease) => p.worker.release(lease, { step: 'first', state: { page: 2 } }),
    needs_approval: (lease) =>
      p.worker.park(lease, { gate: 'question', body: bodyOf('question'), step: 'first' }),
  }
  for (const [status, end] of Object.entries(ends)) {
    const { before, after } = await betweenLookAndLock(end)
    expect(after).toEqual(before)
    expect(after).toMatchObject({ status, lost_leases: 1 })
  }
})

it('leaves a cancel that was asked for by the time it locks it to the one who has the lease', async () => {
  const cancel = ({ id }: Claimed) => p.approver.cancel(id, 'ana')
  const { before, after } = await betweenLookAndLock(cancel)
  expect(after).toEqual(before)
  expect(after).toMatchObject({ status: 'running', cancel_requested_at: expect.any(Date) })
})

it('frees the cap with the task, and a late end frees it no second time', async () => {
  const capability = await stocked(p, { max_running: 1, max_parked: 2 }, tasks('new', 3))
  const lost = await p.claimOne(capability)
  expect(await p.worker.claim({ capability, worker: 'w2' })).toEqual([])
  await p.admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() - interval '1 s' where id = $1`,
    [lost.id],
  )
  await p.reaper.reap(10)
  // The same task, because it is started; not one more than the cap.
  const owner = await p.claimOne(capability)
  expect(owner.id).toBe(lost.id)
  await refused(p.worker.complete(lost), 'CS001')
  await refused(p.worker.release(lost, { step: 'first' }), 'CS001')
  expect(await p.worker.claim({ capability, worker: 'w3' })).toEqual([])
  await p.worker.complete(owner)
  expect(await p.worker.claim({ capability, worker: 'w3', limit: 5 })).toHaveLength(1)
})

it('requeues what no claim, decision or expiry could ever reach', async () => {
  const capability = await stocked(p, {}, [...tasks('parked', 1), ...tasks('approved', 1)])
  await p.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: 'delete from countersign.approvals where capability = $1', values: [capability] },
  ])
  const [whole] = await plant(p.admin, await stocked(p, {}), [{ standing: 'approved' }])
  expect(await p.reaper.reap(10)).toMatchObject({ repaired: 2 })
  expect(await statuses(await idsOf(capability))).toEqual(['pending', 'pending'])
  expect(await statuses([whole ?? 0])).toEqual(['approved'])
})

it('does nothing twice', async () => {
  expect(await p.reaper.reap(100)).toMatchObject({
    leases: 0,
    expired: 0,
    settled: 0,
    repaired: 0,
    stuck: 0,
  })
})
