// What a stage asks of the owner's database server, looked at before anything is changed.
import { performance } from 'node:perf_hooks'
import type { Database } from '#database'

/** One thing looked at: how it stands, and where it is not as it should be, what to do. */
export interface Finding {
  what: string
  remedy?: string
}

const oldestVersion = 150_000
const mostSkewSeconds = 5

/** Version, rights, encryption and clock of the server, as this login sees them. Changes nothing. */
export async function lookAtServer(database: Database, url: string): Promise<Finding[]> {
  const sentMs = performance.now()
  const sentAt = Date.now()
  const [row] = await database.query<{
    version: number
    named: string
    login: string
    may: boolean
    encrypted: boolean
    at: Date
  }>(
    `select current_setting('server_version_num')::integer as version,
       current_setting('server_version') as named,
       current_user as login,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
       clock_timestamp() as at`,
    [],
    { repeatable: true },
  )
  if (!row) throw new Error('the server did not answer')
  // As of the middle of the round trip: the answer was on its way for half of it.
  const here = sentAt + (performance.now() - sentMs) / 2
  const skew = Math.round(Math.abs(row.at.getTime() - here) / 100) / 10
  return [
    finding(`PostgreSQL ${row.named}`, row.version >= oldestVersion, 'move to 15 or newer'),
    finding(
      `${row.login} may create roles`,
      row.may,
      `it needs that once: "alter role ${row.login} createrole", or give the URL of the login that owns the server`,
    ),
    finding(
      row.encrypted ? 'TLS, its certificate verified' : 'no TLS: the address is on this machine',
      row.encrypted || isLoopback(url),
      'take sslmode=disable out of DATABASE_URL: passwords would cross the network in the clear',
    ),
    finding(
      `its clock is ${skew} s from this machine's`,
      skew <= mostSkewSeconds,
      'set the clock of this machine: signatures are dated',
    ),
  ]
}

function finding(what: string, fine: boolean, remedy: string): Finding {
  return fine ? { what } : { what, remedy }
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(new URL(url).hostname)
}
