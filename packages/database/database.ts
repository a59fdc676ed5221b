// The database seam: one small interface over pg (ordinary URLs) and Neon's driver (Neon hosts).
import { neonDriver } from './neon.ts'
import { pgDriver } from './pg.ts'
import { withRetries } from './retry.ts'
import { parseDatabaseUrl } from './url.ts'

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

/** `repeatable`: running it a second time does no harm, because it is keyed, fenced or only reads. */
export interface Repeat {
  repeatable?: boolean
}

/**
 * An open database. All methods reject with a `DatabaseError`.
 *
 * Connection trouble, 40001 and 40P01 are retried with jitter for `retryForMs`, but only where the
 * statement is known not to have taken effect, or where the caller says `repeatable`.
 */
export interface Database extends Queryable {
  query<R extends Row = Row>(
    text: string,
    values?: readonly unknown[],
    options?: Repeat,
  ): Promise<R[]>
  /** Runs a fixed list in one transaction; answers each statement's rows; all or nothing. */
  batch(statements: readonly Statement[], options?: Repeat): Promise<Row[][]>
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back and rethrows when it
   * rejects. Resolves only if the server said COMMIT. Once `work` has been called it is called again
   * only if `repeatable`, since it may have had effects outside the database. A text without values
   * may hold several statements here (a migration); the last one's rows are answered. Use `tx`, not
   * the database, inside `work`: the database's one connection is taken.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: Repeat): Promise<T>
  /** Ends idle connections at once and busy ones when they are done (at most 5 s). Idempotent. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Overrides the choice by host (`*.neon.tech` is Neon). */
  driver?: 'pg' | 'neon'
  /** Most connections held at once. Default 1: one per invocation, a pooler has the rest. */
  maxConnections?: number
  /** Limit for getting a connection; default 10 s, because a scaled-to-zero server must wake. */
  connectTimeoutMs?: number
  /** Limit for an answer when the role sets no shorter statement_timeout; default 120 s. */
  replyTimeoutMs?: number
  /** No new attempt begins later than this after the first; default 15 s; 0 turns retries off. */
  retryForMs?: number
  /** Called with the texts of every request to the server, retries, BEGIN and COMMIT included. */
  onRoundTrip?: (texts: readonly string[]) => void
}

/** What one transport does: a single attempt each, failing with a DatabaseError. */
export interface Driver {
  query(statement: Statement): Promise<Row[]>
  batch(statements: readonly Statement[]): Promise<Row[][]>
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type DriverSettings = Required<Omit<DatabaseOptions, 'driver'>>

/**
 * Opens a database by URL without connecting yet. Timeouts for statements and locks belong on the
 * role (`alter role … set statement_timeout`): poolers refuse or ignore them as connection options.
 * Throws a DatabaseError (08001) that never shows the password when the URL can't be used.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const address = parseDatabaseUrl(url)
  const settings: DriverSettings = {
    maxConnections: options.maxConnections ?? 1,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    replyTimeoutMs: options.replyTimeoutMs ?? 120_000,
    retryForMs: options.retryForMs ?? 15_000,
    onRoundTrip: options.onRoundTrip ?? (() => undefined),
  }
  const neon = (options.driver ?? (address.isNeon ? 'neon' : 'pg')) === 'neon'
  const driver = neon ? neonDriver(address, settings) : pgDriver(address, settings)
  const { retryForMs } = settings
  // The drivers yield plain rows; which columns they have is the caller's knowledge of its own SQL.
  const run = (statement: Statement, repeatable = false) =>
    withRetries(() => driver.query(statement), { retryForMs, repeatable })
  return {
    query: async <R extends Row>(text: string, values: readonly unknown[] = [], repeat?: Repeat) =>
      (await run({ text, values }, repeat?.repeatable)) as R[],
    batch: (statements, repeat) =>
      withRetries(() => driver.batch(statements), {
        retryForMs,
        repeatable: repeat?.repeatable ?? false,
      }),
    transaction: (work, repeat) => {
      let begun = false
      const attempt = () =>
        driver.transaction((tx) => {
          begun = true
          return work(tx)
        })
      const repeatable = repeat?.repeatable ?? false
      return withRetries(attempt, { retryForMs, repeatable, mayRetry: () => repeatable || !begun })
    },
    close: () => driver.close(),
  }
}
