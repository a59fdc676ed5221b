// Signing in and out: with a key, or on a loopback origin with the link that was printed there.
import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { isLoopback } from '#queue'
import { Page } from '../look/page.tsx'
import { hashOf, signIn, signOut } from '../web/cookies.ts'
import type { Env } from '../web/environment.ts'
import { field, fields, postedForm } from '../web/form.ts'
import { rate, refuse } from '../web/guard.ts'
import { acceptKey, askForKey, challengeFor, freshNonce, refused } from '../web/key.ts'
import { cameFrom, safeReturn } from '../web/signed-out.tsx'

export const signInPages = new Hono<Env>()

signInPages.get('/sign-in', (c) => {
  const { stage } = c.get('app')
  const loopback = isLoopback(stage.origin)
  const link = loopback ? c.req.query('link') : undefined
  return c.html(
    <Page c={c} title="Sign in" script={link === undefined ? '/sign.js' : undefined}>
      <section class="card notice">
        <h1>Sign in</h1>
        {link === undefined ? (
          <KeyForm back={cameFrom(c)} loopback={loopback} />
        ) : (
          <form method="post" action="/sign-in">
            <p class="meta">This link was printed by the Countersign that runs on this machine.</p>
            <input type="hidden" name="link" value={link} />
            <button class="primary" type="submit">
              Sign in on this device
            </button>
          </form>
        )}
      </section>
    </Page>,
  )
})

const KeyForm = ({ back, loopback }: { back: string | undefined; loopback: boolean }) => (
  <form method="post" action="/sign-in/key" data-sign="/sign-in/challenge">
    {loopback && (
      <p class="meta">
        Open the sign-in link that “npm start” printed in its terminal, or use a key that you
        enrolled.
      </p>
    )}
    <input type="hidden" name="assertion" value="" />
    {back !== undefined && <input type="hidden" name="then" value={back} />}
    <p>
      <label for="name">Your name, if your key isn’t offered by itself</label>
      <input
        id="name"
        name="name"
        autocomplete="username webauthn"
        autocapitalize="none"
        maxlength={63}
      />
    </p>
    <button type="submit" class="primary" disabled>
      Sign in with your key
    </button>
    <noscript>Signing in with a key needs scripts to be allowed for this page.</noscript>
  </form>
)

signInPages.post('/sign-in', rate(30), async (c) => {
  const { localSecret, stage } = c.get('app')
  const given = field(await fields(c), 'link')
  const holds = localSecret !== undefined && isLoopback(stage.origin) && equal(given, localSecret)
  if (!holds) {
    await refuse(c, 'sign-in', 'wrong link')
    throw new HTTPException(403, {
      message: 'This link does not sign in any more: take the one that was printed last.',
    })
  }
  await signIn(c, 'local', true)
  return c.redirect('/', 303)
})

const statement = z.strictObject({ stage: z.string(), origin: z.string(), nonce: z.string() })

signInPages.post('/sign-in/challenge', rate(30), async (c) => {
  const app = c.get('app')
  const name = field(await fields(c), 'name')
    .trim()
    .toLowerCase()
    .slice(0, 63)
  const said = { stage: app.stage.name, origin: app.stage.origin, nonce: freshNonce() }
  const challenge = challengeFor('sign-in', said)
  // A name only narrows down which keys the browser offers: who it is, the key says.
  const operator = name === '' ? null : name
  return c.json(await askForKey(app, { purpose: 'sign-in', challenge, statement: said, operator }))
})

signInPages.post('/sign-in/key', rate(30), async (c) => {
  const { stage } = c.get('app')
  const form = await fields(c)
  const signed = await acceptKey(c, field(form, 'assertion'), {
    purpose: 'sign-in',
    statement,
    challengeOf: (said) => challengeFor('sign-in', said),
  })
  if (signed.statement.stage !== stage.name || signed.statement.origin !== stage.origin) {
    throw await refused(c, 'sign-in', 'it is for another stage')
  }
  await signIn(c, signed.operator, false)
  return c.redirect(safeReturn(form.get('then')?.[0]) ?? '/', 303)
})

signInPages.post('/sign-out', async (c) => {
  const { visitor, form } = await postedForm(c, 'sign out')
  const session = field(form, 'session')
  const here = session === '' || visitor.secretHash.startsWith(session)
  if (form.has('everywhere') || here) await signOut(c, form.has('everywhere'))
  else await c.get('app').operators.closeSessions(visitor.operator, session)
  return c.redirect(c.get('visitor') ? '/operators' : '/sign-in', 303)
})

function equal(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(expected)))
}
