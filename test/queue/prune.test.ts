// Pruning: only what nobody will ever ask about, a bounded piece at a time.
import { expect, it } from 'vitest'
import { workerVerbs } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { plant } from '../support/plant.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
await p.capability({ name: 'housekeeping' })
const yesterday = () => new Date(Date.now() - 86_400_000)

/** Completed tasks that ended so many days ago, the first the longest. */
async function ended(capability: string, count: number): Promise<number[]> {
  const ids = await plant(p.admin, capability, Array(count).fill({ standing: 'new' }))
  const batch = await p.worker.claim({ capability, worker: 'w1', limit: count })
  // In more than one way.
  await p.worker.completeMany(batch.filter((_, at) => at % 2 === 0))
  for (const task of batch.filter((_, at) => at % 2 === 1)) await p.worker.skip(task, 'closed')
  for (const [at, id] of ids.entries()) {
    await age(p.admin, 'tasks', id, { finished_at: `${count - at + 1} days` })
  }
  return ids
}
async function left(ids: readonly number[]): Promise<number[]> {
  const rows = await p.admin.query<{ id: number }>(
    'select id from countersign.tasks where id = any ($1::bigint[]) order by id',
    [ids],
  )
  return rows.map(({ id }) => id)
}
async function eventsOf(ids: readonly number[]): Promise<number> {
  const rows = await p.admin.query(
    'select 1 from countersign.task_events where task_id = any ($1::bigint[])',
    [ids],
  )
  return rows.length
}

it('takes the oldest first, no more than it was told to, and goes on where it stopped', async () => {
  const ids = await ended(await stocked(p, {}), 5)
  expect(await p.worker.prune(yesterday(), 2)).toMatchObject({ tasks: 2 })
  expect(await left(ids)).toEqual(ids.slice(2))
  expect(await eventsOf(ids.slice(0, 2))).toBe(0)
  expect(await eventsOf(ids.slice(2))).toBeGreaterThan(0)
  expect(await p.worker.prune(yesterday(), 2)).toMatchObject({ tasks: 2 })
  expect(await p.worker.prune(yesterday(), 2)).toMatchObject({ tasks: 1 })
  expect(await p.worker.prune(yesterday(), 2)).toMatchObject({ tasks: 0 })
})

it('leaves what is unfinished, however old, and what ended since', async () => {
  const capability = await stocked(p, {})
  const young = await ended(capability, 1)
  const standings = ['new', 'started', 'approved', 'parked', 'held'] as const
  const open = await plant(
    p.admin,
    capability,
    standings.map((standing) => ({ standing })),
  )
  for (const id of open)
    await age(p.admin, 'tasks', id, { created_at: '900 days', run_at: '900 days' })
  const beforeItEnded = new Date(Date.now() - 3 * 86_400_000)
  expect(await p.worker.prune(beforeItEnded, 100)).toMatchObject({ tasks: 0 })
  expect(await left([...young, ...open])).toEqual([...young, ...open])
  expect(await p.worker.prune(yesterday(), 100)).toMatchObject({ tasks: young.length })
})

it('never takes a task that a person was asked about, or that acted, however many lie ahead', async () => {
  const asked = await scenario(p)
  await asked.asked()
  await p.approver.cancel(asked.id, 'ana')
  const acted = await scenario(p)
  const lease = await acted.claim()
  const unasked = await p.worker.beginEffect(lease, { name: 'mail', digest: 'd' })
  await p.worker.finishEffect(unasked.effectId, lease.token, 'failed')
  await p.worker.complete(lease)
  for (const { id } of [asked, acted]) await age(p.admin, 'tasks', id, { finished_at: '900 days' })
  const plain = await ended(await stocked(p, {}), 1)
  expect(await p.worker.prune(yesterday(), 1)).toMatchObject({ tasks: 1 })
  expect(await left([asked.id, acted.id, ...plain])).toEqual([asked.id, acted.id])
})

it('waits for nobody, and two at once take each task once', async () => {
  const ids = await ended(await stocked(p, {}), 6)
  const [locked] = ids
  const other = workerVerbs(p.db.as(p.logins.worker, { maxConnections: 1 }))
  await p.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks where id = $1 for update', [locked])
    const runs = await Promise.all([p.worker.prune(yesterday(), 10), other.prune(yesterday(), 10)])
    expect(runs.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(5)
  })
  expect(await left(ids)).toEqual([locked])
  await p.worker.prune(yesterday(), 10)
})

it('leaves a task that a person took up again before it came to it', async () => {
  const capability = await stocked(p, {})
  const [id = 0] = await plant(p.admin, capability, [{ standing: 'new' }])
  await p.worker.skip(await p.claimOne(capability), 'closed')
  await age(p.admin, 'tasks', id, { finished_at: '9 days' })
  await p.approver.requeue(id, 'ana')
  expect(await p.worker.prune(yesterday(), 10)).toMatchObject({ tasks: 0 })
  expect((await p.claimOne(capability)).id).toBe(id)
})
