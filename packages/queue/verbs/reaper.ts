// The verbs of the reaper: put right, prune, read the signals.
import * as z from 'zod'
import type { Database } from '#database'
import { call, only, verb } from './call.ts'

const reapVerb = verb(
  'reap',
  ['integer'],
  z.object({
    leases: z.number(),
    expired: z.number(),
    settled: z.number(),
    repaired: z.number(),
    stuck: z.number(),
  }),
)
const recordSignalsVerb = verb(
  'record_signals',
  [],
  z.object({
    signal: z.string(),
    owner: z.enum(['system', 'person']),
    value: z.coerce.number().nullable(),
    threshold: z.coerce.number().nullable(),
    colour: z.enum(['green', 'red']),
  }),
)

const eraseOldVerb = verb('erase_old', ['integer'], z.object({ erase_old: z.number() }))

/** The verbs of a reaper login on a database; `prune` is the worker's too. */
export function reaperVerbs(database: Database) {
  return {
    /** Puts right at most `limit` of each kind, each row for itself. */
    reap: async (limit: number) =>
      only(await call(database, { repeatable: true }, reapVerb, limit)),
    /** Erases the values of at most `limit` tasks that are kept no longer, and answers of how many. */
    eraseOld: async (limit: number) =>
      only(await call(database, { repeatable: false }, eraseOldVerb, limit)).erase_old,
    /** Reads every signal and keeps the readings. */
    recordSignals: () => call(database, { repeatable: false }, recordSignalsVerb),
  }
}
