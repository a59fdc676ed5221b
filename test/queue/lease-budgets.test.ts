// What is counted, when, and what happens when it is used up.
import { expect, it } from 'vitest'
import type { Claimed } from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, protocol } from '../support/protocol.ts'
import { type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()

const retry = (lease: Claimed) =>
  p.worker.fail(lease, { reason: 'unreachable', retryable: true, delaySeconds: 0 })
const release = (lease: Claimed, step = 'first') => p.worker.release(lease, { step })
const park = (lease: Claimed, step = 'first') =>
  p.worker.park(lease, { gate: 'question', body: bodyOf('question'), step })

async function counters(s: Scenario) {
  const { attempts, lost_leases, slices } = await s.row()
  return { attempts, lost_leases, slices }
}
async function reasonOf(s: Scenario) {
  const [last] = await p.admin.query<{ now: string; reason: string | null }>(
    `select now, reason from countersign.task_events
     where task_id = $1 and kind = 'task' order by id desc limit 1`,
    [s.id],
  )
  return last
}

it('moves one counter for each way to leave running, and none at a claim', async () => {
  const s = await scenario(p)
  const zero = { attempts: 0, lost_leases: 0, slices: 0 }
  await p.worker.decline([await s.claim()], 'not now', 0)
  expect(await counters(s)).toEqual(zero)
  await release(await s.claim())
  expect(await counters(s)).toEqual({ ...zero, slices: 1 })
  await retry(await s.claim())
  expect(await counters(s)).toEqual({ ...zero, slices: 1, attempts: 1 })
  await s.claim()
  await s.crash()
  expect(await counters(s)).toEqual({ attempts: 1, lost_leases: 1, slices: 1 })
  await park(await s.claim())
  expect(await counters(s)).toEqual({ attempts: 1, lost_leases: 1, slices: 2 })
})

/** After a retry and a lost lease, this goes on to another step. */
async function expectAnew(goOn: (lease: Claimed) => Promise<unknown>) {
  const s = await scenario(p)
  await retry(await s.claim())
  await s.claim()
  await s.crash()
  await goOn(await s.claim())
  expect(await counters(s)).toEqual({ attempts: 0, lost_leases: 0, slices: 1 })
}

it('starts attempts and lost leases anew when it is released to another step', async () => {
  await expectAnew((lease) => release(lease, 'second'))
})

it('starts attempts and lost leases anew when it asks from another step', async () => {
  await expectAnew((lease) => park(lease, 'second'))
})

it('starts attempts and lost leases anew when it goes on to another step at once', async () => {
  await expectAnew((lease) => p.worker.advance(lease, 'second'))
})

it('keeps attempts and lost leases while the step stays', async () => {
  const s = await scenario(p)
  await retry(await s.claim())
  await s.claim()
  await s.crash()
  await release(await s.claim())
  expect(await counters(s)).toEqual({ attempts: 1, lost_leases: 1, slices: 1 })
})

it('is dead at exactly the last attempt, saying why', async () => {
  const s = await scenario(p, { capability: { max_attempts: 3 } })
  const answers = [
    await retry(await s.claim()),
    await retry(await s.claim()),
    await retry(await s.claim()),
  ]
  expect(answers).toEqual(['pending', 'pending', 'dead'])
  expect(await reasonOf(s)).toEqual({ now: 'dead', reason: 'out of attempts: unreachable' })
})

it('is dead after exactly so many workers died of it, whoever takes it back', async () => {
  const s = await scenario(p, { capability: { max_lost_leases: 3 } })
  for (const takeBack of [s.reap, () => p.claimOne(s.capability, { sweep: true }), s.reap]) {
    if ((await s.status()) === 'pending') await s.claim()
    await s.lapse()
    await takeBack()
  }
  expect(await s.row()).toMatchObject({ status: 'dead', lost_leases: 3, attempts: 0 })
  expect(await reasonOf(s)).toEqual({ now: 'dead', reason: 'out of lost leases: lease lapsed' })
  await s.reap()
  expect(await p.worker.claim({ capability: s.capability, worker: 'w1', sweep: true })).toEqual([])
})

it('is dead at exactly the last slice, however it was spent', async () => {
  const s = await scenario(p, { capability: { max_slices: 3 } })
  await release(await s.claim(), 'second')
  await release(await s.claim(), 'first')
  expect(await release(await s.claim(), 'second')).toBe('dead')
  expect(await reasonOf(s)).toEqual({ now: 'dead', reason: 'out of slices' })
})

it('is dead past its age, but only when work stops: it is still claimed, and may complete', async () => {
  const old = { started_at: '31 days' }
  const s = await scenario(p)
  await release(await s.claim())
  await age(p.admin, 'tasks', s.id, old)
  expect(await release(await s.claim())).toBe('dead')
  expect(await reasonOf(s)).toEqual({ now: 'dead', reason: 'out of age' })

  const other = await scenario(p, { capability: { max_slices: 1, max_attempts: 1 } })
  const lease = await other.claim()
  await age(p.admin, 'tasks', other.id, old)
  expect(await p.worker.complete(lease)).toBe('completed')
})

it('never takes a live lease back for being old', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const longAgo = '300 days'
  await age(p.admin, 'tasks', s.id, {
    created_at: longAgo,
    started_at: longAgo,
    claimed_at: longAgo,
    updated_at: longAgo,
  })
  expect(await s.reap()).toMatchObject({ leases: 0 })
  expect(await p.worker.claim({ capability: s.capability, worker: 'w2', sweep: true })).toEqual([])
  expect(await p.worker.heartbeat(lease)).toMatchObject({ cancelRequested: false })
})

it('refuses what cannot be tried again at once', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const answer = await p.worker.fail(lease, {
    reason: 'gone',
    error: { status: 410 },
    retryable: false,
  })
  expect(answer).toBe('failed')
  expect(await s.row()).toMatchObject({ status: 'failed', attempts: 1, error: { status: 410 } })
})

/** How many seconds from now a task that had so many attempts is due again after one more. */
async function waitAfter(attempts: number): Promise<number> {
  const s = await scenario(p, { capability: { max_attempts: 2_000_000_000 } })
  const lease = await s.claim()
  await p.admin.query('update countersign.tasks set attempts = $2 where id = $1', [s.id, attempts])
  await p.worker.fail(lease, { reason: 'again', retryable: true })
  const [row] = await p.admin.query<{ seconds: number }>(
    `select extract(epoch from run_at - updated_at)::float8 as seconds
     from countersign.tasks where id = $1`,
    [s.id],
  )
  return row?.seconds ?? Number.NaN
}

it.each([
  [1, 5],
  [2, 10],
  [5, 80],
  [10, 2_560],
  [11, 3_600],
  [100, 3_600],
  [1_000_000, 3_600],
  [1_999_999_998, 3_600],
])(
  'waits between half of the doubled time and all of it: attempt %i, at most %i s',
  async (nth, most) => {
    const seconds = await waitAfter(nth - 1)
    expect(seconds).toBeGreaterThan(most / 2 - 0.1)
    expect(seconds).toBeLessThanOrEqual(most)
  },
)

it('waits an hour at most, however often it failed', async () => {
  for (const attempts of [1, 12, 50, 1_000_000]) {
    expect(await waitAfter(attempts)).toBeLessThanOrEqual(3_600)
  }
})

it('spreads what failed together', async () => {
  const rows = await p.admin.query<{ wait: number }>(
    'select countersign._backoff(6) as wait from generate_series(1, 200)',
  )
  const waits = rows.map(({ wait }) => wait)
  expect(new Set(waits).size).toBeGreaterThan(150)
  expect(Math.min(...waits)).toBeLessThan(100)
  expect(Math.max(...waits)).toBeGreaterThan(140)
})

it('gives a requeued task new budgets', async () => {
  const s = await scenario(p, { capability: { max_attempts: 1 } })
  expect(await retry(await s.claim())).toBe('dead')
  await p.approver.requeue(s.id, 'ana')
  expect(await counters(s)).toEqual({ attempts: 0, lost_leases: 0, slices: 0 })
  expect(await release(await s.claim())).toBe('pending')
})
