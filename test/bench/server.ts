// One embedded PostgreSQL for a whole run, with a migrated template and a database per condition.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Database, loadMigrations, migrate, openDatabase } from '#database'
import { startPostgres } from '#local'
import { ensureLogin, generatedPassword, loopbackPolicy, workload, writeRegistry } from '#queue'

const any = { payload: z.unknown(), state: z.unknown(), steps: ['go'] as const, workload: 'bench' }
const free = workload({
  ...any,
  steps: ['go'],
  capability: 'free',
  title: 'No caps',
  caps: { leaseSeconds: 600 },
})
const capped = workload({
  ...any,
  steps: ['go'],
  capability: 'capped',
  title: 'Two at a time',
  caps: { maxRunning: 2, leaseSeconds: 600 },
})
const guarded = workload({
  ...any,
  steps: ['go'],
  capability: 'guarded',
  title: 'A cap that is never full',
  caps: { maxRunning: 1_000, leaseSeconds: 600 },
})

export interface BenchDatabase {
  name: string
  /** Superuser, several connections. */
  admin: Database
  /** The worker login with `connections` connections of its own, direct and so with prepared statements. */
  worker(connections: number, onRoundTrip?: () => void): Database
  adminUrl: string
}

export interface BenchServer {
  /** A fresh migrated database; dropped with the server. */
  database(name: string): Promise<BenchDatabase>
  stop(): Promise<void>
}

/** Starts it. Not durable, like the tests: what is compared all runs on the same server. */
export async function benchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
  const server = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    durable: false,
    settings: { max_connections: 400, shared_buffers: '512MB', max_wal_size: '4GB' },
  })
  const password = generatedPassword()
  const login = 'bench_worker'
  const cluster = openDatabase(server.url())
  const opened: Database[] = [cluster]
  await cluster.query('create database bench_template')
  const template = openDatabase(server.url('bench_template'))
  await migrate(template, await loadMigrations())
  await ensureLogin(template, login, 'countersign_worker', password)
  await writeRegistry(template, [free, capped, guarded], {
    policy: loopbackPolicy,
    login: () => login,
  })
  await template.close()

  return {
    database: async (name) => {
      await cluster.query(`create database ${name} template bench_template strategy file_copy`)
      const open = (url: string, maxConnections: number, onRoundTrip?: () => void) => {
        const options = { maxConnections, prepare: true, ...(onRoundTrip && { onRoundTrip }) }
        const database = openDatabase(url, options)
        opened.push(database)
        return database
      }
      const workerUrl = server.url(name, login, password)
      return {
        name,
        admin: open(server.url(name), 5),
        worker: (connections, onRoundTrip) => open(workerUrl, connections, onRoundTrip),
        adminUrl: server.url(name),
      }
    },
    stop: async () => {
      await Promise.all(opened.map((database) => database.close()))
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
