// The driver for Neon hosts: HTTP for statements and batches, a WebSocket for a transaction.
import { NeonDbError, neon, Pool, types } from '@neondatabase/serverless'
import type { Driver, DriverSettings, Row, Statement } from './driver.ts'
import { toDatabaseError } from './errors.ts'
import { pooledDriver } from './pool.ts'
import type { Address } from './url.ts'
import { valueTypes } from './values.ts'

/**
 * One HTTP request runs one statement or one whole batch. A WebSocket is opened for each interactive
 * transaction and closed after it: it would not survive a frozen function, and keeps a process alive.
 */
export function neonDriver(address: Address, settings: DriverSettings): Driver {
  const parsers = valueTypes(types.getTypeParser)
  // The driver reads `types` from each statement's own options only.
  const sql = neon(address.url, { fullResults: true })
  const pool = new Pool({
    connectionString: address.url,
    max: settings.maxConnections,
    maxUses: 1,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    query_timeout: settings.replyTimeoutMs,
    fallback_application_name: 'countersign',
    types: parsers,
  })
  const sockets = pooledDriver(pool, address.label, settings)

  async function request<T>(
    statements: readonly Statement[],
    send: (fetchOptions: FetchOptions) => Promise<T>,
  ) {
    settings.onRoundTrip(statements.map(({ text }) => text))
    try {
      return await send({ signal: AbortSignal.timeout(settings.replyTimeoutMs) })
    } catch (thrown) {
      throw toDatabaseError(saidByProxy(thrown), 'sent', address.label)
    }
  }

  return {
    query: (statement) =>
      request([statement], async (fetchOptions) => {
        const how = { types: parsers, fetchOptions }
        return (await sql.query(statement.text, [...(statement.values ?? [])], how)).rows
      }),
    batch: (statements) =>
      request(statements, async (fetchOptions) => {
        const list = statements.map(({ text, values = [] }) =>
          sql.query(text, [...values], { types: parsers }),
        )
        return (await sql.transaction(list, { fetchOptions })).map((reply): Row[] => reply.rows)
      }),
    transaction: (work) => sockets.transaction(work),
    close: () => sockets.close(),
  }
}

interface FetchOptions {
  signal: AbortSignal
}

/**
 * Neon's proxy answers what isn't the server's own error without a SQLSTATE: status 400, or 5xx
 * with the same JSON as text (github.com/neondatabase/neon `proxy/src/serverless/sql_over_http.rs`).
 * Whether the statement ran is then unknown.
 */
function saidByProxy(thrown: unknown): unknown {
  if (!(thrown instanceof NeonDbError) || thrown.code || thrown.sourceError) return thrown
  const [, json] = /^Server error \(HTTP status \d+\): (\{.*\})$/s.exec(thrown.message) ?? []
  const { message, code } = { message: thrown.message, code: '', ...parsed(json) }
  return Object.assign(new Error(message, { cause: thrown }), { code: code || '08006' })
}

function parsed(json: string | undefined): { message?: string; code?: string } {
  try {
    return json === undefined ? {} : JSON.parse(json)
  } catch {
    return {}
  }
}
