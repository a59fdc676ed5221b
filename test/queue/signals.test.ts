// The two signals that must never be mixed: what the system leaves lying, and what waits for the person.
import { expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { green, red, watched } from '../support/watched.ts'

const p = await protocol()
const { backlog, more, parked, signal } = watched(p)

const openedAgo = (ids: number[], ago: string) =>
  p.admin.query(
    `update countersign.approvals set opened_at = clock_timestamp() - $2::interval where task_id = any ($1)`,
    [ids, ago],
  )

it.each([
  { count: 5, dueFor: '7 hours', is: green(5) },
  { count: 6, dueFor: '7 hours', is: red(6) },
  { count: 6, dueFor: '6 hours 1 minute', is: red(6) },
  { count: 6, dueFor: '5 hours 59 minutes', is: green(0) },
])('unclaimed: $count tasks due for $dueFor are $is.colour', async ({ count, dueFor, is }) => {
  await backlog(count, dueFor)
  expect(await signal('unclaimed')).toEqual(is)
})

it.each([
  { count: 5, ago: '25 hours', is: green(5) },
  { count: 6, ago: '25 hours', is: red(6) },
  { count: 6, ago: '24 hours 1 minute', is: red(6) },
  { count: 6, ago: '23 hours 59 minutes', is: green(0) },
])('unanswered: $count requests open for $ago are $is.colour', async ({ count, ago, is }) => {
  const capability = await backlog(count, '0')
  await openedAgo(await parked(capability, count), ago)
  expect(await signal('unanswered')).toEqual(is)
  expect(await signal('unclaimed')).toEqual(green(0))
})

it('15 tasks a night, 8 parked and nobody answers: the person is nudged, and it is no incident', async () => {
  const capability = await backlog(15, '3 days', { max_parked: 8, daily_ceiling: 50 })
  await openedAgo(await parked(capability, 8), '2 days')
  await more(capability, 15, '2 days')
  expect(await p.worker.claim({ capability, worker: 'w1', limit: 20 })).toEqual([])
  expect(await signal('unanswered')).toEqual(red(8))
  expect(await signal('unclaimed')).toEqual(green(0))
  const load = await p.admin.query('select * from countersign.capability_load')
  expect(load).toMatchObject([{ held_by: 'person', parked: 8, started: 8, ready_new: 22 }])
})

it('counts only what the person’s places still leave', async () => {
  const capability = await backlog(20, '7 hours', { max_parked: 10 })
  await parked(capability, 3)
  expect(await signal('unclaimed')).toEqual(red(7))
  await parked(capability, 2)
  expect(await signal('unclaimed')).toEqual(green(5))
})

it('counts only what the day still leaves, and everything again on the next', async () => {
  const capability = await backlog(30, '7 hours', {
    daily_ceiling: 8,
    time_zone: 'Pacific/Kiritimati',
  })
  const first = await p.worker.claim({ capability, worker: 'w1', limit: 2 })
  for (const lease of first) await p.worker.complete(lease)
  expect(await signal('unclaimed')).toEqual(red(6))
  const rest = await p.worker.claim({ capability, worker: 'w1', limit: 20 })
  expect(rest).toHaveLength(6)
  expect(await signal('unclaimed')).toEqual(green(0))
  for (const lease of rest) await p.worker.complete(lease)
  expect(await p.admin.query('select held_by from countersign.capability_load')).toEqual([
    { held_by: 'ceiling' },
  ])
  await p.admin.query('update countersign.capabilities set started_on = started_on - 1')
  expect(await signal('unclaimed')).toEqual(red(8))
})

it('counts nothing of a paused capability', async () => {
  const capability = await backlog(6, '7 hours')
  await p.approver.pause(capability, 'ana')
  expect(await signal('unclaimed')).toEqual(green(0))
  expect(await p.admin.query('select held_by from countersign.capability_load')).toEqual([
    { held_by: 'paused' },
  ])
  await p.approver.resume(capability, 'ana')
  expect(await signal('unclaimed')).toEqual(red(6))
})

it('a running cap holds back while its leases live, and no longer', async () => {
  const capability = await backlog(10, '7 hours', { max_running: 2 })
  const [one] = await p.worker.claim({ capability, worker: 'w1', limit: 2 })
  expect(await signal('unclaimed')).toEqual(green(0))
  if (!one) throw new Error('nothing was claimed')
  await age(p.admin, 'tasks', one.id, { lease_expires_at: '1 hour' })
  expect(await signal('unclaimed')).toEqual(red(8))
})

it('work that was started counts whatever holds back new work', async () => {
  const capability = await backlog(12, '7 hours', { max_parked: 6 })
  const claimed = await p.worker.claim({ capability, worker: 'w1', limit: 6 })
  for (const lease of claimed) await p.worker.release(lease, { step: 'first' })
  await p.admin.query(
    `update countersign.tasks set run_at = clock_timestamp() - interval '7 hours' where started_at is not null`,
  )
  expect(await signal('unclaimed')).toEqual(red(6))
})

it('adds up over capabilities, each under its own caps', async () => {
  await backlog(3, '7 hours')
  await backlog(9, '7 hours', { max_parked: 2 })
  const paused = await backlog(50, '7 hours')
  await p.approver.pause(paused, 'ana')
  expect(await signal('unclaimed')).toEqual(green(5))
  await backlog(1, '7 hours')
  expect(await signal('unclaimed')).toEqual(red(6))
})

it('never gives one signal to both owners', async () => {
  const rows = await p.admin.query<{ owner: string; names: string[] }>(
    'select owner, array_agg(signal order by signal) as names from countersign.signals group by owner order by owner',
  )
  expect(rows).toEqual([
    {
      owner: 'person',
      names: ['effects_unknown', 'expired', 'expired_7_days', 'notices', 'unanswered'],
    },
    {
      owner: 'system',
      names: [
        'approvals_refused',
        'approved_not_resumed',
        'dead',
        'lapsed_leases',
        'orphans',
        'reaper_age_seconds',
        'unclaimed',
        'undelivered',
      ],
    },
  ])
})
