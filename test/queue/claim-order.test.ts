// G7: the order of a claim against a plain sort, for every batch size, also under plans nobody wants.
import { expect, it } from 'vitest'
import { type Claimed, workerVerbs } from '#queue'
import { mix, seeded, stocked } from '../support/bursts.ts'
import { inOrder, type Weighed, weigh } from '../support/claim-model.ts'
import { type Planted, plant } from '../support/plant.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()

/** What the first claim takes back is due now: behind its equals, in the order of ids. */
async function afterSweep(capability: string): Promise<number[]> {
  const { tasks, now } = await weigh(p.admin, capability)
  const swept = tasks.map(
    (task): Weighed =>
      task.status === 'running' ? { ...task, status: 'pending', runAt: now } : task,
  )
  return inOrder(swept, now).map(({ id }) => id)
}

async function claimAll(capability: string, limit: number): Promise<Claimed[][]> {
  const batches: Claimed[][] = []
  for (;;) {
    const sweep = batches.length === 0
    const batch = await p.worker.claim({ capability, worker: 'w1', limit, sweep })
    if (batch.length === 0) return batches
    batches.push(batch)
  }
}

const batchSizes = Array.from({ length: 20 }, (_, at) => at + 1)

it.each(batchSizes)(
  'hands out batches of %i in one order, what was taken back among it',
  async (size) => {
    const capability = await stocked(p, {}, mix(seeded(size), 45))
    const expected = await afterSweep(capability)
    const batches = await claimAll(capability, size)
    expect(batches.flat().map(({ id }) => id)).toEqual(expected)
    expect(batches.slice(0, -1).every((batch) => batch.length === size)).toBe(true)
  },
)

it('claims an approved task before any other, however low its priority and however young it is', async () => {
  for (const limit of [1, 4]) {
    const capability = await stocked(p, {}, [
      { standing: 'new', priority: 9, dueSecondsAgo: 86_400 },
      { standing: 'started', priority: 9, dueSecondsAgo: 3_600 },
      { standing: 'approved', priority: -9, dueSecondsAgo: 1 },
      { standing: 'new', priority: -9, dueSecondsAgo: 86_400 },
    ])
    const { tasks } = await weigh(p.admin, capability)
    const [next, started, approved, last] = tasks.map(({ id }) => id).sort((a, b) => a - b)
    const claimed: number[] = []
    for (let at = 0; at < 4; at += limit) {
      const batch = await p.worker.claim({ capability, worker: 'w1', limit })
      claimed.push(...batch.map(({ id }) => id))
    }
    expect(claimed).toEqual([approved, started, next, last])
  }
})

it('counts an approved task that was reaped as approved still', async () => {
  const capability = await stocked(p, {}, [{ standing: 'started', priority: 9 }])
  const [approved] = await plant(p.admin, capability, [{ standing: 'approved', priority: -9 }])
  expect((await p.claimOne(capability)).id).toBe(approved)
  await p.admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() - interval '1 s' where id = $1`,
    [approved],
  )
  const [first] = await p.worker.claim({ capability, worker: 'w2', limit: 2, sweep: true })
  expect(first).toMatchObject({ id: approved, lostLeases: 1, request: { verdict: 'answer' } })
})

const plans: Record<string, string[]> = {
  'nested loops only': ['enable_hashjoin = off', 'enable_mergejoin = off'],
  'no nested loops': ['enable_nestloop = off'],
  'no indexes': ['enable_indexscan = off', 'enable_indexonlyscan = off', 'enable_bitmapscan = off'],
  'bitmaps only': ['enable_indexscan = off', 'enable_indexonlyscan = off', 'enable_seqscan = off'],
  'nothing kept': ['enable_material = off', 'enable_sort = off', 'enable_hashagg = off'],
}

it.each(Object.keys(plans))('claims no more than asked for, in order, under: %s', async (name) => {
  const tasks: Planted[] = mix(seeded(name.length), 40)
  const capability = await stocked(p, { max_running: 100, max_parked: 100 }, tasks)
  await p.bind('postgres', capability)
  const expected = await afterSweep(capability)
  const superuser = p.db.as('postgres')
  const claimed: number[] = []
  for (const limit of [1, 4, 9]) {
    const batch = await superuser.transaction(async (tx) => {
      for (const setting of plans[name] ?? []) await tx.query(`set local ${setting}`)
      const verbs = workerVerbs({ ...superuser, query: (text, values) => tx.query(text, values) })
      return await verbs.claim({ capability, worker: 'w1', limit, sweep: limit === 1 })
    })
    claimed.push(...batch.map(({ id }) => id))
    expect(claimed).toEqual(expected.slice(0, claimed.length))
    expect(batch).toHaveLength(limit)
    const running = await p.admin.query(
      `select id from countersign.tasks where capability = $1 and status = 'running'`,
      [capability],
    )
    expect(running).toHaveLength(claimed.length)
  }
})
