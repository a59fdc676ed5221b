// Once per run: the servers the selected lanes need, each with a migrated template database.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadMigrations, migrate, openDatabase } from '#database'
import { type PostgresServer, startPostgres } from '#local'
import { DEBIAN_15, type ServerFacts } from './lane.ts'
import { TEMPLATE } from './test-database.ts'

/** Provides `server` and `server15`; answers the teardown that stops them and removes their data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: { server: PostgresServer; home: string }[] = []
  const start = async (options: { binDir?: string; settings: Record<string, string | number> }) => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-test-'))
    const dataDir = join(home, 'data')
    const server = await startPostgres({ dataDir, durable: false, ...options })
    started.push({ server, home })
    await makeTemplate(server)
    return factsOf(server)
  }
  const stopAll = async () => {
    for (const { server, home } of started) {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    }
  }
  const needs15 = project.vitest.projects.some(({ name }) => name === 'slow:pg15')
  try {
    // Passwords are checked once per connection: one round of hashing is enough for a test.
    const settings = { max_connections: 400, scram_iterations: 1 }
    project.provide('server', await start({ settings }))
    project.provide('server15', needs15 ? await start(postgres15()) : null)
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

/** Debian's PostgreSQL 15, as options for `startPostgres`. */
export function postgres15() {
  if (!existsSync(join(DEBIAN_15, 'postgres'))) {
    throw new Error('the lane pg15 needs PostgreSQL 15: apt-get install postgresql-15')
  }
  return { binDir: DEBIAN_15, settings: { max_connections: 400 } }
}

function factsOf(server: PostgresServer): ServerFacts {
  return { port: server.port, password: decodeURIComponent(new URL(server.url()).password) }
}

async function makeTemplate(server: PostgresServer): Promise<void> {
  const cluster = openDatabase(server.url())
  await cluster.query(`create database ${TEMPLATE}`)
  const template = openDatabase(server.url(TEMPLATE))
  await migrate(template, await loadMigrations())
  await template.close()
  // A copy fails while anyone is connected to the template.
  await cluster.query(`alter database ${TEMPLATE} is_template true allow_connections false`)
  await cluster.close()
}
