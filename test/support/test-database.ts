// A database of its own for a test file, reached through the file's lane.
import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '#database'
import { openFront, urlAt } from './front.ts'
import type { Lane } from './lane.ts'
import type { NeonStandIn } from './neon-stand-in.ts'
import { until } from './wait.ts'

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'countersign_template'

export interface TestDatabase {
  /** Its name. */
  name: string
  lane: Lane
  /** The superuser, always directly and with several connections: for ageing, looking, killing. */
  admin: Database
  /**
   * The database as a login made by `login`, or as `postgres`, through the file's lane. One for each
   * login unless options are given; all are closed after the file.
   */
  as(login: string, options?: DatabaseOptions): Database
  /** The lane's URL for a login. In the lane `neon` it works in this process only. */
  url(login: string): string
  /** A direct URL whatever the lane, for a child process or a listener. */
  directUrl(login: string): string
  /**
   * Makes a login role of this database that inherits the group roles, and answers its full name
   * (roles belong to the whole server): `await db.login('worker', 'countersign_worker')`.
   */
  login(name: string, ...groups: string[]): Promise<string>
  /** In the lane `neon`. */
  standIn: NeonStandIn | undefined
}

/**
 * Makes the database; call it at the top of a test file. After the file it is dropped, with its
 * logins, and the file fails if a connection to it is still open.
 */
export async function testDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const lane = inject('lane')
  const server = lane === 'pg15' ? inject('server15') : inject('server')
  if (!server) throw new Error(`the run has no server for the lane ${lane}`)
  const name = `t_${randomBytes(5).toString('hex')}`
  const password = randomBytes(12).toString('base64url')
  const front = await openFront(lane, server, password)
  const direct = urlAt(`127.0.0.1:${server.port}`)
  const passwordOf = (login: string) => (login === 'postgres' ? server.password : password)
  const directUrl = (login: string) => direct(name, login, passwordOf(login))
  const url = (login: string) => front.url(name, login, passwordOf(login))

  const cluster = openDatabase(direct('postgres', 'postgres', server.password))
  const template = migrated ? (inject('template') ?? TEMPLATE) : 'template0'
  await cluster.query(`create database ${name} template ${template} strategy file_copy`)
  const admin = openDatabase(directUrl('postgres'), { maxConnections: 5 })
  const opened: Database[] = []
  const shared = new Map<string, Database>()
  const logins: string[] = []

  afterAll(async () => {
    await Promise.all([admin, ...opened].map((database) => database.close()))
    await front.stop()
    const leak = await connectionsLeft(cluster, name)
    await cluster.query(`drop database ${name} with (force)`)
    for (const login of logins) await cluster.query(`drop role ${login}`)
    await cluster.close()
    if (leak) throw leak
  })

  const open = (login: string, options?: DatabaseOptions) => {
    const database = openDatabase(url(login), options)
    opened.push(database)
    return database
  }
  const as = (login: string, options?: DatabaseOptions) => {
    if (options) return open(login, options)
    const known = shared.get(login) ?? open(login)
    shared.set(login, known)
    return known
  }
  const login = async (short: string, ...groups: string[]) => {
    const role = `${name}_${short}`
    await cluster.query(`create role ${role} login password '${password}'`)
    logins.push(role)
    for (const group of groups) await cluster.query(`grant ${group} to ${role}`)
    return role
  }
  return { name, lane, admin, as, url, directUrl, login, standIn: front.standIn }
}

/** An error that names the connections which are still there five seconds after everything closed. */
async function connectionsLeft(cluster: Database, name: string): Promise<Error | undefined> {
  const left = () =>
    cluster.query<{ query: string }>('select query from pg_stat_activity where datname = $1', [
      name,
    ])
  try {
    await until(async () => (await left()).length === 0, { timeoutMs: 5_000 })
    return undefined
  } catch {
    const queries = (await left()).map(({ query }) => query)
    return new Error(`connections left open after the file, last used for: ${queries.join(' | ')}`)
  }
}
