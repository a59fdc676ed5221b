// What more workers bring: ours alone, from 3 to 30 to 100 of them, each on a connection of its own.
import { type Contender, ours } from './contenders.ts'
import { type BenchServer, median } from './server.ts'
import { rateOf } from './throughput.ts'

const workerCounts = [3, 30, 100] as const
const tasksOfBlock = 3_000

/** Claim and complete per second for each mode and number of workers, medians of interleaved blocks. */
export async function curve(
  server: BenchServer,
  { blocks, scale, say }: { blocks: number; scale: number; say: (line: string) => void },
) {
  const connections = Math.max(...workerCounts)
  const unrecorded = await server.database('curve_unrecorded')
  await unrecorded.admin.query('alter table countersign.tasks disable trigger tasks_updated')
  const subjects: { what: string; contender: Contender }[] = [
    {
      what: 'one by one',
      contender: ours('one by one', await server.database('curve_one'), { connections }),
    },
    {
      what: 'fused',
      contender: ours('fused', await server.database('curve_fused'), { connections }),
    },
    {
      what: 'batches of 20',
      contender: ours('batches', await server.database('curve_batches'), { connections }),
    },
    {
      what: 'one by one, capped',
      contender: ours('one by one', await server.database('curve_capped'), {
        connections,
        capability: 'guarded',
      }),
    },
    {
      what: 'one by one, without history',
      contender: ours('one by one', unrecorded, { connections }),
    },
  ]
  const rows = subjects.map(({ what, contender }) => ({
    what,
    contender,
    rates: new Map<number, number[]>(),
  }))
  for (let block = 0; block < blocks; block++) {
    for (const workers of workerCounts) {
      for (const { contender, rates } of rows) {
        const rate = await rateOf(contender, workers, Math.round(tasksOfBlock * scale))
        rates.set(workers, [...(rates.get(workers) ?? []), rate])
      }
    }
    say(`  block ${block + 1} of ${blocks}`)
  }
  return rows.flatMap(({ what, rates }) =>
    workerCounts.map((workers) => ({
      what,
      workers,
      perSecond: Math.round(median(rates.get(workers) ?? [])),
    })),
  )
}
