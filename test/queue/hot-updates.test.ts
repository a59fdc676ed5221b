// What is written again and again touches no index, and writes no history.
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#database'
import { workerVerbs } from '#queue'
import { stocked } from '../support/bursts.ts'
import { protocol } from '../support/protocol.ts'
import { until } from '../support/wait.ts'

const p = await protocol()
// One connection that is not shared, so that it can be told to report its counters.
const direct = openDatabase(p.db.directUrl('postgres'))
afterAll(() => direct.close())

async function updates(): Promise<{ all: number; hot: number }> {
  await direct.query('select pg_stat_force_next_flush()')
  const [row] = await p.admin.query<{ all: number; hot: number }>(
    `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables
     where relid = 'countersign.tasks'::regclass`,
  )
  return row ?? { all: 0, hot: 0 }
}
async function events(): Promise<number> {
  const [row] = await p.admin.query<{ count: number }>(
    'select count(*) as count from countersign.task_events',
  )
  return row?.count ?? 0
}

it('keeps heartbeats off every index and out of the history, with or without a state', async () => {
  const capability = await stocked(p, {}, Array(20).fill({ standing: 'new' }))
  await p.bind('postgres', capability)
  const verbs = workerVerbs(direct)
  const batch = await verbs.claim({ capability, worker: 'w1', limit: 20 })
  const before = await until(async () => {
    const now = await updates()
    return now.all >= 20 && now
  })
  const told = await events()
  for (let beat = 0; beat < 10; beat++) {
    for (const lease of batch) await verbs.heartbeat(lease, beat % 2 ? { beat } : undefined)
    await verbs.heartbeatMany(batch)
  }
  const after = await until(async () => {
    const now = await updates()
    return now.all >= before.all + 400 && now
  })
  expect(after.all - before.all).toBe(400)
  // A page that is full for a moment may cost one or two their place.
  expect(after.hot - before.hot).toBeGreaterThanOrEqual(390)
  expect(await events()).toBe(told)
})

it('has no index on what a heartbeat changes', async () => {
  const columns = await p.admin.query<{ column: string }>(
    `select distinct attname as column
     from pg_index, pg_attribute
     where indrelid = 'countersign.tasks'::regclass
       and attrelid = indrelid
       and (attnum = any (indkey)
         or concat(pg_get_expr(indpred, indrelid), pg_get_expr(indexprs, indrelid)) ~ ('\\m' || attname || '\\M'))`,
  )
  const indexed = columns.map(({ column }) => column)
  expect(indexed).toEqual(expect.arrayContaining(['status', 'rank', 'run_at']))
  for (const column of ['lease_expires_at', 'updated_at', 'state', 'lease_token']) {
    expect(indexed).not.toContain(column)
  }
})
