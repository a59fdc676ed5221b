// Reading for pages: one round trip, one snapshot, and a limit on how long the database may take.
import type { Context } from 'hono'
import type { Database } from '#database'
import { errorFacts } from '#queue'
import type { Env } from '../web/environment.ts'

export interface Read {
  text: string
  values?: readonly unknown[]
}

const limitMs = 3_000

/** Runs the statements in one transaction; each may take three seconds, then all are given up. */
export async function read(database: Database, statements: readonly Read[]) {
  const [, ...rows] = await database.batch(
    [
      { text: `select set_config('statement_timeout', $1, true)`, values: [String(limitMs)] },
      ...statements,
    ],
    { repeatable: true },
  )
  return rows
}

/** What `work` reads, or undefined where it could not be read: the rest of the page is shown all the same. */
export async function tried<T>(c: Context<Env>, what: string, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    c.get('app').log('figures not read', { what, ...errorFacts(error) })
    return undefined
  }
}
