// Claim and complete per second: interleaved blocks in turning order, so that a slow minute hits everybody and
// nobody always follows the same one; each block on a vacuumed database and warm connections; medians.
import { type Contender, ceiling, graphileWorker, ours, pgBoss } from './contenders.ts'
import { loadPeers } from './peers.ts'
import { type BenchServer, median } from './server.ts'

export interface ThroughputRow {
  name: string
  mode: Contender['mode']
  concurrency: number
  batch: number
  perSecond: number
}

const concurrencies = [1, 8, 32] as const
// A block lasts about a second or two on two cores.
const tasksOf = { 1: 1_500, 8: 4_000, 32: 4_000 } as const

export async function throughput(
  server: BenchServer,
  { blocks, scale, say }: { blocks: number; scale: number; say: (line: string) => void },
): Promise<ThroughputRow[]> {
  const peers = await loadPeers(say)
  const contenders = [
    ours('one by one', await server.database('one')),
    ours('fused', await server.database('fused')),
    ours('batches', await server.database('batches')),
    await pgBoss(peers, await server.database('boss')),
    await graphileWorker(peers, await server.database('graphile')),
    await ceiling(await server.database('bare')),
  ]
  const rates = new Map<string, number[]>()
  for (let block = 0; block < blocks; block++) {
    for (const concurrency of concurrencies) {
      for (let turn = 0; turn < contenders.length; turn++) {
        const contender = contenders[(turn + block) % contenders.length]
        if (!contender) continue
        const tasks = Math.max(100, Math.round(tasksOf[concurrency] * scale))
        const perSecond = await rateOf(contender, concurrency, tasks)
        const key = `${contender.name}/${contender.mode}/${concurrency}`
        rates.set(key, [...(rates.get(key) ?? []), perSecond])
      }
    }
    say(`  block ${block + 1} of ${blocks}`)
  }
  await Promise.all(contenders.map((contender) => contender.close()))
  return concurrencies.flatMap((concurrency) =>
    contenders.map(({ name, mode, batch }) => ({
      name,
      mode,
      concurrency,
      batch,
      perSecond: Math.round(median(rates.get(`${name}/${mode}/${concurrency}`) ?? [])),
    })),
  )
}

/**
 * One block. First what does not count: what the block before left dead is vacuumed away, connections are opened
 * (pools close them between blocks) and every session makes its plans. So the clock starts when the first tasks are done.
 */
export async function rateOf(
  contender: Contender,
  concurrency: number,
  tasks: number,
): Promise<number> {
  const unmeasured = concurrency * 25 * contender.batch
  await contender.fill(unmeasured + tasks)
  await contender.admin.query('vacuum analyze')
  let finished = 0
  let beganMs = Number.NaN
  await contender.drain(concurrency, () => {
    finished++
    if (finished === unmeasured) beganMs = performance.now()
  })
  return (tasks * 1_000) / (performance.now() - beganMs)
}

/** The ratios that the figures are for. */
export function ratiosOf(rows: readonly ThroughputRow[]) {
  const rate = (name: string, mode: string, concurrency: number) =>
    rows.find(
      (row) => row.name.startsWith(name) && row.mode === mode && row.concurrency === concurrency,
    )?.perSecond ?? Number.NaN
  const ratio = (a: number, b: number) => Math.round((a / b) * 100) / 100
  const one = (concurrency: number) => rate('countersign', 'one by one', concurrency)
  const fused = (concurrency: number) => rate('countersign', 'fused', concurrency)
  const boss = (concurrency: number) => rate('pg-boss', 'one by one', concurrency)
  const graphile = (concurrency: number) => rate('graphile', 'one by one', concurrency)
  return {
    onePerPgBoss8: ratio(one(8), boss(8)),
    onePerPgBoss32: ratio(one(32), boss(32)),
    onePerGraphile8: ratio(one(8), graphile(8)),
    onePerGraphile32: ratio(one(32), graphile(32)),
    fusedPerGraphile8: ratio(fused(8), graphile(8)),
    fusedPerGraphile32: ratio(fused(32), graphile(32)),
    batch20PerGraphile32: ratio(rate('countersign', 'batches', 32), graphile(32)),
    onePerCeiling32: ratio(one(32), rate('bare', 'bare', 32)),
  }
}
