// The user PostgreSQL runs as: it refuses to run as root, so root hands it to a lesser user.
import { spawnSync } from 'node:child_process'
import { PostgresUnavailable } from './postgres-unavailable.ts'

/** A user and group to start a process as. */
export interface RunAs {
  uid: number
  gid: number
}

/**
 * The environment of every process started here: nothing of the caller's, so that neither a locale
 * that isn't installed nor a stray PGDATA, PGPORT or PGOPTIONS can reach PostgreSQL.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** What the launcher asks of the machine; tests stand in for it where they can't be root. */
export interface Host {
  isRoot: boolean
  /** A folder that only root can write to, for what a lesser user must reach. */
  sharedDir: string
  findUser(name: string): RunAs | undefined
  /** Can this user pass through the folder? */
  reachable(dir: string, who: RunAs): boolean
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const found = spawnSync('id', [flag, name], { env: childEnvironment, encoding: 'utf8' })
  return found.status === 0 ? Number(found.stdout) : undefined
}

/** The machine this process runs on. */
export const thisHost: Host = {
  isRoot: process.getuid?.() === 0,
  sharedDir: '/var/lib/countersign',
  findUser(name) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  },
  reachable(dir, who) {
    return spawnSync('test', ['-x', dir], { ...who, cwd: '/', env: childEnvironment }).status === 0
  },
}

/**
 * Who runs the server: as root the owner of an existing cluster, else `postgres`, else `nobody`;
 * `undefined` stands for the caller's own user.
 */
export function chooseRunAs(host: Host, owner: RunAs | undefined): RunAs | undefined {
  if (!host.isRoot) return undefined
  if (owner !== undefined && owner.uid !== 0) return owner
  const found = host.findUser('postgres') ?? host.findUser('nobody')
  if (found === undefined) {
    throw new PostgresUnavailable(
      'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a ' +
        '"nobody" user. Run this as an ordinary user, or set DATABASE_URL.',
    )
  }
  return found
}
