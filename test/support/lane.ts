// What the run hands to every test file: its lane and the servers that are up.
import type {} from 'vitest'

/**
 * How a test file reaches Postgres: `pg` directly; `neon` through Neon's driver and a local stand-in;
 * `pgbouncer` through Debian's PgBouncer in transaction mode; `pg15` directly, on PostgreSQL 15.
 */
export type Lane = 'pg' | 'neon' | 'pgbouncer' | 'pg15'

/** Where Debian's package puts the programs of PostgreSQL 15. */
export const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

export interface ServerFacts {
  port: number
  /** The superuser's. */
  password: string
}

declare module 'vitest' {
  interface ProvidedContext {
    lane: Lane
    /** The database that test databases are copies of, and the one test to run: of a known-bad variant. */
    template?: string
    named?: string
    /** The server of this run, and the PostgreSQL 15 one if a selected lane needs it. */
    server: ServerFacts
    server15: ServerFacts | null
  }
}
