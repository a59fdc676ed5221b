// The HTTP client is polite and bounded: order, backoff, limits, redirects, addresses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { guardedLookup, isPublicAddress } from '../../packages/clients/http/addresses.ts'
import { defaultBackoff, waitMs } from '../../packages/clients/http/backoff.ts'
import { HttpFailed, type HttpSettings, httpClient } from '../../packages/clients/index.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(handler: Handler) {
  const seen: { url: string; headers: IncomingMessage['headers']; method: string }[] = []
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '' })
    handler(request, response, seen.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://localhost:${port}`, numeric: `http://127.0.0.1:${port}`, seen }
}

function client(settings: HttpSettings = {}) {
  const waits: number[] = []
  const http = httpClient({
    allowedHosts: ['localhost'],
    gapMs: 0,
    random: () => 0.5,
    wait: async (ms) => void (ms > 0 && waits.push(ms)),
    ...settings,
  })
  closing.push(() => http.close())
  return { http, waits }
}

const answer = (response: ServerResponse, status: number, body = '', headers = {}) =>
  response.writeHead(status, headers).end(body)

describe('retries', () => {
  test('a 429 waits as long as the server asks, and no longer than the cap', async () => {
    const site = await serve((_, response, count) => {
      if (count === 1) return answer(response, 429, '', { 'retry-after': '2' })
      if (count === 2) return answer(response, 429, '', { 'retry-after': '86400' })
      answer(response, 200, 'ok')
    })
    const { http, waits } = client()
    const reply = await http.request({ url: site.url })
    expect([reply.status, reply.text, reply.attempts]).toEqual([200, 'ok', 3])
    expect(waits).toEqual([2_000, 30_000])
  })

  test('a 5xx backs off with jitter, doubling, and gives the last answer when it never passes', async () => {
    const site = await serve((_, response) => answer(response, 503))
    const { http, waits } = client()
    const reply = await http.request({ url: site.url })
    expect([reply.status, reply.attempts, site.seen.length]).toEqual([503, 4, 4])
    expect(waits).toEqual([375, 750, 1_500])
  })

  test('a 404 is an answer and is never asked for again', async () => {
    const site = await serve((_, response) => answer(response, 404, 'Not Found'))
    const { http } = client()
    const reply = await http.request({ url: site.url })
    expect([reply.status, reply.text, site.seen.length]).toEqual([404, 'Not Found', 1])
  })

  test('a POST is sent once, whatever happens', async () => {
    const site = await serve((_, response) => answer(response, 500))
    const { http } = client()
    const reply = await http.request({ url: site.url, method: 'POST', body: '{}' })
    expect([reply.status, site.seen.length]).toEqual([500, 1])
  })

  test('the jitter stays between half the bound and the bound', () => {
    expect(waitMs(3, defaultBackoff, () => 0)).toBe(1_000)
    expect(waitMs(3, defaultBackoff, () => 1)).toBe(2_000)
    expect(waitMs(30, defaultBackoff, () => 1)).toBe(defaultBackoff.capMs)
    const now = Date.parse('2026-11-30T00:00:00Z')
    expect(waitMs(1, defaultBackoff, () => 0, 'Mon, 30 Nov 2026 00:00:07 GMT', now)).toBe(7_000)
  })

  test('a dropped connection is tried again', async () => {
    const site = await serve((request, response, count) =>
      count === 1 ? void request.socket.destroy() : answer(response, 200, 'back'),
    )
    const { http } = client()
    expect((await http.request({ url: site.url })).text).toBe('back')
  })
})

describe('limits', () => {
  test('one request at a time per host, in the order they were asked', async () => {
    let open = 0
    let most = 0
    const site = await serve((_, response) => {
      most = Math.max(most, ++open)
      setImmediate(() => {
        open--
        answer(response, 200)
      })
    })
    const { http } = client()
    await Promise.all(
      ['/1', '/2', '/3', '/4'].map((path) => http.request({ url: site.url + path })),
    )
    expect(most).toBe(1)
    expect(site.seen.map((entry) => entry.url)).toEqual(['/1', '/2', '/3', '/4'])
  })

  test('a failure does not block the next request to the host', async () => {
    const site = await serve((request, response) =>
      request.url === '/loop'
        ? answer(response, 302, '', { location: '/loop' })
        : answer(response, 200),
    )
    const { http } = client()
    await expect(http.request({ url: `${site.url}/loop` })).rejects.toThrow('more than 5 redirects')
    expect((await http.request({ url: site.url })).status).toBe(200)
  })

  test('an answer that is too large is refused, announced or not, compressed or not', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/announced')
        return answer(response, 200, 'x'.repeat(2_000), { 'content-length': '2000' })
      if (request.url === '/bomb')
        return response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync('x'.repeat(100_000)))
      response.writeHead(200)
      response.write('x'.repeat(1_500))
      response.end()
    })
    const { http } = client({ maxBytes: 1_000 })
    for (const path of ['/announced', '/bomb', '/streamed']) {
      const attempt = http.request({ url: site.url + path })
      await expect(attempt).rejects.toThrow('larger than 1000 bytes')
    }
    expect(site.seen).toHaveLength(3)
  })

  test('a server that never answers is given up in time', async () => {
    const site = await serve(() => undefined)
    const { http } = client({ timeoutMs: 40, backoff: { attempts: 2 } })
    const failure = await http.request({ url: site.url }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(HttpFailed)
    expect(failure).toMatchObject({
      attempts: 2,
      message: expect.stringContaining('no answer in time'),
    })
  })
})

describe('validators', () => {
  test('an ETag goes out as it came and an unchanged answer says so', async () => {
    const site = await serve((request, response) =>
      request.headers['if-none-match'] === '"v1"'
        ? answer(response, 304, '', { etag: '"v1"' })
        : answer(response, 200, 'jobs', { etag: '"v1"' }),
    )
    const { http } = client()
    const first = await http.request({ url: site.url })
    expect(first.validator).toEqual({ etag: '"v1"', lastModified: null })
    const second = await http.request({ url: site.url, validator: first.validator })
    expect([second.notModified, second.text]).toEqual([true, ''])
  })
})

describe('redirects and addresses', () => {
  test('a redirect is followed, but the own headers stay with the host they were meant for', async () => {
    const other = await serve((_, response) => answer(response, 200, 'there'))
    const site = await serve((_, response) =>
      answer(response, 301, '', { location: `${other.url}/there` }),
    )
    const { http } = client()
    const reply = await http.request({ url: site.url, headers: { authorization: 'secret' } })
    expect([reply.text, reply.url]).toEqual(['there', `${other.url}/there`])
    expect(site.seen[0]?.headers.authorization).toBe('secret')
    expect(other.seen[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '0.0.0.0',
    '2130706433',
    'localhost',
  ])('a request to %s is refused', async (host) => {
    const { http } = client({ allowedHosts: [] })
    await expect(http.request({ url: `http://${host}/` })).rejects.toThrow("isn't a public address")
  })

  test('a redirect into the private network is refused before any connection', async () => {
    const inner = await serve((_, response) => answer(response, 200, 'metadata'))
    const site = await serve((_, response) =>
      answer(response, 302, '', { location: inner.numeric }),
    )
    const { http } = client()
    await expect(http.request({ url: site.url })).rejects.toThrow("isn't a public address")
    expect(inner.seen).toHaveLength(0)
  })

  test('a name that resolves to a private address is refused at the connection', async () => {
    const resolve = ((_name: string, _options: unknown, done: (...args: unknown[]) => void) =>
      done(null, [{ address: '10.0.0.7', family: 4 }])) as Parameters<typeof guardedLookup>[1]
    const error = await new Promise((done) =>
      guardedLookup(new Set(), resolve)('rebind.example', {}, (problem) => done(problem)),
    )
    expect(String(error)).toContain("isn't a public address")
  })

  test('public addresses are public', () => {
    expect(isPublicAddress('93.184.216.34')).toBe(true)
    expect(isPublicAddress('2606:2800:220:1::1')).toBe(true)
    expect(isPublicAddress('not an address')).toBe(false)
  })

  test('a server is told who asks: some refuse what names no reader', async () => {
    const { url, seen } = await serve((_, response) => answer(response, 200))
    await client().http.request({ url })
    await client({ userAgent: 'ours/2' }).http.request({ url })
    const told = seen.map(({ headers }) => headers['user-agent'])
    expect(told).toEqual([
      expect.stringMatching(/^Mozilla\/5\.0 \(compatible; countersign/),
      'ours/2',
    ])
  })

  test('other protocols are no web addresses', async () => {
    const { http } = client()
    await expect(http.request({ url: 'file:///etc/hosts' })).rejects.toThrow("isn't a web address")
  })
})
