// The repository's migrations as Neon's database owner runs them: no superuser, but CREATEROLE.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assertServable, type Database, loadMigrations, migrate, openDatabase } from '#database'
import { startPostgres } from '#local'
import { dumpSchema } from '../database/schema-dump/dump.ts'

// Roles belong to the cluster, and the run's own already has the groups: this takes one of its own.
const home = await mkdtemp(path.join(tmpdir(), 'countersign-deployer-'))
const server = await startPostgres({ dataDir: path.join(home, 'data'), durable: false })
const opened: Database[] = []

afterAll(async () => {
  for (const database of opened) await database.close()
  await server.stop()
  await rm(home, { recursive: true })
})

function open(database: string, user?: string): Database {
  const url = user === undefined ? server.url(database) : server.url(database, user, 'secret')
  const made = openDatabase(url)
  opened.push(made)
  return made
}

test('a deployer without superuser rights can migrate two databases of a cluster, and again', async () => {
  const cluster = open('postgres')
  await cluster.query(`create role deployer login createrole password 'secret'`)
  const set = await loadMigrations()
  const dumps: string[] = []
  for (const name of ['staging', 'production']) {
    await cluster.query(`create database ${name} owner deployer`)
    const deployer = open(name, 'deployer')
    expect(await migrate(deployer, set)).toMatchObject({ version: set.migrations.length })
    expect(await migrate(deployer, set)).toMatchObject({ applied: [], functions: [] })
    await reapplies(name, deployer)
    dumps.push(await dumpSchema(deployer))
  }
  const superuser = open('template1')
  await migrate(superuser, set)
  // Whoever migrates, the same schema comes of it.
  const expected = await dumpSchema(superuser)
  for (const dump of dumps) expect(dump).toBe(expected)
})

/** Function files are re-applied by a later release, as whoever owns them by then. */
async function reapplies(name: string, deployer: Database): Promise<void> {
  const { migrations, functions } = await loadMigrations()
  const changed = functions.map((file) => ({ ...file, sql: `${file.sql}\n-- ${name}` }))
  const result = await migrate(deployer, { migrations, functions: changed })
  expect(result.functions).toHaveLength(functions.length)
}

test('a login that inherits a group is served', async () => {
  const deployer = open('production', 'deployer')
  await deployer.query(`create role ticker login password 'secret' in role countersign_worker`)
  await expect(assertServable(open('production', 'ticker'))).resolves.toBeUndefined()
})
