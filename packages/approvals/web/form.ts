// A posted form: its fields, and whether it was made for this session.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env, Visitor } from './environment.ts'
import { refuse, tokenHolds } from './guard.ts'

/** The fields of a form in the order they were posted; a name may come more than once. */
export type Fields = ReadonlyMap<string, readonly string[]>

export async function fields(c: Context<Env>): Promise<Fields> {
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    form.set(name, [...(form.get(name) ?? []), value])
  }
  return form
}

export function field(form: Fields, name: string): string {
  return form.get(name)?.[0] ?? ''
}

/** The form of a signed-in person whose token was made for this scope; refuses any other (401, 403). */
export async function postedForm(
  c: Context<Env>,
  scope: string,
): Promise<{ visitor: Visitor; form: Fields }> {
  const visitor = c.get('visitor')
  if (!visitor) throw new HTTPException(401, { message: 'Sign in first.' })
  const form = await fields(c)
  if (!tokenHolds(visitor, scope, field(form, 'token'))) {
    await refuse(c, scope, 'form token')
    throw new HTTPException(403, {
      message: 'This form is no longer valid: open its page again.',
    })
  }
  return { visitor, form }
}
