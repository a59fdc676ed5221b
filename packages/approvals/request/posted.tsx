// A posted form on a request: whether it was made for it, and what its answer leads to.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isRefusal } from '#queue'
import { safeOnward } from '../sitting/order.ts'
import type { Env, Visitor } from '../web/environment.ts'
import { type Fields, field, fields } from '../web/form.ts'
import { refuse, tokenHolds } from '../web/guard.ts'
import { type LoadedRequest, loadRequest } from './load.ts'
import { page } from './page.tsx'
import { scopeOf } from './seen.tsx'

/** A posted form on a request: who posted it, what it is about, its fields. */
export interface Posted {
  visitor: Visitor
  loaded: LoadedRequest
  form: Fields
  seen: { approvalId: number; revision: number; digest: string }
}

/** Reads a form and refuses it unless it was made for this action on this revision by this session. */
export async function posted(c: Context<Env>, action: string): Promise<Posted> {
  const visitor = c.get('visitor')
  if (!visitor) throw new HTTPException(401, { message: 'Sign in first.' })
  const loaded = await loadRequest(c.get('app').database, c.req.param('id') ?? '')
  if (!loaded) throw new HTTPException(404, { message: 'There is no such request' })
  const form = await fields(c)
  const { row } = loaded
  // The form speaks of what was on its page; the database compares that with what is there now.
  const seen = {
    approvalId: row.id,
    revision: form.has('revision') ? Number(field(form, 'revision')) : row.revision,
    digest: form.has('digest') ? field(form, 'digest') : row.digest,
  }
  const scope = scopeOf(action, { id: row.id, revision: seen.revision, digest: seen.digest })
  if (!tokenHolds(visitor, scope, field(form, 'token'))) {
    await refuse(c, action, 'form token', row.public_id)
    throw new HTTPException(403, {
      message: 'This form is no longer valid: open the request again.',
    })
  }
  return { visitor, loaded, form, seen }
}

/** Shows a refusal on the page of the request: who decided what and when, or what else stands against it. */
export async function answered(c: Context<Env>, post: Posted, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(c, 'decide', error.fact, post.loaded.row.public_id)
    return c.html(await standsNow(c, post, `This was not taken: ${error.message}.`), 409)
  }
  c.get('app').onDecision?.()
  return onward(c, post)
}

/** To the next request of a sitting, or back to this one. */
export function onward(c: Context<Env>, { loaded, form }: Posted) {
  const sitting = safeOnward(field(form, 'then'))
  const id = loaded.row.public_id
  return c.redirect(sitting ? `${sitting}&did=${id}` : `/r/${id}`, 303)
}

/** The page of a request as it stands now, under a sentence on what was not done. */
export async function standsNow(
  c: Context<Env>,
  { loaded: before, visitor, form }: Posted,
  sentence: string,
) {
  const loaded = (await loadRequest(c.get('app').database, before.row.public_id)) ?? before
  const sitting = safeOnward(field(form, 'then'))
  const above = (
    <>
      <p class="warning bad" role="alert">
        {sentence} Here is how the request stands now.
      </p>
      {sitting && (
        <p>
          <a class="button" href={sitting}>
            Go on with the sitting
          </a>
        </p>
      )}
    </>
  )
  return page(c, visitor, loaded, { above })
}
