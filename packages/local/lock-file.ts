// PostgreSQL's lock file: who holds a data folder, on which port, and whether that is still true.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment, PostgresUnavailable } from './run-as.ts'

/** What `postmaster.pid` says: lines 1, 4 and 8 (PostgreSQL's `miscadmin.h`). */
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
  const pid = Math.abs(Number(lines[0])) // negative: a single-user server
  if (!Number.isInteger(pid) || pid === 0) return undefined
  return { pid, port: Number(lines[3]) || undefined, status: (lines[7] ?? '').trim() }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A live PostgreSQL server sits in its data folder, so its working directory tells them apart. */
function isServerOf(dir: string, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      // A zombie has no working directory to read.
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dir)
    } catch {
      return false
    }
  }
  const ps = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], {
    env: childEnvironment,
    encoding: 'utf8',
  })
  return !ps.stdout.startsWith('Z') && ps.stdout.includes('postgres')
}

const stoppingLimitMs = 10_000
const aliveGraceMs = 1_000

/**
 * Makes sure that nobody holds the data folder. A server that is just going down is waited for; one
 * that lives is an error. A lock whose pid now belongs to a zombie or to another program is
 * removed, because PostgreSQL only looks whether the pid exists and would refuse to start; that
 * no old backend is left it checks by itself, through the shared memory of the folder.
 */
export async function clearLock(dir: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const lock = readLock(dir)
    if (lock === undefined || !exists(lock.pid)) return
    if (!isServerOf(dir, lock.pid)) {
      fs.rmSync(path.join(dir, 'postmaster.pid'), { force: true })
      return
    }
    const limitMs = lock.status === 'stopping' ? stoppingLimitMs : aliveGraceMs
    if (Date.now() - begun > limitMs) {
      throw new PostgresUnavailable(
        `PostgreSQL already runs on ${dir} (process ${lock.pid}, port ${lock.port ?? 'unknown'}). ` +
          'Stop that one first, or give this one a folder of its own.',
      )
    }
    await pause(20)
  }
}
