// Debian's PgBouncer in transaction mode in front of a test server.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerFacts } from './lane.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const START_MS = 10_000

/** The superuser signs in with its own password, every other login of the server with `password`. */
export async function startPgBouncer(
  server: ServerFacts,
  password: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  if (!existsSync(PROGRAM)) {
    throw new Error('the lane pgbouncer needs PgBouncer: apt-get install pgbouncer')
  }
  const home = mkdtempSync(join(tmpdir(), 'countersign-pgbouncer-'))
  const port = await freePort()
  writeFileSync(join(home, 'users.txt'), `"postgres" "${server.password}"\n`, { mode: 0o600 })
  writeFileSync(join(home, 'pgbouncer.ini'), settings(home, port, server.port, password))
  const child = spawn(PROGRAM, [...asOther(home), join(home, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  let log = ''
  const up = new Promise<boolean>((resolve) => {
    child.stderr.on('data', (bytes) => {
      log = (log + bytes).slice(-4_000)
      if (log.includes('process up')) resolve(true)
    })
    child.once('exit', () => resolve(false))
    setTimeout(() => resolve(false), START_MS).unref()
  })
  if (await up) return { port, stop }
  await stop()
  throw new Error(`PgBouncer did not start:\n${log}`)
}

function settings(home: string, port: number, serverPort: number, password: string): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(home, 'users.txt')}
auth_user = postgres
auth_query = select usename, '${password}' from pg_catalog.pg_user where usename = $1
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 0.1
`
}

/** It refuses to run as root, and must be able to read its folder as whoever it runs as. */
function asOther(home: string): string[] {
  if (process.getuid?.() !== 0) return []
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  for (const entry of [home, join(home, 'users.txt'), join(home, 'pgbouncer.ini')]) {
    chownSync(entry, id('-u'), id('-g'))
  }
  return ['-u', 'nobody']
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
