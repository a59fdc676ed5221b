// PostgreSQL's lock file: who holds a data folder, on which port, and whether that is still true.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { childEnvironment } from './run-as.ts'

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
 * The program and arguments of a living process: none when there is no such process of ours or only
 * its zombie, `undefined` when nobody will say. Not `/proc/PID/cwd`, which would be surer: in a
 * container even root may not read that of another user's process.
 */
function commandOf(pid: number): string[] | undefined {
  if (process.platform !== 'linux') return askPs(pid)
  try {
    const text = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') // empty for a zombie
    return text === '' ? [] : text.replace(/\0+$/, '').split('\0')
  } catch {
    return answers(pid) ? undefined : []
  }
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // also where it is another user's, whom the server of our folder never runs as
  }
}

function askPs(pid: number): string[] | undefined {
  const [stat, program, command] = ['stat', 'comm', 'command'].map((field) => {
    const ps = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { env: childEnvironment })
    return ps.error === undefined ? String(ps.stdout).trim() : undefined
  })
  if (stat === undefined || program === undefined || command === undefined) return undefined
  if (stat === '' || stat.startsWith('Z')) return []
  const flags = command.split(/\s(?=-)/).slice(1) // a path may hold spaces
  return [program, ...flags.flatMap((flag) => [flag.slice(0, 2), flag.slice(2).trim()])]
}

/** Does a server of this data folder live under this pid? Yes, as long as nothing rules it out. */
function mayBeServerOf(dir: string, pid: number): boolean {
  const command = commandOf(pid)
  if (command === undefined) return true
  const [program = '', ...args] = command
  if (!/^(postgres|postmaster)$/.test(path.basename(program))) return false
  const given = args.includes('-D') ? args[args.indexOf('-D') + 1] : undefined
  if (given === undefined || !fs.existsSync(given)) return true
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
          'Stop that one first, or give this one a folder of its own: --data <folder>.',
      )
    }
    await pause(20)
  }
}
