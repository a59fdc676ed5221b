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
  /** Each row comes as one JSON value, `answer`. */
  json: boolean
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

/**
 * Declares a verb. Every declared verb is checked against the database by the contract test.
 *
 * `json` is for a wide row that is asked for all day: the description of each column comes with every answer and
 * costs the driver more than its value. The server writes one JSON value in the same time.
 */
export function verb<Row>(
  name: string,
  parameters: readonly ParameterType[],
  row: z.ZodType<Row>,
  { json = false } = {},
): Verb<Row> {
  const list = parameters.map((type, at) => `$${at + 1}::${type}`).join(', ')
  const called = `countersign.${name}(${list})`
  const statement = json
    ? `select to_json(answer) as answer from ${called} as answer`
    : `select * from ${called}`
  const declared = { name, parameters, row, statement, json }
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
  let rows: Record<string, unknown>[]
  try {
    rows = await database.query(declared.statement, values, { repeatable })
  } catch (error) {
    throw toRefusal(error)
  }
  return rows.map((row) => declared.row.parse(declared.json ? row.answer : row))
}

/** The one row of a verb that always answers one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the verb answered no row')
  return row
}
