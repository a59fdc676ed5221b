// The headers of every response: nothing is cached, framed, sniffed or loaded from elsewhere.
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from './environment.ts'

/** Sets them before the handler runs, so that a handler (an artefact) can tighten its own. */
export const headers = createMiddleware<Env>(async (c, next) => {
  const nonce = randomBytes(16).toString('base64url')
  c.set('nonce', nonce)
  await next()
  const set = (name: string, value: string) => {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
  set('Content-Security-Policy', policy(nonce))
  // Not no-referrer: that makes browsers send `Origin: null` with our own forms.
  set('Referrer-Policy', 'same-origin')
  set('Cache-Control', 'no-store')
  set('X-Content-Type-Options', 'nosniff')
  set('X-Frame-Options', 'DENY')
  set('Cross-Origin-Opener-Policy', 'same-origin')
  set('Cross-Origin-Resource-Policy', 'same-origin')
  set(
    'Permissions-Policy',
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
  )
  set('X-Robots-Tag', 'noindex, nofollow, noarchive, nosnippet')
  if (c.get('app').stage.origin.startsWith('https:')) {
    set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  }
})

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
