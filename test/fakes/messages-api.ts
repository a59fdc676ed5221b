// A local server that speaks the Messages API with streamed answers and faults as a test wants, and logs
// every request. Shapes: https://docs.anthropic.com/en/api/messages-streaming
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply =
  /** A whole answer, or one that ended for another reason. */
  | { text: string; stop?: 'end_turn' | 'max_tokens' | 'refusal' }
  | { status: number; retryAfter?: string; type?: string }
  /** Half of the answer, then the connection ends: with an error event, or without a word. */
  | { cut: string; error?: 'overloaded_error' | 'api_error' }
  /** Takes the request and never answers. */
  | 'silence'

export interface MessagesRequest {
  path: string
  headers: IncomingHttpHeaders
  /** As it came over the wire. */
  raw: string
  body: { model: string; max_tokens: number; system: string; messages: { content: string }[] }
}

export interface MessagesApi {
  baseUrl: string
  requests: MessagesRequest[]
  /** Ends all connections at once, as a network does. */
  cutAll(): void
  close(): Promise<void>
}

/** Answers each request with what `script` says of it; the number counts from 0. */
export async function messagesApi(
  script: (request: MessagesRequest, number: number) => Reply,
): Promise<MessagesApi> {
  const requests: MessagesRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const { url = '', headers } = incoming
      const request = { path: url, headers, raw, body: JSON.parse(raw) }
      requests.push(request)
      answer(response, script(request, requests.length - 1), request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://localhost:${port}`,
    requests,
    cutAll: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, reply: Reply, { raw, body }: MessagesRequest) {
  if (reply === 'silence') return
  const requestId = { 'request-id': 'req_test' }
  if ('status' in reply) {
    const type = reply.type ?? (reply.status === 529 ? 'overloaded_error' : 'api_error')
    const wait = reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...wait, ...requestId })
    response.end(JSON.stringify({ type: 'error', error: { type, message: 'as the test wants' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...requestId })
  const send = (event: { type: string } & Record<string, unknown>) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const usage = { input_tokens: Math.ceil(raw.length / 4), output_tokens: 1 }
  const message = { id: 'msg_test', type: 'message', role: 'assistant', model: body.model }
  const rest = { content: [], stop_reason: null, stop_sequence: null, usage }
  send({ type: 'message_start', message: { ...message, ...rest } })
  send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  const text = 'cut' in reply ? reply.cut : reply.text
  for (const part of text.match(/[\s\S]{1,200}/g) ?? []) {
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } })
  }
  if ('cut' in reply) {
    if (reply.error === undefined) return response.destroy()
    send({ type: 'error', error: { type: reply.error, message: 'as the test wants' } })
    return response.end()
  }
  send({ type: 'content_block_stop', index: 0 })
  const delta = { stop_reason: reply.stop ?? 'end_turn', stop_sequence: null }
  const output = { output_tokens: Math.ceil(text.length / 4) }
  send({ type: 'message_delta', delta, usage: output })
  send({ type: 'message_stop' })
  response.end()
}
