// Statements and transactions over a pool of sockets: the same for pg and for Neon's WebSocket.
import { type Driver, type DriverSettings, misuse, type Row } from './driver.ts'
import { type DatabaseError, type Reached, toDatabaseError } from './errors.ts'
import { runTransaction } from './transaction.ts'

/** What both drivers' pools have in common; their own types aren't assignable to each other. */
export interface SocketPool {
  connect(): Promise<SocketClient>
  end(): Promise<void>
  on(event: 'connect', listener: (client: SocketClient) => void): unknown
  on(event: 'error', listener: () => void): unknown
}

interface SocketClient {
  query(config: QueryConfig, values: unknown[]): Promise<Reply | Reply[]>
  release(destroy?: boolean): void
  on(event: 'error', listener: () => void): unknown
  once(event: 'end', listener: () => void): unknown
}

/** Extended: one statement, even without values. Otherwise a text without values may hold several. */
export interface QueryConfig {
  text: string
  queryMode?: 'extended'
  /** Under which it is kept prepared on the connection. */
  name?: string
}

/** What came back for one statement. */
interface Reply {
  command: string
  rows: Row[]
}

/** Sends one request on a connection that is checked out; fails with a DatabaseError. */
export type Send = (
  reached: Reached,
  config: QueryConfig,
  values?: readonly unknown[],
) => Promise<Reply>

/** An idle socket older than this outlived its timer, so the process was frozen: it is replaced. */
export const IDLE_MS = 60_000
/** One used this short a time ago can hardly have died since. */
const BUSY_MS = 2
const CLOSE_MS = 5_000
const MOST_PREPARED = 100
const LOST = 'a lost connection is not queryable'

/** A driver over a pool. Every method is one attempt and fails with a DatabaseError. */
export function pooledDriver(pool: SocketPool, label: string, settings: DriverSettings): Driver {
  const sockets = watchSockets(pool)
  const lastUsed = new WeakMap<SocketClient, number>()
  const prepared = new Map<string, QueryConfig>()

  async function checkOut(): Promise<SocketClient> {
    for (let replaced = 0; ; replaced++) {
      const client = await pool.connect().catch((thrown: unknown) => {
        throw noConnection(thrown, label, settings)
      })
      const since = lastUsed.get(client)
      if (since === undefined || replaced > settings.maxConnections) return client
      const idleMs = Date.now() - since
      if (idleMs < BUSY_MS) return client
      // It may have died unnoticed. Once that has been read it takes no statement, which is retried.
      await pollOnce()
      if (idleMs < IDLE_MS) return client
      client.release(true)
    }
  }

  /** Lends a connection to `work`; one that was lost takes nothing more and is not used again. */
  async function withConnection<T>(work: (send: Send) => Promise<T>): Promise<T> {
    const client = await checkOut()
    let broken = false
    try {
      return await work(async (reached, config, values = []) => {
        if (broken) throw toDatabaseError(new Error(LOST), reached, label)
        settings.onRoundTrip([config.text])
        try {
          const reply = await client.query(config, [...values])
          return (Array.isArray(reply) ? reply.at(-1) : reply) ?? { command: '', rows: [] }
        } catch (thrown) {
          const error = toDatabaseError(thrown, reached, label)
          broken ||= isLost(error)
          throw error
        }
      })
    } finally {
      lastUsed.set(client, Date.now())
      client.release(broken)
    }
  }

  /** One statement, under a name if it is kept prepared: the same on every connection. */
  function statement(text: string): QueryConfig {
    const known = prepared.get(text)
    if (known) return known
    if (!settings.prepare || prepared.size >= MOST_PREPARED) return { text, queryMode: 'extended' }
    const config = { text, name: `countersign_${prepared.size}` }
    prepared.set(text, config)
    return config
  }

  return {
    query: ({ text, values }) =>
      withConnection(async (send) => (await send('sent', statement(text), values)).rows),
    batch: (statements) =>
      withConnection((send) =>
        runTransaction(send, async (run) => {
          const answers: Row[][] = []
          for (const { text, values } of statements) {
            answers.push(await run({ text, queryMode: 'extended' }, values))
          }
          return answers
        }),
      ),
    transaction: (work) =>
      withConnection((send) =>
        runTransaction(send, (run) =>
          work({
            // Which columns come back is the caller's knowledge of its own SQL.
            query: async <R extends Row>(text: string, values?: readonly unknown[]) =>
              (await run({ text }, values)) as R[],
          }),
        ),
      ),
    close: () => within(CLOSE_MS, pool.end().then(sockets.allEnded)),
  }
}

/**
 * An 'error' event without a listener ends the process. For an idle client the pool emits it, for
 * one that is checked out the client itself; whoever uses the client next hears of it anyway.
 */
function watchSockets(pool: SocketPool) {
  const open = new Map<SocketClient, Promise<void>>()
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    open.set(client, ended)
    ended.then(() => open.delete(client))
  })
  // pool.end() resolves before its sockets are closed.
  return { allEnded: async () => void (await Promise.all(open.values())) }
}

function noConnection(thrown: unknown, label: string, settings: DriverSettings): DatabaseError {
  // What both pools say when the limit they were given is used up, not the server's.
  if (!(thrown instanceof Error) || !/^timeout exceeded when trying/.test(thrown.message)) {
    return toDatabaseError(thrown, 'connecting', label)
  }
  const { maxConnections, connectTimeoutMs } = settings
  const message =
    `this process' ${maxConnections} connection(s) to the database at ${label} were busy for ` +
    `${connectTimeoutMs} ms: raise maxConnections, or inside a transaction use its tx`
  return misuse('53300', message, thrown)
}

/** Two turns of the event loop: whatever they start from, its sockets are polled in between. */
async function pollOnce(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function isLost(error: DatabaseError): boolean {
  return /^(08|57P)/.test(error.code)
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
