// The pages' function behind an address of this machine, for a real browser: as AWS puts it behind its own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { responseOf, type UrlAnswer, urlEvent } from './events.ts'
import type { Lambda } from './runtime.ts'

/** `http://localhost:PORT`, which browsers take for passkeys; `answer` hands over who answers there. */
export async function startAddress() {
  let lambda: Lambda | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const event = urlEvent(origin, {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: { ...headers, 'x-forwarded-for': '203.0.113.9' },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString('utf8') }),
    })
    try {
      if (!lambda) throw new Error('nobody answers here yet')
      const answer = responseOf(await lambda.invoke<UrlAnswer>(event))
      response.statusCode = answer.status
      for (const [name, value] of answer.headers) {
        if (name !== 'set-cookie') response.setHeader(name, value)
      }
      response.setHeader('set-cookie', answer.headers.getSetCookie())
      response.end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    answer: (by: Lambda) => {
      lambda = by
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
