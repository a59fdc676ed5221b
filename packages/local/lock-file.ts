// PostgreSQL's lock file: who holds a data folder, on which port, and whether that is still true.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment, PostgresUnavailable } from './run-as.ts'

/** What `postmaster.pid` says in lines 1, 4 and 8 (PostgreSQL's `utils/pidfile.h`). */
export interface Lock {
  pid: number
  port: number | undefined
  status: string
}

/** Reads the lock file of a data folder; `undefined` when there is none or it is still empty. */
export function readLock(dir: string): Lock | undefined {
  let lines: string[]
  try {
    lines = fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Math.abs(Number(lines[0])) // negative: a server in single-user mode
  if (!Number.isInteger(pid) || pid === 0) return undefined
  return { pid, port: Number(lines[3]) || undefined, status: (lines[7] ?? '').trim() }
}

/**
 * The arguments of a living process: none when there is no such process or only its zombie,
 * `undefined` when nobody will say. Open to every user, unlike `/proc/PID/cwd`, which even root may
 * not read in a container.
 */
function argumentsOf(pid: number): string[] | undefined {
  if (process.platform === 'linux') {
    try {
      const text = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') // empty for a zombie
      return text === '' ? [] : text.replace(/\0+$/, '').split('\0')
    } catch (error) {
      const gone = error instanceof Error && 'code' in error && error.code !== 'EACCES'
      return gone ? [] : undefined
    }
  }
  const ps = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], {
    env: childEnvironment,
    encoding: 'utf8',
  })
  if (ps.error !== undefined) return undefined
  const [stat = '', ...rest] = ps.stdout.trim().split(/\s+/)
  return stat === '' || stat.startsWith('Z') ? [] : rest
}

/** Does a server of this data folder live under this pid? Yes, as long as nothing rules it out. */
function mayBeServerOf(dir: string, pid: number): boolean {
  const args = argumentsOf(pid)
  if (args === undefined) return true
  if (!/^(postgres|postmaster)$/.test(path.basename(args[0] ?? ''))) return false
  const given = args[args.indexOf('-D') + 1]
  if (!args.includes('-D') || given === undefined || !fs.existsSync(given)) return true
  return fs.realpathSync(given) === fs.realpathSync(dir)
}

const stoppingLimitMs = 10_000
const aliveGraceMs = 1_000

/**
 * Makes sure that nobody holds the data folder. A server that is just going down is waited for; one
 * that lives is an error. A lock whose pid is a zombie's or now another program's is removed,
 * because PostgreSQL only asks whether the pid exists and would refuse to start; that no backend of
 * the old server is left, it finds out by itself through the folder's shared memory.
 */
export async function clearLock(dir: string): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const lock = readLock(dir)
    if (lock === undefined) return
    if (!mayBeServerOf(dir, lock.pid)) {
      fs.rmSync(path.join(dir, 'postmaster.pid'), { force: true })
      return
    }
    const limitMs = lock.status === 'stopping' ? stoppingLimitMs : aliveGraceMs
    if (performance.now() - begun > limitMs) {
      throw new PostgresUnavailable(
        `PostgreSQL already runs on ${dir} (process ${lock.pid}, port ${lock.port ?? 'unknown'}). ` +
          'Stop that one first, or give this one a folder of its own.',
      )
    }
    await pause(20)
  }
}
