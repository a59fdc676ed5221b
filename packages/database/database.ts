// The database seam: one small interface over pg (ordinary URLs) and Neon's driver (Neon hosts).
import {
  type Driver,
  type DriverSettings,
  misuse,
  type Queryable,
  type Row,
  type Statement,
} from './driver.ts'
import { withRetries } from './retry.ts'
import { type Address, parseDatabaseUrl } from './url.ts'

export type { Queryable, Row, Statement } from './driver.ts'

/** `repeatable`: running it a second time does no harm, because it is keyed, fenced or only reads. */
export interface Repeat {
  repeatable?: boolean
}

/**
 * An open database. All methods reject with a `DatabaseError`; match on its `code`.
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
  /**
   * Keeps the statements of `query` prepared on their connection, at most 100 of them. Only on a direct
   * host: behind a transaction pooler the next statement may meet a server that knows nothing of it.
   * Default false; Neon's driver has no connections and ignores it.
   */
  prepare?: boolean
  /** No new attempt begins later than this after the first; default 15 s; 0 turns retries off. */
  retryForMs?: number
  /** Called with the texts of every request to the server, retries, BEGIN and COMMIT included. */
  onRoundTrip?: (texts: readonly string[]) => void
}

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
    prepare: options.prepare ?? false,
    onRoundTrip: options.onRoundTrip ?? (() => undefined),
  }
  const kind = options.driver ?? (address.isNeon ? 'neon' : 'pg')
  let opened: Promise<Driver> | undefined
  const driver = () => {
    opened ??= loaded(kind, address, settings)
    return opened
  }
  let closed: Promise<void> | undefined

  const run = <T>(
    attempt: (driver: Driver) => Promise<T>,
    repeat?: Repeat,
    mayRetry?: () => boolean,
  ) => {
    const whileOpen = async () => {
      if (closed) throw misuse('08003', `the database at ${address.label} was closed`)
      return await attempt(await driver())
    }
    const retryForMs = options.retryForMs ?? 15_000
    const repeatable = repeat?.repeatable ?? false
    return withRetries(whileOpen, { retryForMs, repeatable, ...(mayRetry && { mayRetry }) })
  }
  return {
    // Which columns come back is the caller's knowledge of its own SQL.
    query: <R extends Row>(text: string, values: readonly unknown[] = [], repeat?: Repeat) =>
      run((one) => one.query({ text, values }) as Promise<R[]>, repeat),
    batch: (statements, repeat) => run((one) => one.batch(statements), repeat),
    transaction: (work, repeat) => {
      let begun = false
      const attempt = (one: Driver) =>
        one.transaction((tx) => {
          begun = true
          return work(tx)
        })
      return run(attempt, repeat, () => repeat?.repeatable === true || !begun)
    },
    close: () => {
      closed ??= opened ? opened.then((one) => one.close()) : Promise.resolve()
      return closed
    },
  }
}

/** Loaded with the first statement: a function uses one of the two, and starts in less time without the other. */
async function loaded(kind: 'pg' | 'neon', address: Address, settings: DriverSettings) {
  if (kind === 'neon') return (await import('./neon.ts')).neonDriver(address, settings)
  return (await import('./pg.ts')).pgDriver(address, settings)
}
