// Numbers at their edges: no id, priority, delay or count makes a verb raise.
import { expect, it } from 'vitest'
import { type Claimed, enqueue } from '#queue'
import { stocked } from '../support/bursts.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const years = (count: number) => count * 365.25 * 86_400
const worker = p.db.as(p.logins.worker)

async function secondsUntilDue(id: number): Promise<number> {
  const [row] = await p.admin.query<{ seconds: number }>(
    `select extract(epoch from run_at - clock_timestamp())::float8 as seconds
     from countersign.tasks where id = $1`,
    [id],
  )
  return row?.seconds ?? Number.NaN
}

it('knows ids beyond four bytes', async () => {
  await p.admin.query('alter table countersign.tasks alter column id restart with 9000000001')
  const capability = await stocked(p, { max_running: 10 })
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await enqueue(worker, { capability, payload: n })).taskId)
  expect(ids[0]).toBe(9_000_000_001)
  const batch = await p.worker.claim({ capability, worker: 'w1', limit: 3 })
  expect(batch.map(({ id }) => id)).toEqual(ids)
  await p.worker.heartbeatMany(batch)
  const [first, ...rest] = batch as [Claimed, Claimed, Claimed]
  await p.worker.release(first, { step: 'first' })
  expect(await p.worker.completeMany(rest)).toMatchObject([
    { verdict: 'completed' },
    { verdict: 'completed' },
  ])
  expect((await p.claimOne(capability)).id).toBe(ids[0])
})

it.each([-9, -1, 0, 9])('keeps started before new at priority %i', async (priority) => {
  const capability = await stocked(p, {}, [
    { standing: 'new', priority: 9 },
    { standing: 'started', priority: -9 },
    { standing: 'new', priority },
  ])
  const batch = await p.worker.claim({ capability, worker: 'w1', limit: 3 })
  expect(batch[0]).toMatchObject({ priority: -9 })
  expect(batch[1]).toMatchObject({ priority: 9 })
})

const delays = [0, -1, -1e300, 1, years(1), years(100), 1e18, 1e300, Infinity, Number.NaN]

it.each(delays)(
  'can be told to wait %d seconds, and waits no more than a year',
  async (delaySeconds) => {
    const capability = await stocked(p, {}, Array(3).fill({ standing: 'new' }))
    const [a, b, c] = await p.worker.claim({ capability, worker: 'w1', limit: 3 })
    if (!a || !b || !c) throw new Error('three were to be claimed')
    await p.worker.release(a, { step: 'first', delaySeconds })
    await p.worker.fail(b, { reason: 'again', retryable: true, delaySeconds })
    await p.worker.decline([c], 'later', delaySeconds)
    const most = 366 * 86_400
    const expected = Number.isNaN(delaySeconds) ? most : Math.min(Math.max(delaySeconds, 0), most)
    for (const { id } of [a, b, c]) {
      const seconds = await secondsUntilDue(id)
      expect(seconds).toBeLessThanOrEqual(expected)
      expect(seconds).toBeGreaterThan(expected - 60)
    }
  },
)

it('waits a year at most', async () => {
  const capability = await stocked(p, {}, [{ standing: 'new' }])
  const task = await p.claimOne(capability)
  await p.worker.release(task, { step: 'first', delaySeconds: years(100) })
  expect(await secondsUntilDue(task.id)).toBeLessThanOrEqual(366 * 86_400)
})

it('can be enqueued for a hundred years from now, or ago', async () => {
  const capability = await stocked(p, {})
  const at = (count: number) => new Date(Date.now() + years(count) * 1_000)
  const { taskId } = await enqueue(worker, { capability, payload: 1, runAt: at(100) })
  expect(await secondsUntilDue(taskId)).toBeGreaterThan(years(99))
  const past = await enqueue(worker, { capability, payload: 2, runAt: at(-100) })
  expect((await p.claimOne(capability)).id).toBe(past.taskId)
  expect(await p.worker.claim({ capability, worker: 'w1' })).toEqual([])
})

it('can be pruned of what is older than a hundred years, and swept at any limit', async () => {
  const capability = await stocked(p, { max_age_seconds: years(100) }, [{ standing: 'lapsed' }])
  await p.capability({ name: 'housekeeping' })
  const before = new Date(Date.now() - years(100) * 1_000)
  expect(await p.worker.prune(before, 2_147_483_647)).toEqual({ tasks: 0, events: 0 })
  expect(await p.reaper.reap(0)).toMatchObject({ leases: 0 })
  expect(await p.reaper.reap(2_147_483_647)).toMatchObject({ leases: 1 })
  const limit = 2_147_483_647
  expect(await p.worker.claim({ capability, worker: 'w1', limit })).toHaveLength(1)
})
