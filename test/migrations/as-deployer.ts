// The repository's migrations as Neon's database owner runs them: no superuser, but CREATEROLE.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { assertServable, type Database, loadMigrations, migrate, openDatabase } from '#database'
import { startPostgres } from '#local'
import { dumpSchema } from '../database/schema-dump/dump.ts'
import { cli } from '../support/cli.ts'

/**
 * The tests, on a server of their own (roles belong to the cluster, and the run's own already has the
 * groups): the newest PostgreSQL, or the one in `binDir`.
 */
export async function deployerTests(options: { binDir?: string } = {}): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-deployer-'))
  const dataDir = path.join(home, 'data')
  const server = await startPostgres({ dataDir, durable: false, ...options })
  const opened: Database[] = []

  afterAll(async () => {
    for (const database of opened) await database.close()
    await server.stop()
    await rm(home, { recursive: true })
  })

  const open = (database: string, user?: string): Database => {
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

  test('a login that the deployer makes is served and can call its verbs, and no others', async () => {
    const deployer = open('production', 'deployer')
    await deployer.query(`create role ticker login password 'secret' in role countersign_worker`)
    const ticker = open('production', 'ticker')
    await expect(assertServable(ticker)).resolves.toBeUndefined()
    const claim = ticker.query(`select countersign.claim('any', 'w', 1, false, 1)`)
    await expect(claim).rejects.toMatchObject({ code: 'CS003' })
    const reap = ticker.query('select countersign.reap(1)')
    await expect(reap).rejects.toMatchObject({ code: '42501' })
  })

  test('the deployer can set up a stage: registry, logins, secrets', async () => {
    const before = { ...process.env }
    Object.assign(process.env, {
      COUNTERSIGN_SST: fileURLToPath(new URL('../fakes/sst-secrets.mjs', import.meta.url)),
      FAKE_SST_FILE: path.join(home, 'secrets.json'),
    })
    const url = server.url('production', 'deployer', 'secret')
    expect(await cli(url, ['setup', '--stage', 'production'])).toMatchObject({ code: 0, err: '' })
    expect(await cli(url, ['setup', '--stage', 'production', '--check'])).toMatchObject({ code: 0 })
    process.env = before
  })

  test('the deployer can begin a stage and stop it, as the steps after a setup say', async () => {
    const url = server.url('production', 'deployer', 'secret')
    const stage = ['COUNTERSIGN_STAGE', 'COUNTERSIGN_ORIGIN'] as const
    process.env.COUNTERSIGN_STAGE = 'production'
    process.env.COUNTERSIGN_ORIGIN = 'https://approvals.example.org'
    try {
      const { out } = await cli(url, ['operator', 'add', 'ada'])
      expect(out).toMatch(/^https:\/\/approvals\.example\.org\/enrol\/[\w-]{43}$/m)
      for (const step of ['pause', 'resume']) {
        expect(await cli(url, [step, 'housekeeping'])).toMatchObject({ code: 0, err: '' })
      }
      expect(await cli(url, ['doctor'])).toMatchObject({ code: 0, err: '' })
      expect(await cli(url, ['list', '--status', 'approved'])).toMatchObject({ code: 0, err: '' })
    } finally {
      for (const name of stage) delete process.env[name]
    }
  })
}

/** Function files are re-applied by a later release, as whoever owns them by then. */
async function reapplies(name: string, deployer: Database): Promise<void> {
  const { migrations, functions } = await loadMigrations()
  const changed = functions.map((file) => ({ ...file, sql: `${file.sql}\n-- ${name}` }))
  const result = await migrate(deployer, { migrations, functions: changed })
  expect(result.functions).toHaveLength(functions.length)
}
