// Claim latency against what has accumulated: finished history and a backlog of ready tasks.
import type { Database } from '#database'
import { workerVerbs } from '#queue'
import { type BenchDatabase, type BenchServer, quantile } from './server.ts'

export interface LatencyRow {
  finished: number
  backlog: number
  p50Ms: number
  p99Ms: number
  /** Shared buffers that one claim touches: deterministic, where milliseconds are not. */
  buffers: number
}

const conditions = [
  { finished: 0, backlog: 0 },
  { finished: 100_000, backlog: 0 },
  { finished: 1_000_000, backlog: 0 },
  { finished: 0, backlog: 300_000 },
  { finished: 1_000_000, backlog: 300_000 },
] as const

const claimsOfBlock = 200

/** One database a condition, blocks in turn, the lower quartile of block p99: what facts about noise allow. */
export async function latency(
  server: BenchServer,
  { blocks, scale, say }: { blocks: number; scale: number; say: (line: string) => void },
): Promise<LatencyRow[]> {
  const subjects = []
  for (const { finished, backlog } of conditions) {
    const size = { finished: Math.round(finished * scale), backlog: Math.round(backlog * scale) }
    say(`  loading ${size.finished} finished, ${size.backlog} ready`)
    const database = await server.database(`lat_${subjects.length}`)
    await load(database, size)
    const verbs = workerVerbs(database.worker(1))
    subjects.push({ ...size, database, verbs, p50: [] as number[], p99: [] as number[] })
  }
  for (let block = -1; block < blocks; block++) {
    for (const subject of subjects) {
      await ready(subject.database, claimsOfBlock)
      const took: number[] = []
      for (let n = 0; n < claimsOfBlock; n++) {
        const beganMs = performance.now()
        const [task] = await subject.verbs.claim({ capability: 'free', worker: 'w' })
        took.push(performance.now() - beganMs)
        if (!task) throw new Error('nothing to claim')
        await subject.verbs.complete(task)
      }
      if (block < 0) continue
      subject.p50.push(quantile(took, 0.5))
      subject.p99.push(quantile(took, 0.99))
    }
  }
  const rows: LatencyRow[] = []
  for (const { finished, backlog, database, p50, p99 } of subjects) {
    rows.push({
      finished,
      backlog,
      p50Ms: rounded(quantile(p50, 0.5)),
      p99Ms: rounded(quantile(p99, 0.25)),
      buffers: await buffersOfClaim(database),
    })
  }
  return rows
}

/** Fills the tables as they would be, triggers aside: the history of a finished task is loaded with it. */
async function load({ admin }: BenchDatabase, size: { finished: number; backlog: number }) {
  await admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `insert into countersign.tasks (capability, step, status, started_at, finished_at, created_at)
             select 'free', 'go', 'completed', at, at, at
             from generate_series(1, $1::integer) n, lateral (select clock_timestamp() - make_interval(secs => n) as at) t`,
      values: [size.finished],
    },
    {
      text: `insert into countersign.tasks (capability, step, run_at)
             select 'free', 'go', clock_timestamp() - make_interval(secs => n % 86400)
             from generate_series(1, $1::integer) n`,
      values: [size.backlog],
    },
  ])
  await admin.query('vacuum analyze countersign.tasks')
  await admin.query('checkpoint')
}

async function ready({ admin }: BenchDatabase, tasks: number) {
  await admin.query(
    `insert into countersign.tasks (capability, step) select 'free', 'go' from generate_series(1, $1::integer)`,
    [tasks],
  )
}

/**
 * The buffers of a claim in a session whose plans are warm, on a vacuumed table: the least of several, each undone
 * before the next. Unvacuumed, a claim passes what was claimed since: true of any size, so no part of the comparison.
 */
async function buffersOfClaim(database: BenchDatabase): Promise<number> {
  const worker = database.worker(1)
  await ready(database, 20)
  await database.admin.query('vacuum analyze countersign.tasks')
  const seen: number[] = []
  for (let n = 0; n < 12; n++) seen.push(await buffersOfOne(worker))
  await worker.close()
  return Math.min(...seen)
}

async function buffersOfOne(worker: Database): Promise<number> {
  let buffers = Number.NaN
  const undo = new Error('undo')
  await worker
    .transaction(async (tx) => {
      const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) select * from countersign.claim('free', 'w', 1, false, 1)`,
      )
      const plan = row?.['QUERY PLAN'][0]?.Plan ?? {}
      buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return buffers
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
