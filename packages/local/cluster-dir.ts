// Where a cluster lies, and who runs it: as root, the lesser user must be able to get there.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { chooseRunAs, type Host, type RunAs } from './run-as.ts'

/** A cluster's folder and the user who runs its server (`undefined`: our own). */
export interface ClusterPlace {
  dir: string
  who: RunAs | undefined
}

/**
 * Decides where the cluster asked for at `dataDir` lies. An ordinary user's lies exactly there.
 * Root's is run by another user, who must pass through every parent: a folder that holds nothing
 * else is opened for passing (0711); otherwise, as below a closed home, the cluster goes under
 * `/var/lib/countersign` and `dataDir` becomes a link to it.
 */
export function placeCluster(dataDir: string, host: Host): ClusterPlace {
  const folder = path.dirname(path.resolve(dataDir))
  fs.mkdirSync(folder, { recursive: true })
  const wanted = path.join(fs.realpathSync(folder), path.basename(path.resolve(dataDir)))
  const target = linkTarget(wanted)
  const dir = target ?? wanted
  const who = chooseRunAs(host, ownerOf(dir))
  if (who === undefined) return { dir, who }
  if (target?.startsWith(`${host.sharedDir}${path.sep}`)) {
    if (!fs.existsSync(path.dirname(target))) return { dir: moveAway(wanted, host), who }
    refuseCopy(wanted, target)
    return { dir, who }
  }
  if (host.reachable(path.dirname(dir), who)) return { dir, who }
  if (target !== undefined) {
    throw new PostgresUnavailable(
      `${wanted} is a link to ${target}, which user ${who.uid} can't reach, and PostgreSQL doesn't ` +
        'run as root. Let others pass through its parent folders (chmod o+x).',
    )
  }
  if (host.reachable(path.dirname(path.dirname(dir)), who) && holdsOnly(dir)) {
    fs.chmodSync(path.dirname(dir), 0o711)
    return { dir, who }
  }
  return { dir: moveAway(wanted, host), who }
}

/** The folder below which root keeps what a lesser user must reach; nobody else can write there. */
export function sharedDir(host: Host): string {
  const dir = host.sharedDir
  if (!fs.existsSync(dir)) {
    fs.mkdirSync(dir, { recursive: true })
    fs.chmodSync(dir, 0o755) // whatever the umask
  }
  const found = fs.lstatSync(dir)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new PostgresUnavailable(`${dir} must be a folder that only root can write to.`)
  }
  return dir
}

/** Where a link leads, whether or not anything is there; `undefined` for anything but a link. */
function linkTarget(file: string): string | undefined {
  const link = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
  return link ? path.resolve(path.dirname(file), fs.readlinkSync(file)) : undefined
}

function ownerOf(dir: string): RunAs | undefined {
  const found = fs.statSync(dir, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

/** Is the cluster's folder, and what was made with it, all that our folder around it holds? */
function holdsOnly(dir: string): boolean {
  const folder = path.dirname(dir)
  const ours = fs.statSync(folder).uid === process.getuid?.()
  return ours && fs.readdirSync(folder).every((name) => name.startsWith(path.basename(dir)))
}

/** Puts the cluster below the shared folder and leaves a link to it in its place. */
function moveAway(wanted: string, host: Host): string {
  const home = fs.mkdtempSync(path.join(sharedDir(host), 'cluster-'))
  fs.chmodSync(home, 0o711)
  fs.writeFileSync(path.join(home, 'origin'), wanted)
  const far = path.join(home, 'postgres')
  const found = fs.lstatSync(wanted, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) fs.unlinkSync(wanted)
  else if (found !== undefined) fs.renameSync(wanted, far)
  fs.symlinkSync(far, wanted)
  return far
}

/**
 * A project that was moved takes its cluster along; one that was copied has only copied the link,
 * and must not write into the original's data.
 */
function refuseCopy(wanted: string, target: string): void {
  const note = path.join(path.dirname(target), 'origin')
  const origin = fs.existsSync(note) ? fs.readFileSync(note, 'utf8') : wanted
  if (origin !== wanted && linkTarget(origin) === target) {
    throw new PostgresUnavailable(
      `${wanted} was copied from ${origin} and would share its database. ` +
        `Remove ${wanted} to start with an empty one.`,
    )
  }
  fs.writeFileSync(note, wanted)
}
