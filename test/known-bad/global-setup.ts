// One server with a template database for each known-bad variant.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadMigrations, migrate, openDatabase } from '#database'
import { type PostgresServer, startPostgres } from '#local'
import { mutants } from './mutants.ts'
import { mutate, templateOf } from './mutate.ts'

/** Migrates the variants that were selected; answers the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-known-bad-'))
  const settings = { max_connections: 200, scram_iterations: 1 }
  const server = await startPostgres({ dataDir: join(home, 'data'), durable: false, settings })
  const stop = async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await makeTemplates(server, new Set(project.vitest.projects.map(({ name }) => name)))
  } catch (error) {
    await stop()
    throw error
  }
  const password = decodeURIComponent(new URL(server.url()).password)
  project.provide('server', { port: server.port, password })
  project.provide('server15', null)
  return stop
}

async function makeTemplates(server: PostgresServer, selected: Set<string>): Promise<void> {
  const set = await loadMigrations()
  const cluster = openDatabase(server.url())
  for (const [at, mutant] of mutants.entries()) {
    const name = templateOf(at)
    if (!selected.has(name)) continue
    await cluster.query(`create database ${name}`)
    const template = openDatabase(server.url(name))
    await migrate(template, mutate(set, mutant))
    await template.close()
  }
  await cluster.close()
}
