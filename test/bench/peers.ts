// The other queues, from a folder and a lockfile of their own: nothing of ours depends on them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What the bench uses of them. */
export interface Peers {
  PgBoss: new (options: object) => PgBossInstance
  Logger: new (write: () => () => void) => object
  runMigrations(options: object): Promise<void>
  runOnce(options: object): Promise<void>
}

interface PgBossInstance {
  on(event: 'error', listener: () => void): void
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  createQueue(name: string): Promise<void>
  insert(name: string, jobs: { data: object }[]): Promise<unknown>
  fetch(name: string, options: { batchSize: number }): Promise<{ id: string }[]>
  complete(name: string, id: string): Promise<unknown>
}

const folder = fileURLToPath(new URL('peers/', import.meta.url))

/** Installs the peers on first use and loads them. */
export async function loadPeers(say: (line: string) => void): Promise<Peers> {
  if (!existsSync(`${folder}node_modules/pg-boss`)) {
    say('installing pg-boss and graphile-worker into test/bench/peers')
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const resolve = createRequire(`${folder}package.json`).resolve
  const load = async (name: string) => await import(pathToFileURL(resolve(name)).href)
  const { PgBoss } = await load('pg-boss')
  const graphile = await load('graphile-worker')
  const { Logger, runMigrations, runOnce } = graphile.default ?? graphile
  return { PgBoss, Logger, runMigrations, runOnce }
}
