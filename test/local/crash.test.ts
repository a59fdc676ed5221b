// What a death leaves behind: of this process, of the server, and what a stale lock file claims.
import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#local'
import { findBinaries } from '../../packages/local/binaries.ts'
import { placeCluster } from '../../packages/local/cluster-dir.ts'
import { readLock } from '../../packages/local/lock-file.ts'
import { thisHost } from '../../packages/local/run-as.ts'
import { freePort, launch } from '../../packages/local/server-process.ts'
import { until } from '../support/wait.ts'
import { ask, type Keeper, keep, lives } from './keep.ts'

const home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'countersign-crash-')))
const dataDir = path.join(home, 'postgres')
const lockFile = path.join(dataDir, 'postmaster.pid')
const started: ChildProcess[] = []

// One cluster for the whole file: each test ends with the server down.
beforeAll(async () => {
  const server = await startPostgres({ dataDir, durable: false })
  await ask(server.url(), 'create table kept (n int)')
  await server.stop()
})

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  // A server that a failed test left behind may still be going down.
  fs.rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

async function keeper(): Promise<Keeper> {
  const kept = await keep({ dataDir })
  started.push(kept.node)
  return kept
}

const gone = (pid: number) => until(() => !lives(pid), { what: `the end of process ${pid}` })

test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
  'the server goes down cleanly with the process that started it: %s',
  async (signal) => {
    const { node, pid } = await keeper()
    node.kill(signal)
    await gone(pid)
    expect(fs.existsSync(lockFile)).toBe(false)
  },
)

test('a start right after such a death waits for the old server to leave', async () => {
  const { node, pid } = await keeper()
  node.kill('SIGKILL')
  const server = await startPostgres({ dataDir, durable: false })
  expect([lives(pid), server.pid === pid]).toEqual([false, false])
  await server.stop()
})

test('Ctrl-C reaches the process first; the server goes on serving, still watched', async () => {
  const kept = await keeper()
  process.kill(-(kept.node.pid ?? 0), 'SIGINT') // what a terminal does: everybody in the group
  expect(await kept.heard()).toEqual({ signal: 'SIGINT' })
  // Long enough for a shutdown that had begun to cut it off.
  const answer = await ask(kept.url, 'select pg_sleep(0.3)', 'select 1 as one')
  expect(answer).toEqual([{ one: 1 }])
  kept.node.kill('SIGKILL')
  await gone(kept.pid)
})

test('once its server is stopped or has died, nothing of it keeps a process alive', async () => {
  const stopped = await keeper()
  expect(await stopped.stop()).toBe(0)
  const bereft = await keeper()
  process.kill(bereft.pid, 'SIGKILL')
  bereft.node.stdin?.end()
  await until(() => bereft.node.exitCode !== null, { what: 'the end of the process' })
  expect(bereft.node.exitCode).toBe(0)
})

test('every committed row is there after a kill -9 of the server', async () => {
  const kept = await keeper()
  await ask(kept.url, 'insert into kept select generate_series(1, 1000)')
  process.kill(kept.pid, 'SIGKILL')
  const server = await startPostgres({ dataDir, durable: false })
  expect(await ask(server.url(), 'select count(*)::int as rows from kept')).toEqual([
    { rows: 1000 },
  ])
  await server.stop()
  kept.node.kill('SIGKILL')
})

/** Connects and stops the backend that serves it, which then can't end by itself. */
async function stuckBackend(url: string): Promise<{ pid: number; client: pg.Client }> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGSTOP')
  return { pid: rows[0].pid, client }
}

test('a start waits for what a killed server has left running', async () => {
  const kept = await keeper()
  const { pid, client } = await stuckBackend(kept.url)
  process.kill(kept.pid, 'SIGKILL')
  const refusals: string[] = []
  const log = (line: string) => {
    if (!line.includes('pre-existing shared memory block')) return
    refusals.push(line)
    process.kill(pid, 'SIGCONT')
  }
  const server = await startPostgres({ dataDir, durable: false, log })
  expect(refusals.length).toBeGreaterThan(0)
  await server.stop()
  client.end().catch(() => {})
  kept.node.kill('SIGKILL')
})

test('a server that does not end by itself is stopped within three seconds all the same', async () => {
  const server = await startPostgres({ dataDir, durable: false })
  const { pid, client } = await stuckBackend(server.url())
  const begun = performance.now()
  await server.stop()
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(lives(server.pid)).toBe(false)
  process.kill(pid, 'SIGCONT')
  await gone(pid)
  client.end().catch(() => {})
})

/** Starts `command` as the user who runs the server here. */
function asServerUser(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { ...placeCluster(dataDir, thisHost).who, cwd: '/' })
  started.push(child)
  return child
}

/** A shell under the server's name and with its arguments, which are all that identifies one. */
function asServerOf(dir: string): ChildProcess {
  const { who } = placeCluster(dataDir, thisHost)
  const args = ['-c', 'read -r _', 'sh', '-D', dir]
  const child = spawn('sh', args, { ...who, cwd: '/', argv0: '/usr/bin/postgres' })
  started.push(child)
  return child
}

/** A lock file as a server with this pid would have left it. */
function plantLock(pid: number): void {
  const lines = [pid, dataDir, 1, 5432, '', '127.0.0.1', '  1 2', 'ready   ', '']
  fs.writeFileSync(lockFile, lines.join('\n'))
  const { uid, gid } = fs.statSync(dataDir)
  fs.chownSync(lockFile, uid, gid)
}

test('a lock file whose pid now belongs to another program does not prevent a start', async () => {
  const other = asServerUser('sleep', '60')
  plantLock(other.pid ?? 0)
  const server = await startPostgres({ dataDir, durable: false })
  expect(lives(other.pid ?? 0)).toBe(true)
  await server.stop()
  other.kill('SIGKILL')
})

test('nor does one whose pid belongs to the server of another folder', async () => {
  const other = asServerOf(home)
  plantLock(other.pid ?? 0)
  const server = await startPostgres({ dataDir, durable: false })
  expect(lives(other.pid ?? 0)).toBe(true)
  await server.stop()
  other.kill('SIGKILL')
})

test('but one whose pid belongs to a server of the same folder does', async () => {
  const holder = asServerOf(dataDir)
  plantLock(holder.pid ?? 0)
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `already runs on ${dataDir} (process ${holder.pid}, port 5432)`,
  )
  expect(fs.existsSync(lockFile)).toBe(true)
  holder.kill('SIGKILL')
  fs.rmSync(lockFile)
})

test('a start that is overtaken by another one hears of it', async () => {
  const holder = asServerOf(dataDir)
  const overtaken = async () => {
    plantLock(holder.pid ?? 0) // between the look at the lock file and the server's own
    return freePort()
  }
  const place = placeCluster(dataDir, thisHost)
  const binaries = findBinaries(place.who, () => home)
  const launched = launch(place, binaries, { settings: {}, log: () => {} }, overtaken)
  await expect(launched).rejects.toThrow(`already runs on ${dataDir} (process ${holder.pid}`)
  holder.kill('SIGKILL')
  fs.rmSync(lockFile)
})

test('a killed server that nobody has reaped, a zombie, does not prevent a start', async () => {
  const { binDir } = findBinaries(placeCluster(dataDir, thisHost).who, () => home)
  const flags = ['-D', dataDir, '-p', '1', '-c', 'listen_addresses=', '-c', 'fsync=off']
  const run = [`${binDir}/postgres`, ...flags, '-c', `unix_socket_directories=`]
  // sleep takes the shell's place and so becomes the parent, one that never reaps.
  const parent = asServerUser('sh', '-c', '"$@" & exec sleep 60', 'sh', ...run)
  const pid = await until(() => readLock(dataDir)?.pid)
  process.kill(pid, 'SIGKILL')
  await gone(pid)
  expect(() => process.kill(pid, 0)).not.toThrow() // still in the process table
  const server = await startPostgres({ dataDir, durable: false })
  await server.stop()
  parent.kill('SIGKILL')
})

test('the watchdog signals only a process that the lock file names', async () => {
  // Two programs in place of servers, watched over by a process that is then killed.
  const [named, other] = [asServerUser('sleep', '60'), asServerUser('sleep', '60')]
  const folders = ['named', 'unnamed'].map((name) => path.join(home, name))
  for (const folder of folders) {
    fs.mkdirSync(folder)
    fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${named.pid}\n`)
  }
  const module = JSON.stringify(new URL('../../packages/local/watchdog.ts', import.meta.url).href)
  const script = `
    import { watchOver } from ${module}
    const server = (pid) => ({ pid, kill() {}, once() {} })
    const who = ${JSON.stringify(placeCluster(dataDir, thisHost).who ?? null)} ?? undefined
    watchOver(server(${other.pid}), ${JSON.stringify(folders[1])}, who)
    watchOver(server(${named.pid}), ${JSON.stringify(folders[0])}, who)
    console.log('watching')
  `
  const node = spawn(process.execPath, ['--input-type=module', '-e', script])
  started.push(node)
  await new Promise((resolve) => node.stdout.once('data', resolve))
  node.kill('SIGKILL')
  await until(() => named.signalCode, { what: 'the end of the watched process' })
  expect([named.signalCode, lives(other.pid ?? 0)]).toEqual(['SIGINT', true])
  other.kill('SIGKILL')
})
