// A local stand-in for Neon's front door, so that tests run through Neon's real driver.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { neonConfig } from '@neondatabase/serverless'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

export interface NeonStandIn {
  /** The host name to put into a URL; this process' driver finds the stand-in by it. */
  host: string
  /** Where it listens, for a driver in another process. */
  address: string
  /** What arrived so far. */
  arrived: { requests: number; sockets: number }
  /** The next HTTP request is carried out, but its answer is lost on the way. */
  loseNextAnswer(): void
  stop(): Promise<void>
}

// The driver's settings are global to the process, so one pair of functions serves all stand-ins.
const ports = new Map<string, number>()

function addressOf(host: string): string {
  const port = ports.get(host)
  // Never the real service: a test's request must not leave the machine.
  if (port === undefined) throw new Error(`no Neon stand-in is running for ${host}`)
  return `127.0.0.1:${port}`
}

/**
 * Listens on loopback and serves every connection from one fixed local server, whatever the URL
 * says, so it is no open relay. Two protocols, as in the driver's and proxy's source
 * (github.com/neondatabase/serverless, github.com/neondatabase/neon `proxy/src/serverless`):
 * WebSocket messages are the bytes of a Postgres connection; `POST /sql` runs one statement, or a
 * list of them in one transaction, and answers rows as text. Not imitated: TLS and size limits.
 */
export async function startNeonStandIn(postgresPort: number): Promise<NeonStandIn> {
  const pools = new Map<string, pg.Pool>()
  const arrived = { requests: 0, sockets: 0 }
  let losing = false
  const server = createServer(async (request, response) => {
    arrived.requests += 1
    const lost = losing
    losing = false
    const answer = await carryOut(request, (url) => poolFor(pools, url, postgresPort))
    if (lost) request.socket.destroy()
    else send(response, answer)
  })
  const sockets = new WebSocketServer({ server, path: '/v2', perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    arrived.sockets += 1
    relay(socket, postgresPort)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const host = `ep-${port}.invalid.neon.tech`
  ports.set(host, port)
  neonConfig.fetchEndpoint = (name) => `http://${addressOf(name)}/sql`
  neonConfig.wsProxy = (name) => `${addressOf(name)}/v2`
  neonConfig.useSecureWebSocket = false
  const stop = async () => {
    ports.delete(host)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.close()
    server.closeAllConnections()
    await Promise.all([...pools.values()].map((pool) => pool.end()))
  }
  const loseNextAnswer = () => {
    losing = true
  }
  return { host, address: addressOf(host), arrived, loseNextAnswer, stop }
}

/** Carries bytes both ways until either side goes away. */
function relay(socket: WebSocket, postgresPort: number): void {
  const upstream = connect(postgresPort, '127.0.0.1').setNoDelay(true)
  upstream.on('data', (bytes) => socket.send(bytes))
  upstream.on('close', () => socket.close())
  upstream.on('error', () => socket.close(1011))
  socket.on('message', (bytes) => upstream.write(bytes instanceof Buffer ? bytes : ''))
  socket.on('close', () => upstream.end())
  socket.on('error', () => upstream.destroy())
}

// ---- POST /sql

interface Query {
  query: string
  params?: (string | null)[]
}
interface Answer {
  status: number
  body: unknown
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const asText = { getTypeParser: () => (value: unknown) => value }

function poolFor(pools: Map<string, pg.Pool>, url: string, postgresPort: number): pg.Pool {
  const upstream = new URL(url)
  upstream.hostname = '127.0.0.1'
  upstream.port = String(postgresPort)
  const pool =
    pools.get(upstream.href) ??
    new pg.Pool({ connectionString: upstream.href, max: 40, types: asText }).on('error', () => {})
  pools.set(upstream.href, pool)
  return pool
}

async function carryOut(request: IncomingMessage, pool: (url: string) => pg.Pool): Promise<Answer> {
  let client: pg.PoolClient | undefined
  let broken = false
  try {
    const body = await readJson(request)
    client = await pool(String(request.headers['neon-connection-string'])).connect()
    client.on('error', () => {})
    const list = body.queries
    const answer = list ? { results: await inOrder(client, list) } : await runOne(client, body)
    await client.query('discard all')
    return { status: 200, body: answer }
  } catch (thrown) {
    broken = true
    // Neon's proxy says 500 when it can't reach the server, 400 for whatever the server said.
    return { status: client ? 400 : 500, body: describe(thrown) }
  } finally {
    client?.removeAllListeners('error')
    client?.release(broken)
  }
}

async function inOrder(client: pg.PoolClient, list: Query[]): Promise<unknown[]> {
  const results: unknown[] = []
  await client.query('begin')
  for (const query of list) results.push(await runOne(client, query))
  await client.query('commit')
  return results // a failure closes the connection, which rolls back
}

async function runOne(client: pg.PoolClient, { query, params = [] }: Query): Promise<unknown> {
  const extended = { text: query, values: params, rowMode: 'array' as const, queryMode: 'extended' }
  const { command, rowCount, rows, fields } = await client.query(extended)
  return { command, rowCount, rowAsArray: true, rows, fields }
}

async function readJson(request: IncomingMessage): Promise<Query & { queries?: Query[] }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const ERROR_FIELDS = [
  'severity',
  'code',
  'detail',
  'hint',
  'where',
  'schema',
  'table',
  'column',
  'constraint',
]

function describe(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { message: 'unknown', code: '' }
  // What no server said has no code, whatever the system called it.
  if (!Reflect.has(thrown, 'severity')) return { message: thrown.message, code: '' }
  const fields = ERROR_FIELDS.map((name) => [name, Reflect.get(thrown, name) ?? null])
  return { message: thrown.message, ...Object.fromEntries(fields) }
}
