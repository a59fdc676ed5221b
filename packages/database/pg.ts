// The driver for ordinary Postgres URLs: pg over TCP or a Unix socket.
import pg from 'pg'
import type { Driver, DriverSettings } from './driver.ts'
import { IDLE_MS, pooledDriver } from './pool.ts'
import type { Address } from './url.ts'
import { valueTypes } from './values.ts'

/** An open database that is idle doesn't keep the process alive. */
export function pgDriver(address: Address, settings: DriverSettings): Driver {
  const pool = new pg.Pool({
    connectionString: address.url,
    ssl: address.tls,
    max: settings.maxConnections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    query_timeout: settings.replyTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
    fallback_application_name: 'countersign',
    types: valueTypes(pg.types.getTypeParser),
  })
  return pooledDriver(pool, address.label, settings)
}
