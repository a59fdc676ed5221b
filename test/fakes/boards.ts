// A local server that speaks the three boards' APIs with whatever answers a test gives it, and logs
// every request.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  status?: number
  /** JSON unless it is a string. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** What each path answers; a list is gone through request by request, and its last goes on. */
export type Answers = Record<string, Answer | readonly Answer[]>

export interface FakeBoards {
  baseUrl: string
  requests: { path: string; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

/** Answers by path, with the query or without it; what isn't there is a 404 in plain text. */
export async function fakeBoards(answers: Readonly<Answers>): Promise<FakeBoards> {
  const requests: FakeBoards['requests'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    requests.push({ path: url.pathname + url.search, headers: request.headers })
    const given = answers[url.pathname + url.search] ??
      answers[url.pathname] ?? { status: 404, body: 'Not Found' }
    const before = requests.filter(({ path }) => path === url.pathname + url.search).length - 1
    const answer = 'at' in given ? (given[before] ?? given.at(-1)) : given
    const { status = 200, body = '', headers = {} } = answer ?? {}
    const tag = headers.etag
    if (tag !== undefined && request.headers['if-none-match'] === tag) {
      response.writeHead(304, { etag: tag }).end()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://localhost:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
