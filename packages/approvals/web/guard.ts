// What a request must be before any handler sees it: addressed to us, from our own page, small, and not one of too many.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Env, Visitor } from './environment.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
const formTypes = /^application\/x-www-form-urlencoded(;|$)/i
const tokenHours = 24

/** On a loopback origin only its own name is answered: a foreign page's DNS trick names another. */
export const host = createMiddleware<Env>(async (c, next) => {
  const expected = new URL(c.get('app').stage.origin).host
  const asked = c.req.header('host')
  const loopback = expected.startsWith('localhost:')
  if (loopback && asked !== expected)
    throw new HTTPException(421, { message: `this is ${expected}` })
  await next()
})

/** 256 KiB is the largest request body; a form around it is a little more. */
export const size = bodyLimit({ maxSize: 1024 * 1024 })

/**
 * A request that could change something comes from a page of ours: its Origin is ours, Sec-Fetch-Site says
 * so too where it is sent, and it is a plain form. The token of the form is checked by `postedForm`.
 */
export const sameOrigin = createMiddleware<Env>(async (c, next) => {
  if (safe.has(c.req.method)) return await next()
  const type = c.req.header('content-type') ?? ''
  // Said first, since a program that sends JSON has no Origin to be told about.
  if (/json/i.test(type)) throw notAForm()
  const site = c.req.header('sec-fetch-site')
  const ours = c.req.header('origin') === c.get('app').stage.origin
  if (!ours || (site !== undefined && site !== 'same-origin')) {
    await refuse(c, 'foreign request', ours ? 'fetch site' : 'origin')
    throw new HTTPException(403, {
      message: 'This request did not come from a page of this site.',
    })
  }
  if (!formTypes.test(type)) throw notAForm()
  await next()
})

function notAForm(): HTTPException {
  return new HTTPException(415, { message: 'Only forms are accepted here.' })
}

/** A token for one form: whose session, for what, since when. */
export function formToken(visitor: Pick<Visitor, 'secret'>, scope: string): string {
  const hour = Math.floor(Date.now() / 3_600_000)
  return `${hour}.${mac(visitor.secret, scope, hour)}`
}

/** Whether the token was made for this session and scope within a day, by a machine whose clock may be ahead. */
export function tokenHolds(
  visitor: Pick<Visitor, 'secret'>,
  scope: string,
  token: string,
): boolean {
  const [hour, given] = token.split('.')
  const age = Math.floor(Date.now() / 3_600_000) - Number(hour)
  if (given === undefined || !(age >= -1 && age <= tokenHours)) return false
  const expected = Buffer.from(mac(visitor.secret, scope, Number(hour)))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function mac(secret: string, scope: string, hour: number): string {
  return createHmac('sha256', secret).update(`form\n${hour}\n${scope}`).digest('base64url')
}

const refusalsKept = perMinute()

/**
 * Keeps a refused attempt on the record, up to 600 a minute and process; failing to do so changes nothing
 * of the refusal.
 */
export async function refuse(c: Context<Env>, what: string, why: string, subject?: string) {
  if (refusalsKept('all') > 600) return
  const operator = c.get('visitor')?.operator
  const refusal = { what, why, ...(operator && { operator }), ...(subject && { subject }) }
  await c
    .get('app')
    .operators.recordRefusal(refusal)
    .catch(() => undefined)
}

/**
 * At most `limit` requests of a kind a minute from one address, in this process. Enough to slow a guesser
 * down; what a guess could gain is kept small by other means.
 */
export function rate(limit: number) {
  const counted = perMinute()
  return createMiddleware<Env>(async (c, next) => {
    const address = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? 'local'
    if (counted(address) > limit) {
      throw new HTTPException(429, { message: 'Too many requests: try again in a minute.' })
    }
    await next()
  })
}

/** How often a name came within this minute, this time included. */
function perMinute(): (name: string) => number {
  const counts = new Map<string, number>()
  let minute = 0
  return (name) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts.clear()
    }
    // Bounded: past this many names a minute all new ones share one count.
    const key = counts.has(name) || counts.size < 10_000 ? name : 'others'
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}
