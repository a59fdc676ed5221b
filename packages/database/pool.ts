// Statements and transactions over a pool of sockets: the same for pg and for Neon's WebSocket.
import {
  type Driver,
  type DriverSettings,
  misuse,
  type Queryable,
  type Row,
  type Statement,
} from './driver.ts'
import { DatabaseError, type Reached, toDatabaseError } from './errors.ts'

/** What both drivers' pools have in common; their own types aren't assignable to each other. */
export interface SocketPool {
  connect(): Promise<SocketClient>
  end(): Promise<void>
  on(event: 'connect', listener: (client: SocketClient) => void): unknown
  on(event: 'error', listener: () => void): unknown
}

export interface SocketClient {
  query(config: QueryConfig): Promise<Reply | Reply[]>
  release(destroy?: boolean): void
  on(event: 'error', listener: () => void): unknown
  once(event: 'end', listener: () => void): unknown
}

interface QueryConfig {
  text: string
  values: unknown[]
  queryMode?: 'extended'
}

interface Reply {
  command: string
  rows: Row[]
}

/** An idle socket older than this outlived its timer, so the process was frozen: it is replaced. */
export const IDLE_MS = 60_000
const CLOSE_MS = 5_000
const NOT_COMMITTED = 'the transaction was rolled back: one of its statements had failed'
const ENDED = 'a statement was given to a transaction that has already ended'

/** A driver over a pool. Every method is one attempt and fails with a DatabaseError. */
export function pooledDriver(pool: SocketPool, label: string, settings: DriverSettings): Driver {
  const sockets = watchSockets(pool)
  const lastUsed = new WeakMap<SocketClient, number>()

  async function send(client: SocketClient, reached: Reached, config: QueryConfig): Promise<Reply> {
    settings.onRoundTrip([config.text])
    try {
      const reply = await client.query(config)
      const last = Array.isArray(reply) ? reply.at(-1) : reply
      return last ?? { command: '', rows: [] }
    } catch (thrown) {
      throw toDatabaseError(thrown, reached, label)
    }
  }

  async function checkOut(): Promise<SocketClient> {
    for (let replaced = 0; ; replaced++) {
      const client = await pool.connect().catch((thrown: unknown) => {
        throw toDatabaseError(thrown, 'connecting', label)
      })
      const since = lastUsed.get(client)
      if (since === undefined || replaced > settings.maxConnections) return client
      // It may have died unnoticed while it was idle: read what has arrived before relying on it.
      await pollOnce()
      if (Date.now() - since < IDLE_MS && !sockets.isDead(client)) return client
      client.release(true)
    }
  }

  function release(client: SocketClient, broken: boolean): void {
    lastUsed.set(client, Date.now())
    client.release(broken)
  }

  async function query(statement: Statement): Promise<Row[]> {
    const client = await checkOut()
    let broken = false
    try {
      // Extended even without values, so that a text of several statements is refused on every lane.
      const config = { text: statement.text, values: [...(statement.values ?? [])] }
      return (await send(client, 'sent', { ...config, queryMode: 'extended' })).rows
    } catch (error) {
      broken = isLost(error)
      throw error
    } finally {
      release(client, broken)
    }
  }

  async function transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = await checkOut()
    const inside = insideTransaction((config) => send(client, 'uncommitted', config))
    let broken = true
    try {
      await send(client, 'connecting', { text: 'begin', values: [] })
      const result = await work(inside.tx)
      await inside.end()
      const { command } = await send(client, 'sent', { text: 'commit', values: [] })
      broken = false
      if (command !== 'COMMIT') throw misuse('25P02', NOT_COMMITTED, inside.failure())
      return result
    } catch (error) {
      await inside.end()
      if (broken && !isLost(inside.failure()) && !isLost(error)) {
        broken = await send(client, 'uncommitted', { text: 'rollback', values: [] }).then(
          () => false,
          () => true,
        )
      }
      throw error
    } finally {
      release(client, broken)
    }
  }

  return {
    query,
    transaction,
    batch: (statements) =>
      transaction(async (tx) => {
        const answers: Row[][] = []
        for (const { text, values } of statements) answers.push(await tx.query(text, values))
        return answers
      }),
    close: () => within(CLOSE_MS, pool.end().then(sockets.allEnded)),
  }
}

/** The `tx` of a transaction: one statement at a time, and none once it has ended. */
function insideTransaction(send: (config: QueryConfig) => Promise<Reply>) {
  let turn: Promise<unknown> = Promise.resolve()
  let ended = false
  let failure: unknown
  const tx: Queryable = {
    query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
      if (ended) return Promise.reject(misuse('25P01', ENDED))
      const mine = turn.then(() => send({ text, values: [...values] }))
      turn = mine.catch((error: unknown) => {
        failure ??= error
      })
      return mine.then((reply) => reply.rows as R[])
    },
  }
  return {
    tx,
    failure: () => failure,
    async end() {
      ended = true
      await turn
    },
  }
}

/**
 * An 'error' event without a listener ends the process. For an idle client the pool emits it, for
 * one that is checked out the client itself; whoever uses the client next hears of it anyway.
 */
function watchSockets(pool: SocketPool) {
  const open = new Map<SocketClient, Promise<void>>()
  const dead = new WeakSet<SocketClient>()
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => dead.add(client))
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    open.set(client, ended)
    ended.then(() => {
      open.delete(client)
      dead.add(client)
    })
  })
  return {
    isDead: (client: SocketClient) => dead.has(client),
    // pool.end() resolves before its sockets are closed.
    allEnded: async () => void (await Promise.all(open.values())),
  }
}

/** Two turns of the event loop: whatever they start from, its sockets are polled in between. */
async function pollOnce(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08|57P)/.test(error.code)
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
