// One verb, one statement, one round trip: how every typed function calls its SQL function.
import type * as z from 'zod'
import type { Database } from '#database'
import { toRefusal } from '../refusal.ts'

/** A SQL function as this client calls it: the types of its parameters, and the shape of its rows. */
export interface Verb<Row> {
  name: string
  parameters: readonly ParameterType[]
  row: z.ZodType<Row>
  /** The one statement that calls it. */
  statement: string
}

export type ParameterType =
  | 'bigint'
  | 'bigint[]'
  | 'boolean'
  | 'bytea'
  | 'double precision'
  | 'integer'
  | 'jsonb'
  | 'jsonb[]'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'uuid'
  | 'uuid[]'

const known = new Map<string, Verb<unknown>>()

/** Declares a verb. Every declared verb is checked against the database by the contract test. */
export function verb<Row>(
  name: string,
  parameters: readonly ParameterType[],
  row: z.ZodType<Row>,
): Verb<Row> {
  const list = parameters.map((type, at) => `$${at + 1}::${type}`).join(', ')
  const statement = `select * from countersign.${name}(${list})`
  const declared = { name, parameters, row, statement }
  known.set(name, declared)
  return declared
}

/** All declared verbs, for the contract test. */
export const declaredVerbs: ReadonlyMap<string, Verb<unknown>> = known

/**
 * Calls a verb and validates its rows. The protocol's refusals arrive as `Refusal`, anything else as
 * the seam's `DatabaseError`. `repeatable` verbs are fenced or keyed, so after a lost connection the
 * same call is made again; a claim is not: a claim whose reply was lost is left to its lease.
 */
export async function call<Row>(
  database: Database,
  { repeatable }: { repeatable: boolean },
  declared: Verb<Row>,
  ...values: unknown[]
): Promise<Row[]> {
  let rows: unknown[]
  try {
    rows = await database.query(declared.statement, values, { repeatable })
  } catch (error) {
    throw toRefusal(error)
  }
  return rows.map((row) => declared.row.parse(row))
}

/** The one row of a verb that always answers one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the verb answered no row')
  return row
}
