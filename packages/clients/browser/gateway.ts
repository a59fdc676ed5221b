// The only way out of a browser: a loopback proxy that reaches named hosts and nothing private.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkHost, guardedLookup } from '../http/addresses.ts'

export interface Reach {
  /** Host names, `*` for any part: `jobs.lever.co`, `*.s3.*.amazonaws.com`. By https only. */
  hosts: readonly string[]
  /** One origin on this machine, e.g. `http://localhost:4748`; nothing else private is reached. */
  local?: string | undefined
}

export interface Gateway {
  port: number
  close(): Promise<void>
}

const connectMs = 10_000
const idleMs = 120_000

/** Whether a host name, without its port, is one of the named ones. */
export function named(hosts: readonly string[], host: string): boolean {
  return hosts.some((pattern) => {
    const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[a-z0-9.-]+')
    return new RegExp(`^${escaped}$`, 'i').test(host)
  })
}

/** Whether an address may be asked at all, by scheme, name and port. */
export function reaches(reach: Reach, url: URL): boolean {
  if (url.origin === reach.local) return true
  return url.protocol === 'https:' && url.port === '' && named(reach.hosts, url.hostname)
}

/**
 * Starts the proxy. Names are resolved and connected here, in one step and never by the browser:
 * a name that points at a private address is refused at the very connection, however often it
 * changes its mind (DNS rebinding). What a page opens besides requests (WebSockets) passes here too.
 * `resolve` replaces the system's resolver, for tests.
 */
export async function openGateway(
  reach: Reach,
  resolve?: Parameters<typeof guardedLookup>[1],
): Promise<Gateway> {
  const local = reach.local === undefined ? null : new URL(reach.local)
  const allowed = new Set(local === null ? [] : [local.hostname])
  const lookup = guardedLookup(allowed, resolve)
  const open = new Set<Duplex>()

  // Plain requests are those to the local origin; everything else is https, through a tunnel.
  const server = createServer((incoming, outgoing) => {
    const target = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null
    if (target === null || local === null || target.origin !== local.origin) {
      outgoing.writeHead(403).end()
      return
    }
    forward(incoming, outgoing, target, lookup)
  })
  server.on('connect', (incoming, client: Duplex, head: Buffer) => {
    const address = `https://${incoming.url}`
    const target = URL.canParse(address) ? new URL(address) : null
    const plain = target === null ? '' : `http://${target.host}`
    if (target === null || !(reaches(reach, target) || plain === reach.local)) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    tunnel(client, head, target, { allowed, lookup, open })
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

interface Ways {
  allowed: ReadonlySet<string>
  lookup: ReturnType<typeof guardedLookup>
  open: Set<Duplex>
}

function tunnel(client: Duplex, head: Buffer, target: URL, ways: Ways): void {
  try {
    checkHost(target.hostname, ways.allowed)
  } catch {
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    return
  }
  const port = target.port === '' ? 443 : Number(target.port)
  const upstream = connect({ host: target.hostname, port, lookup: ways.lookup })
  ways.open.add(upstream)
  const end = () => {
    client.destroy()
    upstream.destroy()
    ways.open.delete(upstream)
  }
  const waiting = setTimeout(end, connectMs)
  upstream.once('connect', () => {
    clearTimeout(waiting)
    upstream.setTimeout(idleMs, end)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.write(head)
    client.pipe(upstream).pipe(client)
  })
  for (const socket of [client, upstream]) {
    socket.once('close', () => {
      clearTimeout(waiting)
      end()
    })
    socket.on('error', end)
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  lookup: Ways['lookup'],
): void {
  const { 'proxy-connection': _, ...headers } = incoming.headers
  const onward = request(
    target,
    { method: incoming.method ?? 'GET', headers, lookup, timeout: idleMs },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('timeout', () => onward.destroy())
  // No answer is none: the browser has to see that, and not an answer of ours.
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
