// The logins of a stage and the secrets that hold their URLs: made where they are missing, kept where they work.
import { databaseVariable, linkedName } from '#config'
import { type Database, DatabaseError, openDatabase } from '#database'
import { ensureLogin, generatedPassword, stageLogins } from '#queue'
import type { Secrets } from './secrets.ts'

/** One login of the stage, and the secret that its functions read. */
export interface StageLogin {
  /** `owner`, `approver`, `reaper`, `reader`, or a workload's name. */
  part: string
  login: string
  group: string
  secret: string
}

/** All logins of a stage but the owner's, in the order in which they are made. */
export function loginsOf(stage: string, workers: readonly string[]): StageLogin[] {
  const prefix = `countersign_${stage}_`.replaceAll('-', '_')
  const named = new Map(workers.map((name) => [name.replaceAll('-', '_'), name]))
  return [...stageLogins(stage, workers)].map(([login, group]) => {
    const end = login.slice(prefix.length)
    const part = named.get(end) ?? end
    return { part, login, group, secret: secretOf(part) }
  })
}

/** The secret that holds the URL of one login: `DatabaseUrlJobs`. */
export function secretOf(part: string): string {
  return linkedName(databaseVariable(part))
}

/**
 * Whether what a secret holds logs in on the owner's database as it should. A server that can't be reached
 * is no answer: that is thrown.
 */
export async function works(held: string | undefined, owner: string, login: string) {
  if (held === undefined || held !== urlFor(owner, login, passwordIn(held))) return false
  const database = openDatabase(held, { retryForMs: 4_000 })
  try {
    await database.query('select', [], { repeatable: true })
    return true
  } catch (error) {
    // Wrong password, or no such login.
    if (error instanceof DatabaseError && error.code.startsWith('28')) return false
    throw error
  } finally {
    await database.close()
  }
}

/**
 * Gives a login a new password and puts its URL into its secret. Cut short between the two, the next run finds
 * that the secret does not log in and does both again.
 */
export async function renew(
  database: Database,
  secrets: Secrets,
  owner: string,
  { login, group, secret }: StageLogin,
): Promise<void> {
  const password = generatedPassword()
  await ensureLogin(database, login, group, password)
  await secrets.set(secret, urlFor(owner, login, password))
}

/** The owner's URL with another login in it. */
function urlFor(owner: string, login: string, password: string): string {
  const url = new URL(owner)
  url.username = login
  url.password = password
  return url.href
}

function passwordIn(url: string): string {
  return URL.canParse(url) ? decodeURIComponent(new URL(url).password) : ''
}
