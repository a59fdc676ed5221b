// What a doctor looks at: broken promises, the signals, and which schema is there. Reads only.
import * as z from 'zod'
import type { Database } from '#database'

const signal = z
  .object({
    signal: z.string(),
    owner: z.enum(['system', 'person']),
    value: z.coerce.number().nullable(),
    threshold: z.coerce.number().nullable(),
    colour: z.enum(['green', 'red']),
    meaning: z.string(),
    read_at: z.date(),
  })
  .transform(({ signal: name, read_at, ...row }) => ({ name, ...row, readAt: read_at }))

/** A figure with one owner and one threshold: red is an incident of the system, a nudge of the person. */
export type Signal = z.infer<typeof signal>

const violation = z
  .object({ violation: z.string(), subject: z.string() })
  .transform((row) => ({ promise: row.violation, subject: row.subject }))

/** A broken promise and the row that breaks it. */
export type Violation = z.infer<typeof violation>

const schema = z
  .object({ schema_version: z.number(), minimum_client: z.number() })
  .transform((row) => ({ version: row.schema_version, minimumClient: row.minimum_client }))

export interface Diagnosis {
  schema: z.infer<typeof schema>
  /** At most `maximumViolations`; empty in a healthy database. */
  violations: Violation[]
  /** Whether there are more violations than were read. */
  more: boolean
  signals: Signal[]
}

/** How many violations one diagnosis lists. */
export const maximumViolations = 100

const signalsText =
  'select signal, owner, value, threshold, colour, meaning, read_at from countersign.signals'

/** The signals as they stand now. For a login that may read reports; one round trip. */
export async function readSignals(database: Database): Promise<Signal[]> {
  return z.array(signal).parse(await database.query(signalsText, [], { repeatable: true }))
}

/**
 * Reads what says whether this database keeps its promises: one transaction, for a login that may read
 * reports (any but a worker's). Rejects with a `DatabaseError`: 42501 where the login may not.
 */
export async function doctor(database: Database): Promise<Diagnosis> {
  const [versions, violations, signals] = await database.batch(
    [
      { text: 'select schema_version, minimum_client from countersign.served_versions()' },
      {
        text: 'select violation, subject from countersign.violations limit $1',
        values: [maximumViolations + 1],
      },
      { text: signalsText },
    ],
    { repeatable: true },
  )
  const found = z.array(violation).parse(violations)
  return {
    schema: schema.parse(versions?.[0]),
    violations: found.slice(0, maximumViolations),
    more: found.length > maximumViolations,
    signals: z.array(signal).parse(signals),
  }
}
