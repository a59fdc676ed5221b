// What a Postgres value becomes in TypeScript: one rule for all drivers.
import { DatabaseError } from './errors.ts'

/**
 * | Postgres | TypeScript |
 * | --- | --- |
 * | `int2 int4 oid float4 float8` | `number` |
 * | `int8` | `number`; a value that isn't a safe integer fails with 22003 instead of losing digits |
 * | `numeric` | `string`, since a number would round it |
 * | `bool` | `boolean` |
 * | `timestamptz` | `Date` (microseconds are dropped, so compare times in SQL); infinity fails with 22008 |
 * | `date timestamp interval` | `string`, since a Date would add a time zone they don't have |
 * | `json jsonb` | the parsed value |
 * | `bytea` | `Buffer` |
 * | arrays of these | an array of the same, with `null` for NULL |
 * | anything else, `text uuid` among them | `string` |
 */
type Parse = (text: string) => unknown
type GetTypeParser = (oid: number) => Parse

const same: Parse = (text) => text

const element: Record<number, Parse> = {
  17: bytea,
  20: int8,
  1082: same, // date
  1114: same, // timestamp
  1184: timestamptz,
  1186: same, // interval
  1700: same, // numeric
}

// The oid of each array type, and of what it holds.
const arrayOf: Record<number, number> = {
  1001: 17,
  1016: 20,
  1182: 1082,
  1115: 1114,
  1185: 1184,
  1187: 1186,
  1231: 1700,
}

const TEXT_ARRAY = 1009

/** The `types` setting for a driver; `driverParser` serves the types on which drivers agree. */
export function valueTypes(driverParser: GetTypeParser): { getTypeParser: GetTypeParser } {
  const toList = driverParser(TEXT_ARRAY)
  return {
    getTypeParser(oid) {
      const own = element[oid]
      if (own) return own
      const parse = element[arrayOf[oid] ?? 0]
      return parse ? (text) => mapNested(toList(text), parse) : driverParser(oid)
    },
  }
}

function mapNested(list: unknown, parse: Parse): unknown {
  if (Array.isArray(list)) return list.map((item) => mapNested(item, parse))
  return typeof list === 'string' ? parse(list) : list
}

function int8(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw unreadable('22003', `bigint ${text} is not a safe integer: select it as text`)
}

function timestamptz(text: string): Date {
  // '2026-11-30 09:30:00.123456+00', also '+05:30'; the years before 1 and after 9999 aren't ISO.
  const utc = text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : undefined
  const value = new Date(utc ?? text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (!Number.isNaN(value.getTime())) return value
  throw unreadable('22008', `timestamptz ${text} is not a Date: select it as text`)
}

function bytea(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex')
  throw unreadable('22P03', "bytea came in escape format: the role's bytea_output must be hex")
}

/** The statement ran; only its answer can't be represented. Trying again would change nothing. */
function unreadable(code: string, message: string): DatabaseError {
  return new DatabaseError(message, { code, mayHaveRun: true, transient: false })
}
