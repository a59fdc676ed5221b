// The parts that everything else stands on: the database, its schema, and where other commands find it.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { optionalDatabaseUrl } from '#config'
import { loadMigrations, migrate, openDatabase } from '#database'
import { removeConnection, writeConnection } from './connection.ts'
import type { Ground, Part } from './part.ts'
import { startPostgres } from './postgres.ts'

/** The database of DATABASE_URL where that is set, else a server of our own. */
export async function database(ground: Ground): Promise<Part> {
  const given = optionalDatabaseUrl()
  if (given !== undefined) {
    ground.databaseUrl = given
    return { name: 'database', about: `${withoutPassword(given)} (from DATABASE_URL)` }
  }
  fs.mkdirSync(ground.dataDir, { recursive: true, mode: 0o700 })
  let lastWords = ''
  const server = await startPostgres({
    dataDir: path.join(ground.dataDir, 'postgres'),
    ...(ground.databasePort === undefined ? {} : { port: ground.databasePort }),
    log: (line) => {
      // Nothing below a panic: such lines may quote a statement, and so somebody's data.
      if (line.includes(' PANIC: ')) lastWords = `: ${line}`
    },
  })
  ground.server = server
  ground.databaseUrl = server.url()
  let stopping = false
  return {
    name: 'database',
    about: `${withoutPassword(server.url())} (the password is in ${shown(server.passwordFile)})`,
    failed: new Promise((resolve) => {
      server.exited.then(({ code, signal }) => {
        const how = signal ?? `exit code ${code}`
        if (!stopping) resolve(`PostgreSQL ended by itself (${how})${lastWords}`)
      })
    }),
    async stop() {
      stopping = true
      await server.stop()
    },
  }
}

/** Brings the database to this version's schema. */
export async function schema(ground: Ground): Promise<Part> {
  const opened = openDatabase(ground.databaseUrl)
  try {
    const { applied, version } = await migrate(opened, await loadMigrations())
    const news = applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`
    return { name: 'schema', about: `version ${version}, ${news}` }
  } finally {
    await opened.close()
  }
}

/** Tells other commands where the database is and by which logins, for as long as this runs. */
export async function state(ground: Ground): Promise<Part> {
  const { dataDir, server, databaseUrl, logins, origin, sampleBoards } = ground
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await writeConnection(dataDir, {
    pid: process.pid,
    address: withoutPassword(databaseUrl),
    // The password of somebody else's database is not ours to keep.
    url: server?.url(),
    logins,
    origin,
    sampleBoards,
  })
  // Root's cluster may lie elsewhere, and would stay there when only our folder is removed.
  const far = server && !server.dataDir.startsWith(fs.realpathSync(dataDir))
  const places = far
    ? `${shown(dataDir)} and ${path.dirname(server.dataDir)} (remove both`
    : `${shown(dataDir)} (remove it`
  return {
    name: 'state',
    about: `${places} to start afresh)`,
    stop: () => removeConnection(dataDir),
  }
}

/** A database URL as it may be shown. */
export function withoutPassword(url: string): string {
  const bare = new URL(url)
  bare.password = ''
  return bare.href
}

/** A path as a person in the current folder would write it. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
