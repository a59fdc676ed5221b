// The session cookie, and who is signed in under it.
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isLoopback } from '#queue'
import type { Env } from './environment.ts'

const absoluteSeconds = 30 * 86_400

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** Over plain http on localhost a browser keeps no __Host- cookie; the loopback origin has its own name. */
function cookieName(c: Context<Env>): string {
  return isLoopback(c.get('app').stage.origin) ? 'countersign' : '__Host-countersign'
}

/** Reads the session once a request, when there is a cookie at all. */
export const session = createMiddleware<Env>(async (c, next) => {
  const secret = getCookie(c, cookieName(c))
  if (secret !== undefined && /^[A-Za-z0-9_-]{43}$/.test(secret)) {
    const secretHash = hashOf(secret)
    const found = await c.get('app').operators.session(secretHash)
    if (found) {
      const { operator, local, device } = found
      c.set('visitor', { operator, local, device, secret, secretHash })
    }
  }
  await next()
})

/** Signs a person in on this device, and out whoever was signed in on it before. */
export async function signIn(c: Context<Env>, operator: string, local: boolean): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const device = deviceOf(c.req.header('user-agent') ?? '')
  await closeSession(c, false)
  await c.get('app').operators.openSession({ secretHash: hashOf(secret), operator, device, local })
  setCookie(c, cookieName(c), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: !isLoopback(c.get('app').stage.origin),
    maxAge: absoluteSeconds,
  })
}

/** Signs a person out here, or on every device. */
export async function signOut(c: Context<Env>, everywhere: boolean): Promise<void> {
  await closeSession(c, everywhere)
  deleteCookie(c, cookieName(c), { path: '/', secure: !isLoopback(c.get('app').stage.origin) })
}

async function closeSession(c: Context<Env>, everywhere: boolean): Promise<void> {
  const visitor = c.get('visitor')
  if (!visitor) return
  const only = everywhere ? null : visitor.secretHash
  await c.get('app').operators.closeSessions(visitor.operator, only)
  c.set('visitor', undefined)
}

/** A few words by which a person knows their device again. */
function deviceOf(agent: string): string {
  const system = /iPhone|iPad|Android|Mac OS X|Windows|Linux/.exec(agent)?.[0] ?? 'unknown system'
  const browser = /Firefox|Edg|Chrome|Safari/.exec(agent)?.[0] ?? 'unknown browser'
  return `${browser.replace('Edg', 'Edge')} on ${system.replace('Mac OS X', 'macOS')}`
}
