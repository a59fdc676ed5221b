// A fresh signature for what a session alone may not do: invite, revoke, unpause.
import { type Context, Hono } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { z } from 'zod'
import { isLoopback } from '#queue'
import type { Env, Visitor } from './environment.ts'
import { type Fields, field, postedForm } from './form.ts'
import { formToken, rate } from './guard.ts'
import { acceptKey, askForKey, challengeFor, freshNonce, keysOf, refused } from './key.ts'

/** How a visitor confirms: with a key, or (on a loopback origin, having none) by the form alone. */
export interface Confirming {
  visitor: Visitor
  asksKey: boolean
}

/** On a loopback origin a session suffices for those who have no key; elsewhere it never does. */
export async function confirming(c: Context<Env>, visitor: Visitor): Promise<Confirming> {
  const app = c.get('app')
  const without = isLoopback(app.stage.origin) && (await keysOf(app, visitor.operator)).length === 0
  return { visitor, asksKey: !without }
}

export interface ConfirmFormProps {
  how: Confirming
  /** Where the form is posted. */
  action: string
  /** What is confirmed, in a word: `unpause`, `invite`. */
  act: string
  /** What it is about; left out where a field named `subject` among the children says it. */
  subject?: string
  label: string
  kind?: 'primary' | 'bad'
  children?: Child
}

/** A form whose button asks for the visitor's key first. Its page needs the script /sign.js. */
export const ConfirmForm: FC<ConfirmFormProps> = (props) => {
  const { how, action, act, subject, label, kind, children } = props
  const { visitor, asksKey } = how
  return (
    <form method="post" action={action} data-sign={asksKey ? '/confirm/challenge' : undefined}>
      <input type="hidden" name="token" value={formToken(visitor, scopeOf(act))} />
      <input type="hidden" name="act" value={act} />
      {subject !== undefined && <input type="hidden" name="subject" value={subject} />}
      {asksKey && <input type="hidden" name="assertion" value="" />}
      {children}
      <button type="submit" class={kind} disabled={asksKey}>
        {label}
      </button>
      {asksKey && <noscript>This needs your key, and so scripts allowed for this page.</noscript>}
    </form>
  )
}

const statement = z.strictObject({
  stage: z.string(),
  origin: z.string(),
  operator: z.string(),
  act: z.string(),
  subject: z.string(),
  nonce: z.string(),
})

/**
 * The posted form of a `ConfirmForm` for this act, confirmed by the visitor; throws 401 or 403 otherwise. What
 * it is about is `subject`: with a key, that very subject was signed.
 */
export async function confirmed(
  c: Context<Env>,
  act: string,
): Promise<{ visitor: Visitor; form: Fields; subject: string }> {
  const { visitor, form } = await postedForm(c, scopeOf(act))
  const subject = field(form, 'subject')
  const { asksKey } = await confirming(c, visitor)
  if (asksKey) {
    const signed = await acceptKey(c, field(form, 'assertion'), {
      purpose: 'confirm',
      statement,
      challengeOf: (signed) => challengeFor('confirm', signed),
    })
    const { stage } = c.get('app')
    const same =
      signed.statement.stage === stage.name &&
      signed.statement.origin === stage.origin &&
      signed.statement.act === act &&
      signed.statement.subject === subject &&
      signed.statement.operator === visitor.operator &&
      signed.operator === visitor.operator
    if (!same) throw await refused(c, 'confirm', 'it is for something else')
  }
  return { visitor, form, subject }
}

export const confirmRoutes = new Hono<Env>()

confirmRoutes.post('/confirm/challenge', rate(60), async (c) => {
  const body = new URLSearchParams(await c.req.text())
  const act = (body.get('act') ?? '').slice(0, 60)
  const { visitor, form } = await postedForm(c, scopeOf(act))
  const { stage } = c.get('app')
  const said = {
    stage: stage.name,
    origin: stage.origin,
    operator: visitor.operator,
    act,
    subject: field(form, 'subject').slice(0, 200),
    nonce: freshNonce(),
  }
  const challenge = challengeFor('confirm', said)
  const { operator } = visitor
  return c.json(
    await askForKey(c.get('app'), { purpose: 'confirm', challenge, statement: said, operator }),
  )
})

function scopeOf(act: string): string {
  return `confirm ${act}`
}
