// What a transport does for the seam, in the words that both sides use.
import { DatabaseError } from './errors.ts'

/** A row as it comes back; see `values.ts` for what each type becomes. */
export type Row = Record<string, unknown>

/** One parametrised statement: `$1` in `text` is `values[0]`. */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

export interface Queryable {
  /**
   * Runs one statement and answers its rows. Parameters: a Date, Buffer, string, number, boolean,
   * bigint or null; an array becomes a Postgres array and any other object JSON text (so give an
   * array for a jsonb parameter as `JSON.stringify(array)`).
   */
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
}

/** One transport. Every method is a single attempt and fails with a DatabaseError. */
export interface Driver {
  query(statement: Statement): Promise<Row[]>
  batch(statements: readonly Statement[]): Promise<Row[][]>
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DriverSettings {
  maxConnections: number
  connectTimeoutMs: number
  replyTimeoutMs: number
  prepare: boolean
  onRoundTrip: (texts: readonly string[]) => void
}

/** A failure of this process' own making: no other try and no other server would change it. */
export function misuse(code: string, message: string, cause?: unknown): DatabaseError {
  return new DatabaseError(message, { code, mayHaveRun: false, transient: false, cause })
}
