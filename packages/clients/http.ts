// One polite HTTP client for other people's sites: one request at a time per host, bounded in every
// direction.
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import { AddressRefused, checkHost, guardedLookup } from './http/addresses.ts'
import { type BackoffSettings, defaultBackoff, mayPass, waitMs } from './http/backoff.ts'

/** What a server gave to ask "has it changed?" with. Kept by the caller. */
export interface Validator {
  etag: string | null
  lastModified: string | null
}

export interface HttpRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Sent as If-None-Match or If-Modified-Since; an unchanged answer has `notModified`. */
  validator?: Validator | null
  timeoutMs?: number
  maxBytes?: number
  signal?: AbortSignal
}

export interface HttpReply {
  status: number
  /** Where the answer came from, redirects followed. */
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  text: string
  notModified: boolean
  validator: Validator | null
  /** Tries it took. */
  attempts: number
}

export interface HttpSettings {
  userAgent?: string
  /** Per try, headers and body together. Ashby takes up to ten seconds. */
  timeoutMs?: number
  /** After decompression. */
  maxBytes?: number
  maxRedirects?: number
  /** Pause between two requests to one host. */
  gapMs?: number
  backoff?: Partial<BackoffSettings>
  /** Host names that may be private, e.g. `localhost` for the sample boards. */
  allowedHosts?: readonly string[]
  /** For tests: how to wait, and the source of jitter. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  random?: () => number
}

export interface HttpClient {
  /** Any HTTP status is an answer. Throws {@link HttpFailed} when none came within the limits. */
  request(request: HttpRequest): Promise<HttpReply>
  close(): Promise<void>
}

/** No usable answer: the network, a timeout, a size limit, a redirect loop or a refused address. */
export class HttpFailed extends Error {
  readonly url: string
  readonly attempts: number
  constructor(url: string, attempts: number, reason: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause })
    this.name = 'HttpFailed'
    this.url = url
    this.attempts = attempts
  }
}

class Unrepeatable extends Error {}

/**
 * A client that asks each host one thing at a time. 429 and 5xx and network errors are tried
 * again (GET only, with backoff, `Retry-After` clamped); everything else is answered at once.
 * The last answer is returned even if it is a 503.
 */
export function httpClient(settings: HttpSettings = {}): HttpClient {
  const allowed = new Set((settings.allowedHosts ?? []).map((host) => host.toLowerCase()))
  const limits = {
    userAgent: settings.userAgent ?? 'Mozilla/5.0 (compatible; countersign/0.1; job search)',
    timeoutMs: settings.timeoutMs ?? 20_000,
    maxBytes: settings.maxBytes ?? 20_000_000,
    maxRedirects: settings.maxRedirects ?? 5,
    gapMs: settings.gapMs ?? 250,
    backoff: { ...defaultBackoff, ...settings.backoff },
    wait: settings.wait ?? (async (ms, signal) => void (await delay(ms, undefined, { signal }))),
    random: settings.random ?? Math.random,
  }
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowed), timeout: limits.timeoutMs },
    connections: 1,
    pipelining: 1,
  })
  const queues = new Map<string, Promise<unknown>>()
  const once = (request: HttpRequest, attempt: number) =>
    exchange(request, attempt, limits, allowed, agent)

  async function tried(request: HttpRequest): Promise<HttpReply> {
    const repeatable = (request.method ?? 'GET') === 'GET'
    const attempts = repeatable ? limits.backoff.attempts : 1
    for (let attempt = 1; ; attempt++) {
      const outcome = await once(request, attempt).catch((error: unknown) =>
        failed(request, attempt, error),
      )
      const last = attempt >= attempts || request.signal?.aborted === true
      if (outcome instanceof HttpFailed) {
        if (last || outcome.cause instanceof Unrepeatable || refusal(outcome)) throw outcome
      } else if (last || !mayPass(outcome.status)) return outcome
      const retryAfter =
        outcome instanceof HttpFailed ? null : (outcome.headers['retry-after'] ?? null)
      await limits.wait(waitMs(attempt, limits.backoff, limits.random, retryAfter), request.signal)
    }
  }

  return {
    request(request) {
      const host = new URL(request.url).host
      const before = queues.get(host) ?? Promise.resolve()
      const mine = before.then(() => tried(request))
      const settled = mine
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => limits.wait(limits.gapMs))
      queues.set(host, settled)
      void settled.then(() => {
        if (queues.get(host) === settled) queues.delete(host)
      })
      return mine
    },
    close: () => agent.close(),
  }
}

interface Limits {
  userAgent: string
  timeoutMs: number
  maxBytes: number
  maxRedirects: number
}

async function exchange(
  request: HttpRequest,
  attempt: number,
  limits: Limits,
  allowed: ReadonlySet<string>,
  agent: Agent,
): Promise<HttpReply> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? limits.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  let url = request.url
  for (let hop = 0; hop <= limits.maxRedirects; hop++) {
    const target = new URL(url)
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      throw new Unrepeatable(`${target.protocol} isn't a web address`)
    checkHost(target.hostname, allowed)
    const response = await fetch(target, {
      method: request.method ?? 'GET',
      headers: headersOf(request, limits.userAgent, target.origin === new URL(request.url).origin),
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      dispatcher: agent,
      signal,
    })
    const next =
      response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (next === null) return reply(response, url, attempt, request.maxBytes ?? limits.maxBytes)
    await response.body?.cancel()
    if (request.method === 'POST') throw new Unrepeatable('a POST was redirected')
    url = new URL(next, target).toString()
  }
  throw new Unrepeatable(`more than ${limits.maxRedirects} redirects`)
}

/** The caller's own headers go to the host it named and to no host it is redirected to. */
function headersOf(request: HttpRequest, userAgent: string, own: boolean): Record<string, string> {
  const { validator } = request
  return {
    'user-agent': userAgent,
    accept: 'application/json, text/html;q=0.9, */*;q=0.5',
    ...(own ? request.headers : {}),
    ...(validator?.etag ? { 'if-none-match': validator.etag } : {}),
    ...(validator?.lastModified && !validator.etag
      ? { 'if-modified-since': validator.lastModified }
      : {}),
  }
}

async function reply(
  response: Response,
  url: string,
  attempts: number,
  maxBytes: number,
): Promise<HttpReply> {
  const body = await bounded(response, maxBytes)
  const etag = response.headers.get('etag')
  const lastModified = response.headers.get('last-modified')
  return {
    status: response.status,
    url,
    headers: Object.fromEntries(response.headers),
    body,
    text: new TextDecoder().decode(body),
    notModified: response.status === 304,
    validator: etag === null && lastModified === null ? null : { etag, lastModified },
    attempts,
  }
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  const tooLarge = () => new Unrepeatable(`the answer is larger than ${maxBytes} bytes`)
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  if (response.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function failed(request: HttpRequest, attempts: number, error: unknown): HttpFailed {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const name = error instanceof Error ? error.name : ''
  const reason =
    name === 'TimeoutError'
      ? 'no answer in time'
      : cause instanceof Error
        ? cause.message
        : String(cause)
  return new HttpFailed(request.url, attempts, reason, cause)
}

/** A refused address stays refused, also when it comes wrapped in a connection error. */
function refusal(failure: HttpFailed): boolean {
  return failure.cause instanceof AddressRefused
}
