// The server that startPostgres starts: who may sign in, where it listens, what it refuses.
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '#local'
import { findBinaries } from '../../packages/local/binaries.ts'
import { placeCluster } from '../../packages/local/cluster-dir.ts'
import { thisHost } from '../../packages/local/run-as.ts'
import { freePort, launch } from '../../packages/local/server-process.ts'
import { until } from '../support/wait.ts'
import { ask } from './keep.ts'

// Longer than the 107 bytes that a Unix socket's path may have.
const home = fs.mkdtempSync(path.join(tmpdir(), `countersign-${'long'.repeat(28)}-`))
const dataDir = path.join(home, 'postgres')
const lines: string[] = []
let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres({
    dataDir,
    durable: false,
    settings: { work_mem: '5MB' },
    log: (line) => lines.push(line),
  })
})

afterAll(async () => {
  await server.stop()
  fs.rmSync(home, { recursive: true })
})

async function settingsOf(of: PostgresServer, ...names: string[]): Promise<unknown[]> {
  const wanted = names.map((name) => `current_setting('${name}') as ${name}`)
  const [row = {}] = await ask(of.url(), `select ${wanted.join(', ')}`)
  return names.map((name) => row[name])
}

test('only the generated password signs in, and only its user can read the file it is in', async () => {
  expect(await ask(server.url(), 'select current_user as name')).toEqual([{ name: 'postgres' }])
  await expect(ask(server.url('postgres', 'postgres', 'wrong'), 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })
  const password = new URL(server.url()).password
  expect(password.length).toBeGreaterThanOrEqual(32)
  expect(fs.readFileSync(server.passwordFile, 'utf8')).toBe(password)
  const { mode, uid } = fs.statSync(server.passwordFile)
  expect(mode & 0o777).toBe(0o600)
  expect(uid).toBe(fs.statSync(server.dataDir).uid)
})

test('every sign-in asks for a password in a way that the Neon driver can pipeline', async () => {
  const rules = await ask(server.url(), 'select distinct auth_method from pg_hba_file_rules')
  expect(rules).toEqual([{ auth_method: 'password' }])
})

test('it listens on the loopback address and nowhere else', async () => {
  const found = await settingsOf(server, 'listen_addresses', 'unix_socket_directories', 'work_mem')
  expect(found).toEqual(['127.0.0.1', '', '5MB'])
})

test('what the server writes reaches the log', async () => {
  await until(() => lines.some((line) => line.includes('starting PostgreSQL 18')))
})

test('text is sorted by code point and folded by Unicode rules, whatever the locale', async () => {
  const [row] = await ask(server.url(), `select upper('łódź') as upper, 'a' > 'B' as by_code_point`)
  expect(row).toEqual({ upper: 'ŁÓDŹ', by_code_point: true })
})

test('speed costs no acknowledged commit, and a durable server keeps all safeguards', async () => {
  const guards = ['fsync', 'full_page_writes', 'synchronous_commit']
  expect(await settingsOf(server, ...guards)).toEqual(['off', 'off', 'on'])
  await server.stop()
  server = await startPostgres({ dataDir })
  expect(await settingsOf(server, ...guards)).toEqual(['on', 'on', 'on'])
})

test('two servers run at once, each with a port and a password of its own', async () => {
  const other = await startPostgres({ dataDir: path.join(home, 'other'), durable: false })
  const [one, two] = [new URL(server.url()), new URL(other.url())]
  expect([one.port === two.port, one.password === two.password]).toEqual([false, false])
  for (const each of [server, other]) {
    expect(await ask(each.url(), 'select 1 as one')).toEqual([{ one: 1 }])
  }
  await other.stop()
})

test('a taken port is refused by number when asked for, else another one is picked', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const taken = typeof address === 'object' && address !== null ? address.port : 0
  await server.stop()
  await expect(startPostgres({ dataDir, port: taken })).rejects.toThrow(
    `Port ${taken} is taken by another program. Stop that one, or choose another port.`,
  )
  const offered = [taken, await freePort()]
  const place = placeCluster(dataDir, thisHost)
  const options = { settings: { unix_socket_directories: '' }, log: () => {} }
  const binaries = findBinaries(place.who, () => home)
  const next = async () => offered.shift() ?? 0
  const { child, port } = await launch(place, binaries, options, next)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await exited
  other.close()
  expect([port === taken, offered]).toEqual([false, []])
  server = await startPostgres({ dataDir, port })
  expect(server.port).toBe(port)
})

test('stopping twice is one clean stop, and the data is there at the next start', async () => {
  await ask(server.url(), 'create table if not exists kept (n int)', 'insert into kept values (7)')
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(await server.exited).toEqual({ code: 0, signal: null })
  lines.length = 0
  server = await startPostgres({ dataDir, log: (line) => lines.push(line) })
  // It needed no recovery.
  await until(() => lines.some((line) => line.includes('database system was shut down at')))
  expect(await ask(server.url(), 'select n from kept')).toEqual([{ n: 7 }])
})

test('programs of another PostgreSQL are used when named', async () => {
  const own = findBinaries(undefined, () => home)
  expect(findBinaries(undefined, () => home, own.binDir)).toEqual(own)
  await expect(startPostgres({ dataDir, binDir: home })).rejects.toThrow(
    `PostgreSQL in ${home} does not run`,
  )
})

test('a folder that is not a cluster of this version and ours is refused by name', async () => {
  await server.stop()
  const version = path.join(server.dataDir, 'PG_VERSION')
  fs.writeFileSync(version, '15\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 15; this is PostgreSQL 18.*Move the folder away/,
  )
  fs.writeFileSync(version, '18\n')
  fs.renameSync(server.passwordFile, `${server.passwordFile}.away`)
  await expect(startPostgres({ dataDir })).rejects.toThrow(/superuser\.password is missing/)
  const foreign = path.join(home, 'foreign')
  fs.mkdirSync(foreign)
  fs.writeFileSync(path.join(foreign, 'notes.txt'), 'mine')
  await expect(startPostgres({ dataDir: foreign })).rejects.toThrow(
    `${foreign} holds something else than a PostgreSQL cluster. Choose another folder.`,
  )
  expect(fs.readdirSync(foreign)).toEqual(['notes.txt'])
})

test('what the file system refuses is told as such, without a stack', async () => {
  const inAFile = path.join(dataDir, 'PG_VERSION', 'postgres')
  await expect(startPostgres({ dataDir: inAFile })).rejects.toThrow(
    /PostgreSQL could not start on .*(ENOTDIR|EEXIST).*Check that/,
  )
})
