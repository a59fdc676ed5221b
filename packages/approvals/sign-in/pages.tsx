// Signing in and out. On a loopback origin the printed link signs in; elsewhere a key does.
import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isLoopback } from '#queue'
import { Layout } from '../look/layout.tsx'
import { hashOf, signIn, signOut } from '../web/cookies.ts'
import type { Env } from '../web/environment.ts'
import { rate, refuse } from '../web/guard.ts'

export const signInPages = new Hono<Env>()

signInPages.get('/sign-in', (c) => {
  const { stage } = c.get('app')
  const link = c.req.query('link')
  return c.html(
    <Layout title="Sign in" stage={stage.name} visitor={c.get('visitor')}>
      <section class="card">
        <h1>Sign in</h1>
        {link && isLoopback(stage.origin) ? (
          <form method="post" action="/sign-in">
            <p class="meta">This link was printed by the Countersign that runs on this machine.</p>
            <input type="hidden" name="link" value={link} />
            <button class="primary" type="submit">
              Sign in on this device
            </button>
          </form>
        ) : (
          <p class="meta">Open the sign-in link that "npm start" printed in its terminal.</p>
        )}
      </section>
    </Layout>,
  )
})

signInPages.post('/sign-in', rate(30), async (c) => {
  const { localSecret, stage } = c.get('app')
  const { link } = await c.req.parseBody()
  const given = typeof link === 'string' ? link : ''
  const holds = localSecret !== undefined && isLoopback(stage.origin) && equal(given, localSecret)
  if (!holds) {
    await refuse(c, 'sign in', 'wrong link')
    throw new HTTPException(403, {
      message: 'This link does not sign in any more: take the one that was printed last.',
    })
  }
  await signIn(c, 'local', true)
  return c.redirect('/', 303)
})

signInPages.post('/sign-out', async (c) => {
  const body = await c.req.parseBody()
  await signOut(c, body.everywhere === 'yes')
  return c.redirect('/sign-in', 303)
})

function equal(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(expected)))
}
