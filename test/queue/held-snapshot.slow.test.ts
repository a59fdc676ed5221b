// A session that keeps an old snapshot open: what it costs meanwhile, and that nothing of it stays.
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#database'
import { workerVerbs } from '#queue'
import { explainedSession } from '../support/explained.ts'
import { capability } from '../support/hot-path.ts'
import { months } from '../support/months.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol({ checked: false })
await p.capability({ name: capability, max_running: 100, max_parked: 1_000 })
await p.bind('postgres', capability)
await months(p).waiting(20_000)
await p.admin.query('vacuum analyze countersign.tasks')

const reader = openDatabase(p.db.directUrl('postgres'))
const session = await explainedSession(p.db)
afterAll(async () => {
  await session.close()
  await reader.close()
})

/** Blocks that a claim touches, and the task is completed: the least of three. */
async function claimCost(): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const claim = 'select * from countersign.claim($1, $2, 1, false, 1)'
    const { rows, buffers } = await session.query(claim, [capability, 'w1'])
    costs.push(buffers)
    const done = [rows[0]?.task_id, rows[0]?.token]
    await session.query('select countersign.complete($1, $2, null)', done)
  }
  return Math.min(...costs)
}

const tasksEach = 320

/** About a thousand claims, heartbeats and completions, by four workers. */
async function thousand(): Promise<void> {
  const verbs = workerVerbs(p.db.as(p.logins.worker, { maxConnections: 4 }))
  const work = async (worker: string) => {
    for (let turn = 0; turn < tasksEach / 4; turn++) {
      const [lease] = await verbs.claim({ capability, worker })
      if (!lease) throw new Error('nothing was due')
      await verbs.heartbeat(lease)
      await verbs.complete(lease)
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(work))
}

/** What the reports say of it. */
async function seen() {
  const [health] = await p.db.as(p.logins.reader).query<{ dead: number; behind: number }>(
    `select dead_rows as dead, oldest_snapshot_transactions as behind
     from countersign.table_health where relation = 'tasks'`,
  )
  if (!health) throw new Error('tasks is in no report')
  return { behind: health.behind > 6 * tasksEach, dead: health.dead > tasksEach }
}

it('costs claims a bounded number of blocks for each thousand, and nothing once it is over', {
  timeout: 300_000,
}, async () => {
  await claimCost()
  const before = await claimCost()
  const during = await reader.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('select count(*) from countersign.tasks')
    const costs: number[] = []
    for (let round = 0; round < 10; round++) {
      await thousand()
      costs.push(await claimCost())
    }
    // And whoever looks at the reports can see why, once the sessions have reported (at the latest after 10 s idle).
    await expect
      .poll(seen, { timeout: 30_000, interval: 500 })
      .toEqual({ behind: true, dead: true })
    return costs
  })
  // A claim walks past what ran: two blocks a task, and never more with time.
  for (const [round, cost] of during.entries()) {
    expect(cost).toBeLessThan(before + (round + 1) * tasksEach * 2.6)
  }
  await p.admin.query('vacuum countersign.tasks')
  expect(await claimCost()).toBeLessThanOrEqual(before * 1.3)
})
