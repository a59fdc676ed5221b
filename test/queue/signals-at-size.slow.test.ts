// What the signals cost when the queue is large: bounded, whatever was finished and whatever waits.
import { expect, it } from 'vitest'
import { protocol } from '../support/protocol.ts'

const p = await protocol({ checked: false })
await p.capability({ name: 'small', max_running: 3, max_parked: 8, daily_ceiling: 15 })
await p.capability({ name: 'large' })

/** Tasks as they would lie there after months, without the months. */
async function fill(rows: number, columns: string, values: string) {
  await p.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `insert into countersign.tasks (capability, step, ${columns})
             select 'large', 'first', ${values} from generate_series(1, $1) as n`,
      values: [rows],
    },
  ])
}

interface Explained extends Record<string, unknown> {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
}

/** Buffers that one reading of both views touches. */
async function buffers(): Promise<number> {
  let sum = 0
  for (const view of ['signals', 'capability_load']) {
    const [row] = await p.admin.query<Explained>(
      `explain (analyze, buffers, format json) select * from countersign.${view}`,
    )
    const plan = row?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error('no plan')
    sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return sum
}

it('reads a bounded number of buffers with 1 M finished tasks and 300 k waiting, due and future', async () => {
  await p.admin.query('analyze countersign.capabilities')
  const empty = await buffers()
  const ago = (days: number) => `now() - interval '${days} days'`
  await fill(1_000_000, 'status, started_at, finished_at', `'completed', ${ago(9)}, ${ago(8)}`)
  await fill(10_000, 'status, started_at, finished_at', `'dead', ${ago(9)}, ${ago(2)}`)
  await fill(300_000, 'run_at', `${ago(1)} + n * interval '1 microsecond'`)
  await fill(300_000, 'priority, run_at', `9, now() + interval '1 day' + n * interval '1 second'`)
  // With the statistics of an empty table, and with those of this one.
  const stale = await buffers()
  await p.admin.query('analyze countersign.tasks')
  const known = await buffers()
  // A few pages of index for each rank, and the 10,000 dead letters in theirs: measured 494, 989 and 989.
  expect(empty).toBeLessThan(1_000)
  expect(stale).toBeLessThan(2_000)
  expect(known).toBeLessThan(2_000)
  const [load] = await p.admin.query(
    `select ready_new, ready_started, held_by from countersign.capability_load where capability = 'large'`,
  )
  expect(load).toEqual({ ready_new: 100, ready_started: 0, held_by: null })
  const [unclaimed] = await p.admin.query(
    `select value::integer, colour from countersign.signals where signal = 'unclaimed'`,
  )
  expect(unclaimed).toEqual({ value: 100, colour: 'red' })
}, 300_000)
