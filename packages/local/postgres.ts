// Starts a real PostgreSQL server as a child of this process: for `npm start` and for the tests.
import type { ChildProcess } from 'node:child_process'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { passwordFileOf, prepareCluster } from './cluster.ts'
import { placeCluster, sharedDir } from './cluster-dir.ts'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { type Host, thisHost } from './run-as.ts'
import { launch } from './server-process.ts'

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
  /** Programs of another PostgreSQL than the one from npm, such as Debian's. */
  binDir?: string
}

/** How a process ended. */
interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface PostgresServer {
  port: number
  pid: number
  /** Where the cluster really lies: `dataDir`, or what it links to. */
  dataDir: string
  /** Holds the superuser's password. */
  passwordFile: string
  /** How the server ended, once it has. */
  exited: Promise<Exit>
  /** A URL for `database`; by default the superuser's, with its generated password. */
  url(database?: string, user?: string, password?: string): string
  /** Fast shutdown; after 1.5 s an immediate one, after 2 s by force. May be called again. */
  stop(): Promise<void>
}

/** What stopping tries, and how long each gets: 2 s until the server is gone one way or another. */
const stopSteps = [
  ['SIGINT', 1_500],
  ['SIGQUIT', 500],
  ['SIGKILL', 2_000],
] as const

/**
 * Starts a PostgreSQL server that listens on the loopback address only, with password sign-in. It
 * keeps this process alive until it is stopped, and goes down with it however that one ends.
 * Throws `PostgresUnavailable`, whose message names the cause and the remedy.
 */
export async function startPostgres(
  options: PostgresOptions,
  host: Host = thisHost,
): Promise<PostgresServer> {
  try {
    return await start(options, host)
  } catch (error) {
    if (error instanceof PostgresUnavailable || !(error instanceof Error)) throw error
    if (!('syscall' in error)) throw error
    throw new PostgresUnavailable(
      `PostgreSQL could not start on ${options.dataDir}: ${error.message}. ` +
        'Check that there is room and that you may write there.',
      { cause: error },
    )
  }
}

async function start(options: PostgresOptions, host: Host): Promise<PostgresServer> {
  const { durable = true, log = () => {}, port: askedPort } = options
  const place = placeCluster(options.dataDir, host)
  const copyParent = () => (place.who ? sharedDir(host) : path.dirname(place.dir))
  const binaries = findBinaries(place.who, copyParent, options.binDir)
  const password = await prepareCluster(place, binaries, durable)
  const { child, pid, port } = await launch(place, binaries, {
    ...(askedPort === undefined ? {} : { port: askedPort }),
    settings: { ...defaultSettings, ...(durable ? {} : hastySettings), ...options.settings },
    log,
  })
  const exited = exitOf(child)
  return {
    port,
    pid,
    dataDir: place.dir,
    passwordFile: passwordFileOf(place.dir),
    exited,
    url: urlMaker(port, password),
    stop: () => stop(child, exited),
  }
}

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  // No socket file: no folder for it to be safe in, and no path that is too long for one.
  unix_socket_directories: '',
  max_connections: 200,
}

// synchronous_commit stays on: without it a `kill -9` loses commits that were acknowledged.
const hastySettings = { fsync: 'off', full_page_writes: 'off' }

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function exitOf(child: ChildProcess): Promise<Exit> {
  if (hasEnded(child)) return Promise.resolve({ code: child.exitCode, signal: child.signalCode })
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

async function stop(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  for (const [signal, limitMs] of stopSteps) {
    child.kill(signal) // does nothing once the process has ended
    const waiting = new AbortController()
    const limit = pause(limitMs, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([exited, limit])
    waiting.abort()
    if (hasEnded(child)) return
  }
}

function urlMaker(port: number, superuserPassword: string): PostgresServer['url'] {
  return (database = 'postgres', user = 'postgres', password) => {
    const url = new URL(`postgresql://127.0.0.1:${port}/${encodeURIComponent(database)}`)
    url.username = encodeURIComponent(user)
    url.password = encodeURIComponent(password ?? (user === 'postgres' ? superuserPassword : ''))
    return url.href
  }
}
