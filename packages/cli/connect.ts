// Which database a command works on, and by which login.
import { optionalDatabaseUrl } from '#config'
import { assertServable, type Database, DatabaseError, openDatabase } from '#database'
import { defaultStateDir, readConnection, ring, withoutPassword } from '#local'
import { CommandFailed } from './failure.ts'
import { exitCode } from './output.ts'

/** The options that every command knows. */
export interface GlobalFlags {
  /** Where a local server keeps its state, `.countersign` in the project by default. */
  dataDir?: string
}

/** As whom a command works: the owner migrates, the others have the verbs and views of their group. */
export type As = 'owner' | 'approver' | 'reaper' | 'reader' | { workload: string }

/** A database URL, and whether it is the one of a running `npm start`. */
export interface Target {
  url: string
  /** The state folder that `npm start` keeps, or would. */
  stateDir: string
  /** The server lies in that state folder. */
  own: boolean
  /** Where the sample boards of that `npm start` answer, while it serves them. */
  sampleBoards?: string | undefined
}

/**
 * The login that a running `npm start` made for this, or else DATABASE_URL, whatever login that names. Throws
 * CommandFailed when there is neither.
 */
export async function target(flags: GlobalFlags, as: As): Promise<Target> {
  const stateDir = flags.dataDir ?? defaultStateDir
  const given = optionalDatabaseUrl()
  const local = await readConnection(stateDir)
  if (given !== undefined && local?.address !== withoutPassword(given)) {
    return { url: given, stateDir, own: false }
  }
  const url =
    as === 'owner'
      ? (given ?? local?.url)
      : local?.logins[typeof as === 'string' ? as : as.workload]
  const { sampleBoards } = local ?? {}
  if (url !== undefined) return { url, stateDir, own: local?.url !== undefined, sampleBoards }
  throw new CommandFailed(
    local === undefined
      ? 'no database: set DATABASE_URL, or leave "npm start" running in another terminal'
      : '"npm start" has no login for this: set DATABASE_URL to one that has',
    exitCode.unreachable,
  )
}

/** Opens the database for the time of `work`, as whom the command works. */
export async function withDatabase<T>(
  flags: GlobalFlags,
  as: As,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url } = await target(flags, as)
  // A person waits: say soon that nothing answers. A migration file may take minutes.
  const database = openDatabase(url, { retryForMs: 4_000, replyTimeoutMs: 10 * 60_000 })
  try {
    if (as !== 'owner') await assertServable(database)
    return await work(database)
  } catch (error) {
    throw as === 'owner' ? error : notAllowed(error, as)
  } finally {
    await database.close()
  }
}

/** The same as the approver, for what a person changes: a running `npm start` then looks at once. */
export async function changing<T>(
  flags: GlobalFlags,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const result = await withDatabase(flags, 'approver', work)
  await ring(flags.dataDir ?? defaultStateDir)
  return result
}

/** A login that lacks the right is told whose it takes. */
function notAllowed(error: unknown, as: As): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '42501') return error
  const group = `countersign_${typeof as === 'string' ? as : 'worker'}`
  return new CommandFailed(
    `${error.message}: use a login of the group ${group}`,
    exitCode.refused,
    { cause: error },
  )
}
