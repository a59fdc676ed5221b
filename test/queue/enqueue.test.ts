// Once per key: under concurrency, inside anybody's transaction, at any isolation, and after pruning.
import { expect, it } from 'vitest'
import type { Queryable } from '#database'
import { declaredVerbs, enqueue, isRefusal } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { settled, untilWaiting } from '../support/interleave.ts'
import { protocol } from '../support/protocol.ts'
import { refused } from '../support/scenario.ts'

const p = await protocol()
const verb = declaredVerbs.get('enqueue')
const statement = verb?.statement ?? ''
const worker = p.db.as(p.logins.worker)

/** As any client in any language would: one statement in a transaction of its own. */
const inside = (tx: Queryable, capability: string, key: string | null, payload: unknown) =>
  tx.query<{ task_id: number; created: boolean }>(statement, [
    capability,
    key,
    JSON.stringify(payload),
    1,
    0,
    null,
    null,
    null,
    null,
  ])
async function tasksOf(capability: string): Promise<number> {
  const rows = await p.admin.query('select 1 from countersign.tasks where capability = $1', [
    capability,
  ])
  return rows.length
}

it('makes one task of fifty enqueues with one key at the same moment', async () => {
  const capability = await stocked(p, {})
  const crowd = p.db.as(p.logins.worker, { maxConnections: 50 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => enqueue(crowd, { capability, key: 'k', payload: { n: 1 } })),
  )
  expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1)
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect(await tasksOf(capability)).toBe(1)
})

it('makes a task of each enqueue without a key', async () => {
  const capability = await stocked(p, {})
  for (let n = 0; n < 3; n++) await enqueue(worker, { capability, payload: { n: 1 } })
  expect(await tasksOf(capability)).toBe(3)
})

it('refuses a key with another payload, or another version of it, and names the task', async () => {
  const capability = await stocked(p, {})
  const first = { capability, key: 'k', payload: { a: 1, b: 2 } }
  const { taskId } = await enqueue(worker, first)
  // The same value, written in another order.
  expect(await enqueue(worker, { ...first, payload: { b: 2, a: 1 } })).toEqual({
    taskId,
    created: false,
  })
  for (const other of [{ payload: { a: 1 } }, { payloadVersion: 2 }]) {
    const refusal = await refused(enqueue(worker, { ...first, ...other }), 'CS007')
    expect(refusal.detail).toMatchObject({ capability, key: 'k', task: taskId })
  }
  expect(await tasksOf(capability)).toBe(1)
})

it('tells two capabilities with the same key apart', async () => {
  const [one, other] = [await stocked(p, {}), await stocked(p, {})]
  const ids = [one, other].map((capability) =>
    enqueue(worker, { capability, key: 'k', payload: 1 }),
  )
  const [a, b] = await Promise.all(ids)
  expect(a?.taskId).not.toBe(b?.taskId)
})

it('answers the task it knew after the task was worked off and pruned', async () => {
  const capability = await stocked(p, {})
  await p.capability({ name: 'housekeeping' })
  const task = { capability, key: 'k', payload: { n: 1 } }
  const { taskId } = await enqueue(worker, task)
  await p.worker.complete(await p.claimOne(capability))
  await age(p.admin, 'tasks', taskId, { finished_at: '400 days' })
  expect(await p.worker.prune(new Date(), 10)).toMatchObject({ tasks: 1 })
  expect(await tasksOf(capability)).toBe(0)
  expect(await enqueue(worker, task)).toEqual({ taskId, created: false })
  await refused(enqueue(worker, { ...task, payload: { n: 2 } }), 'CS007')
  expect(await tasksOf(capability)).toBe(0)
})

it.each(['read committed', 'repeatable read', 'serializable'])(
  'belongs to the caller’s own transaction under %s: gone with it, there with it',
  async (isolation) => {
    const capability = await stocked(p, {})
    const undone = worker.transaction(async (tx) => {
      await tx.query(`set transaction isolation level ${isolation}`)
      await inside(tx, capability, 'k', { n: 1 })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await tasksOf(capability)).toBe(0)

    const kept = await worker.transaction(async (tx) => {
      await tx.query(`set transaction isolation level ${isolation}`)
      const [first] = await inside(tx, capability, 'k', { n: 2 })
      const [again] = await inside(tx, capability, 'k', { n: 2 })
      return { first, again }
    })
    expect(kept.first?.created).toBe(true)
    expect(kept.again).toEqual({ task_id: kept.first?.task_id, created: false })
    expect(await tasksOf(capability)).toBe(1)
  },
)

it.each(['repeatable read', 'serializable'])(
  'asks for another try where the key was taken behind a snapshot, under %s',
  async (isolation) => {
    const capability = await stocked(p, {})
    const late = worker.transaction(async (tx) => {
      await tx.query(`set transaction isolation level ${isolation}`)
      await tx.query('select 1')
      await enqueue(p.db.as(p.logins.approver), { capability, key: 'k', payload: 1 })
      await inside(tx, capability, 'k', 1)
    })
    await expect(late).rejects.toMatchObject({ code: '40001', transient: true })
    expect(await tasksOf(capability)).toBe(1)
  },
)

it('waits for whoever holds the key: their task if they commit, its own if they do not', async () => {
  for (const commits of [true, false]) {
    const capability = await stocked(p, {})
    const second = p.db.as(p.logins.worker, { maxConnections: 1 })
    const state: { waiting?: ReturnType<typeof enqueue> } = {}
    const first = await settled(
      worker.transaction(async (tx) => {
        const [made] = await inside(tx, capability, 'k', 1)
        state.waiting = enqueue(second, { capability, key: 'k', payload: 1 })
        await untilWaiting(p.db)
        if (!commits) throw new Error('changed my mind')
        return made
      }),
    )
    const answer = await state.waiting
    expect(answer?.created).toBe(!commits)
    if ('answer' in first) expect(answer?.taskId).toBe(first.answer?.task_id)
    expect(await tasksOf(capability)).toBe(1)
  }
})

it('is not held up by a claim that works on the capability, nor holds one up', async () => {
  const capability = await stocked(p, { max_running: 2, max_parked: 2 }, [{ standing: 'new' }])
  await worker.transaction(async (tx) => {
    await inside(tx, capability, 'k', 1)
    const other = p.db.as(p.logins.worker, { maxConnections: 1 })
    const claim = declaredVerbs.get('claim')
    const claimed = await other.query(claim?.statement ?? '', [capability, 'w1', 5, true, 1])
    expect(claimed).toHaveLength(1)
  })
})

it('refuses what could not be a task', async () => {
  const capability = await stocked(p, {})
  const bad = [{ priority: 10 }, { priority: -10 }, { priority: 40_000 }, { key: 'k'.repeat(201) }]
  for (const more of bad) {
    const ending = await settled(enqueue(worker, { capability, payload: 1, ...more }))
    if ('answer' in ending) throw new Error(`accepted ${JSON.stringify(more)}`)
    // Not one of the protocol's own answers: the caller wrote something impossible.
    expect(isRefusal(ending.error)).toBe(false)
    expect(ending.error).toMatchObject({ code: expect.stringMatching(/^(23514|22003)$/) })
  }
  await refused(enqueue(worker, { capability: 'gone', payload: 1 }), 'CS003')
  expect(await tasksOf(capability)).toBe(0)
})
