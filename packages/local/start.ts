// `npm start`: everything that runs on this machine, as a list of parts that start in order and stop in reverse.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionalDatabaseUrl } from '#config'
import { loadMigrations, migrate, openDatabase } from '#database'
import { removeConnection, writeConnection } from './connection.ts'
import { startPostgres } from './postgres.ts'

/** Where `npm start` keeps its state: `.countersign` in the project. */
export const defaultStateDir = fileURLToPath(new URL('../../.countersign', import.meta.url))

export interface LocalOptions {
  /** The state folder, made when it isn't there; the database lies in its `postgres` folder. */
  dataDir?: string
  /** Port of the database; without one a free port is picked. */
  port?: number
  /** Gets each line meant for the person who started it. */
  log: (line: string) => void
}

/** What is running on this machine. */
export interface Local {
  databaseUrl: string
  /** Resolves when a part ended without being asked to, to a sentence that says which and why. */
  failed: Promise<string>
  /** Stops every part, the last started first. May be called again. */
  stop(): Promise<void>
}

/** One thing that runs: a line about it for the person, and how to stop it. */
interface Part {
  name: string
  about: string
  failed?: Promise<string>
  stop?(): Promise<void>
}

/** What the parts are started with, and what earlier ones leave for later ones. */
interface Ground extends LocalOptions {
  dataDir: string
  databaseUrl: string
  /** Whether the database is one that we started, so that other commands may look for it here. */
  ownDatabase: boolean
}

/** In the order of starting: each may use what those before it have started. */
const parts: readonly ((ground: Ground) => Promise<Part>)[] = [database, schema, state]

/**
 * Starts all parts, or none: when one can't start, those before it are stopped and its error is
 * thrown. `DATABASE_URL` set means: use that database instead of starting one.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const dataDir = options.dataDir ?? defaultStateDir
  const ground = { ...options, dataDir, databaseUrl: '', ownDatabase: false }
  const running: Part[] = []
  const stop = async () => {
    for (let part = running.pop(); part !== undefined; part = running.pop()) await part.stop?.()
  }
  try {
    for (const start of parts) running.push(await start(ground))
  } catch (error) {
    await stop()
    throw error
  }
  options.log('Countersign is running.')
  for (const { name, about } of running) options.log(`  ${name.padEnd(10)}${about}`)
  options.log('Ctrl-C stops it.')
  const failed = Promise.race(running.flatMap((part) => part.failed ?? []))
  return { databaseUrl: ground.databaseUrl, failed, stop }
}

async function database(ground: Ground): Promise<Part> {
  const given = optionalDatabaseUrl()
  if (given !== undefined) {
    ground.databaseUrl = given
    return { name: 'database', about: `${withoutPassword(given)} (from DATABASE_URL)` }
  }
  fs.mkdirSync(ground.dataDir, { recursive: true, mode: 0o700 })
  const { port } = ground
  const server = await startPostgres({
    dataDir: path.join(ground.dataDir, 'postgres'),
    ...(port === undefined ? {} : { port }),
  })
  ground.databaseUrl = server.url()
  ground.ownDatabase = true
  let stopping = false
  return {
    name: 'database',
    about: `${withoutPassword(server.url())} (the password is in ${shown(server.passwordFile)})`,
    failed: new Promise((resolve) => {
      server.exited.then(({ code, signal }) => {
        if (!stopping) resolve(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`})`)
      })
    }),
    async stop() {
      stopping = true
      await server.stop()
    },
  }
}

async function schema(ground: Ground): Promise<Part> {
  const opened = openDatabase(ground.databaseUrl)
  try {
    const { applied, version } = await migrate(opened, await loadMigrations())
    const news = applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`
    return { name: 'schema', about: `version ${version}, ${news}` }
  } finally {
    await opened.close()
  }
}

async function state({ dataDir, databaseUrl, ownDatabase }: Ground): Promise<Part> {
  const about = `${shown(dataDir)} (remove it to start afresh)`
  if (!ownDatabase) return { name: 'state', about }
  await writeConnection(dataDir, { url: databaseUrl, pid: process.pid })
  return { name: 'state', about, stop: () => removeConnection(dataDir) }
}

function withoutPassword(url: string): string {
  const shownUrl = new URL(url)
  shownUrl.password = ''
  return shownUrl.href
}

/** A path as a person in the current folder would write it. */
function shown(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
