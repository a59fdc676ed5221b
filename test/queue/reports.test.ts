// The report views: what a dashboard or a sync reads, against what was done.
import { expect, it } from 'vitest'
import { type Invocation, recordInvocation } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { watched } from '../support/watched.ts'

const p = await protocol()
const { backlog, parked } = watched(p)

const read = (view: string, order: string) =>
  p.db.as(p.logins.reader).query(`select * from countersign.${view} order by ${order}`)

/** Sets how long ago the events of one kind happened, and how long the slices took. */
const events = (now: string, columns: string) =>
  p.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: `update countersign.task_events set ${columns} where now = $1`, values: [now] },
  ])

it('depth counts the unfinished by state, with the oldest of each', async () => {
  const capability = await backlog(7, '0', { max_parked: 8 })
  await parked(capability, 2)
  const lease = await p.claimOne(capability)
  await p.worker.complete(await p.claimOne(capability))
  await age(p.admin, 'tasks', lease.id, { created_at: '3 days' })
  const rows = await read('queue_depth', 'status')
  expect(rows).toMatchObject([
    { capability, status: 'needs_approval', tasks: 2 },
    { capability, status: 'pending', tasks: 3 },
    { capability, status: 'running', tasks: 1 },
  ])
  expect(Number(rows[2]?.oldest_created_at)).toBeLessThan(Date.now() - 2.9 * 86_400_000)
})

it('load counts each capability against its caps', async () => {
  const capability = await backlog(9, '0', { max_running: 4, max_parked: 6, daily_ceiling: 50 })
  await parked(capability, 2)
  const [one, two] = await p.worker.claim({ capability, worker: 'w1', limit: 3 })
  await p.worker.release(two ?? { id: 0, token: '' }, { step: 'first' })
  await age(p.admin, 'tasks', one?.id, { lease_expires_at: '1 hour' })
  expect(await read('capability_load', 'capability')).toMatchObject([
    {
      capability,
      running: 2,
      running_live: 1,
      parked: 2,
      started: 5,
      started_today: 5,
      ready_started: 1,
      ready_new: 4,
      held_by: null,
    },
  ])
})

it('the claim rate is claims by hour over a day', async () => {
  const capability = await backlog(5, '0')
  await p.worker.claim({ capability, worker: 'w1', limit: 3 })
  await events('running', `at = date_trunc('hour', at) - interval '2 hours'`)
  const [four] = await p.worker.claim({ capability, worker: 'w1', limit: 1 })
  const [gone] = await p.worker.claim({ capability, worker: 'w1', limit: 1 })
  await p.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `update countersign.task_events set at = at - interval '25 hours' where task_id = $1 and now = 'running'`,
      values: [gone?.id],
    },
  ])
  expect(four).toBeDefined()
  const rows = await read('claim_rate', 'hour')
  expect(rows.map(({ claims }) => claims)).toEqual([3, 1])
})

it('processing time is the mean and the 95th percentile, without what the reaper took back', async () => {
  const capability = await backlog(22, '0')
  for (let second = 1; second <= 20; second++) {
    const lease = await p.claimOne(capability)
    await age(p.admin, 'tasks', lease.id, { claimed_at: `${second} seconds` })
    await p.worker.complete(lease)
  }
  const crashed = await p.claimOne(capability)
  await age(p.admin, 'tasks', crashed.id, { claimed_at: '2 hours', lease_expires_at: '1 hour' })
  await p.reaper.reap(10)
  const [row] = await read('processing_time', 'capability')
  expect(row).toMatchObject({ capability, claims: 20 })
  // 1 to 20 s: the mean is 10.5 s and the 95th percentile 19.05 s, and what running the test took.
  expect(Number(row?.mean_seconds)).toBeCloseTo(10.5, 0)
  expect(Number(row?.p95_seconds)).toBeCloseTo(19.05, 0)
})

it('shows what the reaper did, run by run, over a week', async () => {
  const run: Invocation = { function: 'reaper', outcome: 'worked', durationMs: 2_000 }
  const reaper = p.db.as(p.logins.reaper)
  await recordInvocation(reaper, { ...run, detail: { leases: 9 } })
  await p.admin.query(`update countersign.invocations set ended_at = ended_at - interval '8 days'`)
  await recordInvocation(reaper, { ...run, detail: { leases: 2 } })
  await recordInvocation(reaper, { ...run, function: 'briefing' })
  const rows = await read('reaper_activity', 'id')
  expect(rows).toMatchObject([{ outcome: 'worked', detail: { leases: 2 } }])
  const [row] = rows
  const lasted = Number(row?.ended_at) - Number(row?.started_at)
  expect(Math.abs(lasted - 2_000)).toBeLessThan(100)
})

it('an invocation is recorded with its figures, whatever its duration', async () => {
  const worker = p.db.as(p.logins.worker)
  const counts = { claimed: 5, advanced: 1, parked: 2, finished: 3, failed: 1, statements: 17 }
  await recordInvocation(worker, { function: 'tick', outcome: 'worked', durationMs: 12.6, counts })
  await recordInvocation(worker, { function: 'tick', outcome: 'idle', durationMs: -5 })
  const century = 100 * 366 * 86_400_000
  await recordInvocation(worker, { function: 'tick', outcome: 'failed', durationMs: century })
  const rows = await read('invocation_overview', 'id')
  expect(rows).toMatchObject([
    { function: 'tick', outcome: 'worked', ...counts, login: p.logins.worker },
    { outcome: 'idle', claimed: 0, statements: 0 },
    { outcome: 'failed' },
  ])
})

it('the proof counts effects done, done under a decision that reached its level, and the rest', async () => {
  const capability = await backlog(2, '0')
  await p.gate({ capability, name: 'act', effects: ['submit'] })
  await p.gate({
    capability,
    name: 'tell',
    level: 'none',
    irreversible: false,
    effects: ['mail'],
    ungated_reason: 'to the owner only',
  })
  const lease = await p.claimOne(capability)
  const told = await p.worker.beginEffect(lease, { name: 'mail', digest: 'd' })
  await p.worker.finishEffect(told.effectId, lease.token, 'done')
  const body = JSON.stringify({
    action: { effects: [{ name: 'submit' }] },
    gate: 'act',
    shown: {},
    v: 1,
  })
  await p.worker.park(lease, { gate: 'act', body, step: 'act' })
  const { seen } = await p.request(lease.id)
  await p.approver.decide(seen, { verdict: 'approve', by: 'ana', level: 'session' })
  const acting = await p.claimOne(capability)
  const begun = await p.worker.beginEffect(acting, { name: 'submit', digest: seen.digest })
  await p.worker.finishEffect(begun.effectId, acting.token, 'done')
  await p.worker.complete(acting)
  expect(await read('proof', 'capability')).toMatchObject([
    { capability, done: 2, decided: 1, ungated: 1 },
  ])
  // What a gate becomes later doesn't change what was done under it.
  await p.admin.query(`update countersign.gates set level = 'passkey', ungated_reason = null`)
  expect(await read('proof', 'capability')).toMatchObject([{ done: 2, decided: 1, ungated: 1 }])
  expect(await read('violations', 'subject')).toEqual([])
})
