// The server's process: started, watched over, and known to take connections.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { ClusterPlace } from './cluster-dir.ts'
import { clearLock, readLock } from './lock-file.ts'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { childEnvironment } from './run-as.ts'
import { watchOver } from './watchdog.ts'

export interface ServerOptions {
  /** Port to listen on; without one a free port is picked. */
  port?: number
  /** Server settings, as in postgresql.conf. */
  settings: Record<string, string | number>
  /** Gets each line the server writes. */
  log: (line: string) => void
}

export interface ServerProcess {
  child: ChildProcess
  pid: number
  port: number
}

const startLimitMs = 120_000 // recovery after a crash can take its time
const attempts = 8

/**
 * Starts the server: again on another port when the picked one was taken meanwhile, and again while
 * the backends of a killed server are still leaving. Throws `PostgresUnavailable`.
 */
export async function launch(
  place: ClusterPlace,
  binaries: Binaries,
  options: ServerOptions,
  pickPort: () => Promise<number> = freePort,
): Promise<ServerProcess> {
  let reason = ''
  for (let tries = 0; tries < attempts; tries += 1) {
    await clearLock(place.dir)
    const port = options.port ?? (await pickPort())
    const result = await attempt(place, binaries, port, options)
    if ('child' in result) return { ...result, port }
    reason = result.reason
    if (/Address already in use/.test(reason)) {
      if (options.port === undefined) continue
      throw new PostgresUnavailable(
        `Port ${port} is taken by another program. Stop that one, or choose another port.`,
      )
    }
    if (!/pre-existing shared memory block|postmaster\.pid" already exists/.test(reason)) break
    await pause(250)
  }
  throw new PostgresUnavailable(`PostgreSQL did not start on ${place.dir}:\n${reason}`)
}

/** A port of the loopback address that nobody listens on at this moment. */
export function freePort(): Promise<number> {
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

type Attempt = { child: ChildProcess; pid: number } | { reason: string }

/** Starts the server once and waits until its lock file says that it takes connections. */
async function attempt(
  place: ClusterPlace,
  binaries: Binaries,
  port: number,
  { settings, log }: ServerOptions,
): Promise<Attempt> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', place.dir, '-p', String(port), ...flags]
  const child = spawn(path.join(binaries.binDir, 'postgres'), args, {
    ...place.who,
    cwd: '/',
    env: childEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // its own process group: Ctrl-C reaches this process first, the server last
  })
  const lastLines = followLog(child, log)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('close', (code, signal) => {
    ended ??= lastLines() || `it ended at once (${code ?? signal})`
  })
  const { pid } = child
  if (pid !== undefined) watchOver(child, place.dir, place.who)
  const begun = performance.now()
  while (ended === undefined) {
    const lock = readLock(place.dir)
    // "standby" is what a server in hot standby says once it takes connections.
    const serving = lock?.pid === pid && /^(ready|standby)$/.test(lock?.status ?? '')
    if (pid !== undefined && serving) return { child, pid }
    if (performance.now() - begun > startLimitMs) {
      child.kill('SIGQUIT')
      return { reason: `not ready after ${startLimitMs / 1000} s\n${lastLines()}` }
    }
    await pause(10)
  }
  return { reason: ended }
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
