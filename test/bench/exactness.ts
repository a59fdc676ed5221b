// What must be exact whatever the speed: caps under a hundred claimers, and the cost of having nothing to do.

import { z } from 'zod'
import { loopbackPolicy, tick, workerVerbs, workload } from '#queue'
import type { BenchServer } from './server.ts'

const claimers = 100

/** Bursts of a hundred claims at once against a cap of two: how many went over, how many places were lost. */
export async function caps(server: BenchServer, { bursts }: { bursts: number }) {
  const database = await server.database('caps')
  const worker = database.worker(claimers)
  const verbs = workerVerbs(worker)
  await database.admin.query(
    `insert into countersign.tasks (capability, step)
     select 'capped', 'go' from generate_series(1, $1::integer)`,
    [bursts * 2 + claimers],
  )
  let over = 0
  let lost = 0
  for (let burst = 0; burst < bursts; burst++) {
    const claims = await Promise.all(
      Array.from({ length: claimers }, (_, at) =>
        verbs.claim({ capability: 'capped', worker: `w${at}`, limit: 1 + (at % 20) }),
      ),
    )
    const won = claims.flat()
    over += Math.max(0, won.length - 2)
    lost += Math.max(0, 2 - won.length)
    await verbs.completeMany(won)
  }
  return { bursts, over, lost }
}

/** The statements and connections of a tick that finds nothing. */
export async function emptyTick(server: BenchServer) {
  const database = await server.database('empty')
  let trips = 0
  const worker = database.worker(5, () => trips++)
  const definition = workload({
    capability: 'free',
    workload: 'bench',
    title: 'No caps',
    caps: {},
    payload: z.unknown(),
    state: z.unknown(),
    steps: ['go'],
  })
  await tick({
    database: worker,
    workloads: [{ definition, load: async () => Promise.reject(new Error('nothing runs')) }],
    function: 'bench',
    policy: loopbackPolicy,
    log: () => {},
    withinMs: 60_000,
    statements: () => trips,
  })
  const [row] = await database.admin.query<{ connections: number }>(
    `select count(*)::integer as connections from pg_stat_activity
     where datname = current_database() and usename = 'bench_worker'`,
  )
  return { statements: trips, connections: row?.connections ?? 0 }
}
