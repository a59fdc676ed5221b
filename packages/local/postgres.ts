// Starts a real PostgreSQL server as a child of this process: for `npm start` and for the tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { type ClusterPlace, placeCluster, sharedDir } from './cluster-dir.ts'
import { clearLock, readLock } from './lock-file.ts'
import { childEnvironment, PostgresUnavailable, thisHost } from './run-as.ts'
import { watchOver } from './watchdog.ts'

export interface PostgresOptions {
  /** The cluster's folder; made on first use. */
  dataDir: string
  /** Port to listen on; without one a free port is picked. */
  port?: number
  /** `false` trades safety against a power cut for speed; a killed process still loses nothing. */
  durable?: boolean
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string | number>
  /** Gets each line the server writes. */
  log?: (line: string) => void
  /** Programs of another PostgreSQL than the one from npm. */
  binDir?: string
}

export interface PostgresServer {
  port: number
  pid: number
  /** Where the cluster really lies: `dataDir`, or what it links to. */
  dataDir: string
  /** How the server ended, once it has. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** A URL for `database`; by default the superuser's, with its generated password. */
  url(database?: string, user?: string, password?: string): string
  /** Fast shutdown (2 s), then immediate (2 s), then by force. May be called again. */
  stop(): Promise<void>
}

const startLimitMs = 120_000
const stopStepMs = 2_000
const portAttempts = 8

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function serverArguments(dir: string, port: number, options: PostgresOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // No socket file: no folder for it to be safe in, and no path that is too long for one.
    unix_socket_directories: '',
    max_connections: 200,
    // synchronous_commit stays on: without it a `kill -9` loses acknowledged commits.
    ...(options.durable === false ? { fsync: 'off', full_page_writes: 'off' } : {}),
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dir, '-p', String(port), ...flags]
}

/** Passes the server's lines on and keeps the last of them, to say why a start failed. */
function followLog(child: ChildProcess, log: (line: string) => void): () => string {
  let tail: string[] = []
  let rest = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(-4_000)
    tail = [...tail, ...lines].slice(-20)
    for (const line of lines) log(line)
  })
  return () => [...tail, rest].join('\n').trim()
}

type Attempt =
  | { started: true; child: ChildProcess; pid: number }
  | { started: false; reason: string }

/** Starts the server once and waits until its lock file says that it takes connections. */
async function attempt(
  place: ClusterPlace,
  binaries: Binaries,
  port: number,
  options: PostgresOptions,
): Promise<Attempt> {
  const child = spawn(
    path.join(binaries.binDir, 'postgres'),
    serverArguments(place.dir, port, options),
    {
      ...place.who,
      cwd: '/',
      env: childEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // its own process group: Ctrl-C reaches this process first, the server last
    },
  )
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  const lastLines = followLog(child, options.log ?? (() => {}))
  child.once('close', (code, signal) => {
    ended ??= lastLines() || `it ended at once (${code ?? signal})`
  })
  const { pid } = child
  if (pid !== undefined) watchOver(child, place.dir, place.who)
  const begun = Date.now()
  while (ended === undefined) {
    const lock = readLock(place.dir)
    if (pid !== undefined && lock?.pid === pid && /^(ready|standby)$/.test(lock.status)) {
      return { started: true, child, pid }
    }
    if (Date.now() - begun > startLimitMs) {
      child.kill('SIGQUIT')
      return { started: false, reason: `not ready after ${startLimitMs / 1000} s\n${lastLines()}` }
    }
    await pause(10)
  }
  return { started: false, reason: ended }
}

const portTaken = /could not bind|could not create any TCP/

/** Tries until the server runs: again on another port, or while old backends are still leaving. */
async function launch(place: ClusterPlace, binaries: Binaries, options: PostgresOptions) {
  let reason = ''
  for (let tries = 0; tries < portAttempts; tries += 1) {
    const port = options.port ?? (await freePort())
    const result = await attempt(place, binaries, port, options)
    if (result.started) return { ...result, port }
    reason = result.reason
    if (portTaken.test(reason)) {
      if (options.port === undefined) continue
      throw new PostgresUnavailable(
        `Port ${port} is taken by another program. Stop that one, or choose another port.`,
      )
    }
    if (!/pre-existing shared memory block/.test(reason)) break
    await pause(250)
  }
  throw new PostgresUnavailable(`PostgreSQL did not start on ${place.dir}:\n${reason}`)
}

function urlMaker(port: number, superuserPassword: string): PostgresServer['url'] {
  return (database = 'postgres', user = 'postgres', password) => {
    const secret = password ?? (user === 'postgres' ? superuserPassword : '')
    const login = [user, secret].filter((part) => part !== '').map(encodeURIComponent)
    return `postgresql://${login.join(':')}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  }
}

/**
 * Starts a PostgreSQL server that listens on the loopback address only, with password sign-in, and
 * that ends with this process however that one ends. The data folder is created on first use.
 * Throws `PostgresUnavailable`, whose message names the cause and the remedy.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const place = placeCluster(options.dataDir, thisHost)
  const copyParent = () => (place.who ? sharedDir(thisHost) : path.dirname(place.dir))
  const binaries = findBinaries(place.who, copyParent, options.binDir)
  const password = await prepareCluster(place, binaries, options.durable !== false)
  await clearLock(place.dir)
  const { child, pid, port } = await launch(place, binaries, options)
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve({ code: child.exitCode, signal: child.signalCode })
    } else child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const stop = async () => {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      child.kill(signal) // does nothing once the process was reaped
      const waiting = new AbortController()
      const limit = pause(stopStepMs, undefined, { signal: waiting.signal }).catch(() => {})
      await Promise.race([exited, limit])
      waiting.abort()
      if (child.exitCode !== null || child.signalCode !== null) return
    }
    await exited
  }
  return { port, pid, dataDir: place.dir, exited, url: urlMaker(port, password), stop }
}
