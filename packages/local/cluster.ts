// A cluster on disk: made once, with a generated password, and checked before each start.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterPlace } from './cluster-dir.ts'
import { PostgresUnavailable } from './postgres-unavailable.ts'
import { childEnvironment } from './run-as.ts'

const initLimitMs = 120_000
const leftoverAgeMs = 10 * 60_000

/** Where a cluster keeps its superuser's password, readable for the user who runs it (0600). */
export function passwordFileOf(dir: string): string {
  return path.join(dir, 'superuser.password')
}

/** What the folder holds, nothing if it isn't there; `undefined` when we may not look into it. */
function namesIn(dir: string): string[] | undefined {
  try {
    return fs.existsSync(dir) ? fs.readdirSync(dir) : []
  } catch {
    return undefined
  }
}

/** `initdb` takes its locale from the server itself where it can, so that none must be installed. */
function localeArguments(major: number): string[] {
  if (major < 17) return ['--locale=C']
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

function runInitdb(args: string[], binaries: Binaries, place: ClusterPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(binaries.binDir, 'initdb'), args, {
      ...place.who,
      cwd: '/',
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: initLimitMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-4000)
      })
    }
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new PostgresUnavailable(`initdb failed (${code ?? signal}):\n${output.trim()}`))
    })
  })
}

/** Makes the cluster in a folder beside its place and moves it there whole, so never half made. */
async function create(place: ClusterPlace, binaries: Binaries, durable: boolean): Promise<void> {
  const workshop = fs.mkdtempSync(`${place.dir}.new-`)
  try {
    const data = path.join(workshop, 'data')
    const secret = path.join(workshop, 'password')
    fs.mkdirSync(data, { mode: 0o700 })
    fs.writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (place.who !== undefined) {
      for (const entry of [workshop, data, secret]) {
        fs.chownSync(entry, place.who.uid, place.who.gid)
      }
    }
    const sync = durable ? [] : ['--no-sync']
    const args = ['-D', data, '-U', 'postgres', '--auth=password', `--pwfile=${secret}`]
    const layout = ['--encoding=UTF8', ...localeArguments(binaries.major), '--no-instructions']
    await runInitdb([...args, ...layout, ...sync], binaries, place)
    fs.renameSync(secret, passwordFileOf(data))
    fs.renameSync(data, place.dir) // replaces an empty folder
  } catch (error) {
    if (namesIn(place.dir)?.length === 0) throw error // else another start made the cluster just now
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true })
  }
}

/** Removes what a start that was killed while making a cluster left behind. */
function sweepLeftovers(place: ClusterPlace): void {
  const folder = path.dirname(place.dir)
  const prefix = `${path.basename(place.dir)}.new-`
  for (const name of fs.readdirSync(folder)) {
    const leftover = path.join(folder, name)
    if (!name.startsWith(prefix)) continue
    if (Date.now() - fs.lstatSync(leftover).mtimeMs < leftoverAgeMs) continue
    fs.rmSync(leftover, { recursive: true, force: true })
  }
}

function checkOwner(place: ClusterPlace): void {
  const uid = place.who?.uid ?? process.getuid?.()
  const owner = fs.statSync(place.dir).uid
  if (owner === uid) return
  throw new PostgresUnavailable(
    `${place.dir} belongs to user ${owner}, but PostgreSQL would run as user ${uid}. ` +
      `Give it back with "chown -R ${uid} ${place.dir}", or move it away to start anew.`,
  )
}

/**
 * Makes the cluster if there is none and returns the superuser's password.
 * Refuses a folder of something else, of somebody else, or of another major version.
 */
export async function prepareCluster(
  place: ClusterPlace,
  binaries: Binaries,
  durable: boolean,
): Promise<string> {
  const { dir } = place
  sweepLeftovers(place)
  if (namesIn(dir)?.length === 0) await create(place, binaries, durable)
  if (namesIn(dir)?.includes('PG_VERSION') === false) {
    throw new PostgresUnavailable(
      `${dir} holds something else than a PostgreSQL cluster. Choose another folder.`,
    )
  }
  checkOwner(place)
  const major = Number(fs.readFileSync(path.join(dir, 'PG_VERSION'), 'utf8'))
  if (major !== binaries.major) {
    throw new PostgresUnavailable(
      `${dir} was made by PostgreSQL ${major}; this is PostgreSQL ${binaries.major}, which can't ` +
        'read it. Move the folder away to start with an empty database.',
    )
  }
  const secret = passwordFileOf(dir)
  if (!fs.existsSync(secret)) {
    throw new PostgresUnavailable(
      `${secret} is missing, so nobody can sign in to this cluster. Put it back, or move ${dir} ` +
        'away to start with an empty database.',
    )
  }
  return fs.readFileSync(secret, 'utf8').trim()
}
