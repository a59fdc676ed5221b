// What is measured: the same work, claim a task and complete it, by each queue in each of its modes. Each has a
// database of its own, connections of its own (all direct), and its history where it keeps one.
import pg from 'pg'
import type { Queryable } from '#database'
import { workerVerbs } from '#queue'
import type { Peers } from './peers.ts'
import type { BenchDatabase } from './server.ts'

/** What pg, pg-boss and graphile-worker open by default. With one for each of 32 workers every contender is slower. */
const connectionsOfEach = 10

export interface Contender {
  name: string
  mode: 'one by one' | 'fused' | 'batches' | 'bare'
  batch: number
  /** Its database, for a superuser. */
  admin: Queryable
  /** Adds this many tasks, outside the measured time. */
  fill(tasks: number): Promise<void>
  /** Claims and completes all of them with this many workers, saying of each when it is done. */
  drain(concurrency: number, done: () => void): Promise<void>
  close(): Promise<void>
}

/** Runs `concurrency` copies of a loop until each has found nothing. */
async function workers(
  concurrency: number,
  loop: (worker: string) => Promise<void>,
): Promise<void> {
  await Promise.all(Array.from({ length: concurrency }, (_, at) => loop(`w${at}`)))
}

type Verbs = ReturnType<typeof workerVerbs>

interface Ask {
  capability: string
  worker: string
}

/** How one of our workers takes all there is, for each mode. */
const loops = {
  'one by one': async (verbs: Verbs, ask: Ask, done: () => void) => {
    for (;;) {
      const [task] = await verbs.claim(ask)
      if (!task) return
      await verbs.complete(task)
      done()
    }
  },
  fused: async (verbs: Verbs, ask: Ask, done: () => void) => {
    let [task] = await verbs.claim(ask)
    for (; task; done()) [task] = await verbs.completeAndClaim(task, null, ask)
  },
  batches: async (verbs: Verbs, ask: Ask, done: () => void) => {
    for (;;) {
      const batch = await verbs.claim({ ...ask, limit: 20 })
      if (batch.length === 0) return
      await verbs.completeMany(batch)
      batch.forEach(done)
    }
  },
}

/** Ours in one of its modes: the typed client, a worker login; history, fencing and roles as always. */
export function ours(
  mode: keyof typeof loops,
  database: BenchDatabase,
  { capability = 'free', connections = connectionsOfEach } = {},
): Contender {
  const worker = database.worker(connections)
  const verbs = workerVerbs(worker)
  return {
    name: 'countersign',
    mode,
    batch: mode === 'batches' ? 20 : 1,
    admin: database.admin,
    fill: async (tasks) => {
      // As `enqueue` leaves them, in one statement; the history trigger fires as always.
      await database.admin.query(
        `insert into countersign.tasks (capability, step, payload, actor)
         select $2, 'go', jsonb_build_object('n', n), 'bench' from generate_series(1, $1::integer) n`,
        [tasks, capability],
      )
    },
    drain: (concurrency, done) =>
      workers(concurrency, (name) => loops[mode](verbs, { capability, worker: name }, done)),
    close: () => worker.close(),
  }
}

/** The least a claim and a completion can be: one prepared SKIP LOCKED update, one update. No rules kept. */
export async function ceiling(database: BenchDatabase): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: connectionsOfEach })
  pool.on('error', () => {})
  await pool.query(`
    create table bare (id bigint generated always as identity primary key, done boolean not null default false, locked boolean not null default false);
    create index bare_ready on bare (id) where not locked and not done;
    alter table bare set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 80)`)
  const take = {
    name: 'take',
    text: `update bare set locked = true where id = (
             select id from bare where not locked and not done order by id limit 1 for update skip locked
           ) returning id`,
  }
  return {
    name: 'bare ceiling',
    mode: 'bare',
    batch: 1,
    admin: database.admin,
    fill: async (tasks) => {
      await pool.query(
        'insert into bare (done) select false from generate_series(1, $1::integer)',
        [tasks],
      )
    },
    drain: (concurrency, done) =>
      workers(concurrency, async () => {
        for (;;) {
          const { rows } = await pool.query<{ id: string }>(take)
          const id = rows[0]?.id
          if (id === undefined) return
          await pool.query({
            name: 'finish',
            text: 'update bare set done = true where id = $1',
            values: [id],
          })
          done()
        }
      }),
    close: () => pool.end(),
  }
}

/** Without its supervision and schedules: nothing but the work. It sends its statements unprepared, as it does. */
export async function pgBoss({ PgBoss }: Peers, database: BenchDatabase): Promise<Contender> {
  const boss = new PgBoss({
    connectionString: database.adminUrl,
    max: connectionsOfEach,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('bench')
  return {
    name: 'pg-boss 12',
    mode: 'one by one',
    batch: 1,
    admin: database.admin,
    fill: async (tasks) => {
      for (let left = tasks; left > 0; left -= 1_000) {
        const jobs = Array.from({ length: Math.min(left, 1_000) }, (_, n) => ({ data: { n } }))
        await boss.insert('bench', jobs)
      }
    },
    drain: (concurrency, done) =>
      workers(concurrency, async () => {
        for (;;) {
          const [job] = await boss.fetch('bench', { batchSize: 1 })
          if (!job) return
          await boss.complete('bench', job.id)
          done()
        }
      }),
    close: () => boss.stop({ graceful: false }),
  }
}

/** Its own loop with so many workers, each taking a job and completing it; its statements prepared, as it does. */
export async function graphileWorker(
  { Logger, runMigrations, runOnce }: Peers,
  database: BenchDatabase,
): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: connectionsOfEach })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // It would write a line for every task; nobody else here does.
  const logger = new Logger(() => () => {})
  await runMigrations({ pgPool: pool, logger })
  return {
    name: 'graphile-worker 0.18',
    mode: 'one by one',
    batch: 1,
    admin: database.admin,
    fill: async (tasks) => {
      await pool.query(
        `select graphile_worker.add_jobs(array(
           select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', 'bench', 'payload', json_build_object('n', n)))
           from generate_series(1, $1::integer) n))`,
        [tasks],
      )
    },
    drain: (concurrency, done) =>
      runOnce({
        pgPool: pool,
        logger,
        concurrency,
        noHandleSignals: true,
        taskList: { bench: async () => done() },
      }),
    close: () => pool.end(),
  }
}
