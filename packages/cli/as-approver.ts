// A database on which a command may do what a person may.
import type { Database } from '#database'
import { type GlobalFlags, withDatabase } from './connect.ts'

/** Opens the database as the approver for the time of `work`. */
export async function asApprover<T>(
  flags: GlobalFlags,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return await withDatabase(flags, work)
}
