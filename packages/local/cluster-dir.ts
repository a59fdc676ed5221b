// Where a cluster lies, and who runs it: as root, the lesser user must be able to get there.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { chooseRunAs, type Host, PostgresUnavailable, type RunAs } from './run-as.ts'

/** A cluster's folder and the user who runs its server (`undefined`: our own). */
export interface ClusterPlace {
  dir: string
  who: RunAs | undefined
}

/** The folder's own path, or where its link leads; neither needs to exist yet. */
function followLink(wanted: string): string {
  const found = fs.lstatSync(wanted, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return path.resolve(path.dirname(wanted), fs.readlinkSync(wanted))
  return path.join(fs.realpathSync(path.dirname(wanted)), path.basename(wanted))
}

function ownerOf(dir: string): RunAs | undefined {
  const found = fs.statSync(dir, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
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

/** A folder that we made (or that `mktemp -d` made for us): nothing in it but this cluster. */
function holdsOnly(folder: string, name: string): boolean {
  const ours = fs.statSync(folder).uid === process.getuid?.()
  return ours && fs.readdirSync(folder).every((entry) => entry.startsWith(name))
}

/** Puts the cluster below the shared folder and leaves a link to it in its place. */
function moveAway(wanted: string, host: Host): string {
  const home = fs.mkdtempSync(path.join(sharedDir(host), 'cluster-'))
  fs.chmodSync(home, 0o711)
  const far = path.join(home, 'postgres')
  const found = fs.lstatSync(wanted, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) fs.unlinkSync(wanted)
  else if (found !== undefined) fs.renameSync(wanted, far)
  fs.symlinkSync(far, wanted)
  return far
}

/**
 * Decides where the cluster asked for at `dataDir` lies. An ordinary user's lies exactly there.
 * Root's is run by another user, who must pass through every parent: a folder that holds nothing
 * else is opened for passing (0711); otherwise, as below a closed home, the cluster goes under
 * `/var/lib/countersign` and `dataDir` becomes a link to it.
 */
export function placeCluster(dataDir: string, host: Host): ClusterPlace {
  const wanted = path.resolve(dataDir)
  const folder = path.dirname(wanted)
  fs.mkdirSync(folder, { recursive: true })
  const dir = followLink(wanted)
  const who = chooseRunAs(host, ownerOf(dir))
  if (who === undefined || reaches(path.dirname(dir), who, host)) return { dir, who }
  if (reaches(path.dirname(folder), who, host) && holdsOnly(folder, path.basename(wanted))) {
    fs.chmodSync(folder, 0o711)
    return { dir, who }
  }
  return { dir: moveAway(wanted, host), who }
}

function reaches(dir: string, who: RunAs, host: Host): boolean {
  return fs.existsSync(dir) && host.reachable(dir, who)
}
