// A primary and its standby on this machine, so that a test can lose the one and go on with the other.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadMigrations, migrate, openDatabase } from '#database'
import { type PostgresServer, startPostgres } from '#local'
import { until } from './wait.ts'

export interface Pair {
  primary: PostgresServer
  standby: PostgresServer
  /** The standby is told nothing more, so that what the primary commits from now on dies with it. */
  silence(): void
  /** Kills the primary's whole process group with SIGKILL, then promotes the standby. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the pair, migrated, with what `prepare` does to the primary before it is copied: a cold copy of a
 * stopped cluster is a valid standby. Replication is synchronous: a commit is acknowledged once both have it.
 */
export async function startPair(prepare: (url: string) => Promise<void>): Promise<Pair> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-pair-'))
  // Each in a folder of its own, which the user who runs the server can be let through.
  const folder = (name: string) => {
    mkdirSync(join(home, name))
    return join(home, name, 'data')
  }
  // Both need the same: a standby with a lower limit than its primary's refuses to start.
  const settings = { max_connections: 60, wal_keep_size: '256MB', wal_retrieve_retry_interval: 100 }
  const started: PostgresServer[] = []
  const start = async (dataDir: string, more: Record<string, string> = {}) => {
    const server = await startPostgres({
      dataDir,
      durable: false,
      settings: { ...settings, ...more },
    })
    started.push(server)
    return server
  }
  const stop = async () => {
    for (const server of started) await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const dataDir = folder('primary')
    const first = await start(dataDir)
    const database = openDatabase(first.url())
    await migrate(database, await loadMigrations())
    await database.close()
    await prepare(first.url())
    await first.stop()
    const copy = folder('standby')
    execFileSync('cp', ['-a', first.dataDir, copy])
    const signal = join(copy, 'standby.signal')
    writeFileSync(signal, '')
    const primary = await start(dataDir, { synchronous_standby_names: '*' })
    const { port, password } = new URL(primary.url())
    const standby = await start(copy, {
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
    })
    const sender = await walSender(primary.url())
    return {
      primary,
      standby,
      silence: () => void process.kill(sender, 'SIGSTOP'),
      failOver: () => failOver(primary, standby, sender),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The process that feeds the standby, once that follows its primary synchronously. */
async function walSender(url: string): Promise<number> {
  const database = openDatabase(url)
  const following = `select pid from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
  const pid = await until(async () => (await database.query<{ pid: number }>(following))[0]?.pid, {
    timeoutMs: 10_000,
    what: 'the standby following its primary',
  })
  await database.close()
  return pid
}

async function failOver(primary: PostgresServer, standby: PostgresServer, sender: number) {
  process.kill(-primary.pid, 'SIGKILL')
  try {
    // It leads a group of its own, and one that was silenced would outlive its server.
    process.kill(sender, 'SIGKILL')
  } catch {
    // ESRCH: it has seen that its server is gone.
  }
  await primary.exited
  const database = openDatabase(standby.url())
  const [row] = await database.query('select pg_promote(true, 30) as promoted')
  await database.close()
  if (row?.promoted !== true) throw new Error('the standby was not promoted')
}
