// The routes about people: the page, inviting, adding a key, revoking.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Page } from '../look/page.tsx'
import { confirmed, confirming } from '../web/confirm.tsx'
import { hashOf } from '../web/cookies.ts'
import type { Env } from '../web/environment.ts'
import { rate } from '../web/guard.ts'
import { People } from './page.tsx'
import { loadPeople } from './people.ts'

export const operatorRoutes = new Hono<Env>()

operatorRoutes.get('/operators', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const { database, pins } = c.get('app')
  const [loaded, how] = await Promise.all([
    loadPeople(database, visitor.operator),
    confirming(c, visitor),
  ])
  return c.html(
    <Page c={c} title="People" at="/operators" script={how.asksKey ? '/sign.js' : undefined}>
      <People {...loaded} how={how} pins={pins} />
    </Page>,
  )
})

operatorRoutes.post('/operators/invite', rate(30), async (c) => {
  const { visitor, subject } = await confirmed(c, 'invite')
  const { database, operators, stage } = c.get('app')
  const { people } = await loadPeople(database, visitor.operator)
  // A link for somebody who is there would be a way to sign as them.
  if (people.some(({ name }) => name === subject)) {
    throw new HTTPException(409, {
      message: `${subject} is there already: they add a key themselves, or the owner does with “countersign operator add”.`,
    })
  }
  const token = randomBytes(32).toString('base64url')
  await operators.add(subject, hashOf(token), visitor.operator)
  return c.html(
    <Page c={c} title="Invited" at="/operators">
      <section class="card notice">
        <h1>A link for {subject}</h1>
        <p>
          <code>{`${stage.origin}/enrol/${token}`}</code>
        </p>
        <p class="meta">
          Give it to them in person or over a channel you trust: whoever opens it first enrols their
          key. It works once, within 30 minutes, and is not shown again.
        </p>
        <p>
          <a href="/operators">Back to the people</a>
        </p>
      </section>
    </Page>,
  )
})

operatorRoutes.post('/operators/keys', rate(30), async (c) => {
  const { visitor } = await confirmed(c, 'add a key')
  const token = randomBytes(32).toString('base64url')
  // Always for the visitor, whatever the form says it is about.
  await c.get('app').operators.add(visitor.operator, hashOf(token), visitor.operator)
  return c.redirect(`/enrol/${token}`, 303)
})

operatorRoutes.post('/operators/keys/revoke', async (c) => {
  const { visitor, subject } = await confirmed(c, 'revoke a key')
  await c.get('app').operators.revokeCredential(subject, visitor.operator)
  return c.redirect('/operators', 303)
})

operatorRoutes.post('/operators/revoke', async (c) => {
  const { visitor, subject } = await confirmed(c, 'revoke a person')
  await c.get('app').operators.revoke(subject, visitor.operator)
  return c.redirect('/operators', 303)
})
