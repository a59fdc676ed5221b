// The approvals application on a test database, and people who use it without a browser.
import { createHash, randomBytes } from 'node:crypto'
import { type ApprovalsOptions, approvalsApp } from '#approvals'
import { type Log, operatorVerbs } from '#queue'
import { type Authenticator, authenticator } from './authenticator.ts'
import type { TestDatabase } from './test-database.ts'

export const deployed = { name: 'production', origin: 'https://approvals.example' }
export const loopback = { name: 'local', origin: 'http://localhost:4747' }
export const localSecret = 'printed-in-the-terminal'

const hashOf = (secret: string) => createHash('sha256').update(secret, 'utf8').digest('hex')

/** The application as the given approver login. What it logs and which files it has are for the test to see. */
export async function pages(
  db: TestDatabase,
  approver: string,
  options: Partial<ApprovalsOptions> = {},
) {
  const stage = options.stage ?? deployed
  const lines: Record<string, unknown>[] = []
  const log: Log = (event, facts) => lines.push({ event, ...facts })
  const files = new Map<string, Uint8Array>()
  const database = db.as(approver)
  const app = approvalsApp({
    database,
    stage,
    files: { read: async (sha256) => files.get(sha256) },
    log,
    tickSeconds: 300,
    ...(stage === loopback && { localSecret }),
    ...options,
  })
  const operators = operatorVerbs(database)
  const visitor = () => person(app, stage.origin)
  /** A one-time link's token for a person, new or known. */
  const invited = async (name: string) => {
    const token = randomBytes(32).toString('base64url')
    await operators.add(name, hashOf(token), 'owner')
    return token
  }
  /** Enrols a key by a fresh link and leaves the person signed in. */
  const enrolled = async (name: string, key: Authenticator = authenticator(stage.origin)) => {
    const someone = visitor()
    const token = await invited(name)
    const options = await someone.json(`/enrol/${token}/options`, {})
    const made = await someone.post(`/enrol/${token}`, {
      registration: key.register(options),
      label: 'a test key',
    })
    if (made.status !== 303) throw new Error(`enrolling answered ${made.status}`)
    return { ...someone, key, name }
  }
  return { app, stage, lines, files, operators, visitor, invited, enrolled }
}

export type Pages = Awaited<ReturnType<typeof pages>>

/** A page without what differs between any two responses: the nonce and the time. */
export function steady(html: string): string {
  return html.replaceAll(/ (nonce|data-now)="[^"]*"/g, '')
}

let people = 0

/** What answers requests: the application, or a function that holds it. */
interface Answering {
  request(url: string, init: RequestInit): Response | Promise<Response>
}

/** Somebody with a cookie jar and an address of their own, who posts forms as a browser does. */
export function person(app: Answering, origin: string) {
  const jar = new Map<string, string>()
  const host = new URL(origin).host
  people += 1
  const address = `192.0.2.${people}`
  const send = async (
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      host,
      'x-forwarded-for': address,
      ...(cookie !== '' && { cookie }),
      ...init.headers,
    }
    const response = await app.request(`${origin}${path}`, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    })
  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers })
  return {
    jar,
    send,
    get,
    post,
    /** Posts a form and answers the JSON, as the page's script does. */
    json: async (path: string, form: Record<string, string>): Promise<{ challenge: string }> => {
      const response = await post(path, form)
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return (await response.json()) as { challenge: string }
    },
    /** The hidden fields of the form with this action on a page. */
    form: async (page: string, action: string, nth = 0): Promise<Record<string, string>> => {
      const html = await (await get(page)).text()
      const found = [...html.matchAll(/<form [^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)]
      const [, , inside] = found.filter(([, to]) => to === action)[nth] ?? []
      if (inside === undefined) throw new Error(`${page} has no form for ${action}`)
      const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
      return Object.fromEntries(
        [...hidden].map(([, name, value]) => [name, value?.replaceAll('&amp;', '&')]),
      )
    },
  }
}

export type Person = ReturnType<typeof person>
