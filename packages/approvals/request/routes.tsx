// The routes of one request: its page, and every form on it. Decisions only ever arrive as posted forms.
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Child, FC } from 'hono/jsx'
import { isRefusal, type Refusal } from '#queue'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import { safeOnward, withFirst } from '../sitting/order.ts'
import type { Env, Visitor } from '../web/environment.ts'
import { formToken, rate, refuse, tokenHolds } from '../web/guard.ts'
import { ClosedRequest } from './closed.tsx'
import { EditRequest } from './edit.tsx'
import { edited } from './edited.ts'
import { isExpired, type LoadedRequest, loadRequest } from './load.ts'
import { OpenRequest } from './open.tsx'
import type { OpenProps, Place } from './props.ts'
import { readAnswers } from './question-form.tsx'
import { scopeOf } from './seen.tsx'
import { questionsOf } from './shown.ts'
import { signedApproval, signingOptions } from './signing.ts'

export const requestRoutes = new Hono<Env>()

requestRoutes.get('/r/:id', rate(300), async (c) => {
  const visitor = c.get('visitor')
  // Signed out, every address answers with the same bytes: an id tells nobody anything.
  if (!visitor) return c.redirect('/sign-in', 303)
  const loaded = await loadRequest(c.get('app').database, c.req.param('id'))
  if (!loaded) return c.html(<Notice c={c} title="There is no such request" />, 404)
  return c.html(page(c, visitor, loaded), 200)
})

requestRoutes.get('/r/:id/edit', rate(300), async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const loaded = await loadRequest(c.get('app').database, c.req.param('id'))
  if (!loaded) return c.html(<Notice c={c} title="There is no such request" />, 404)
  const { request, row } = loaded
  if (request === null || !isOpen(loaded)) return c.redirect(`/r/${row.public_id}`, 303)
  const onward = safeOnward(c.req.query('then'))
  const place = onward === undefined ? undefined : { number: 0, of: 0, onward }
  return c.html(
    <Page c={c} title="Edit">
      <EditRequest loaded={loaded} request={request} token={tokensOf(visitor)} place={place} />
    </Page>,
  )
})

/** The page of a request as it stands, with what a sitting wants said above it. */
export function page(
  c: Context<Env>,
  visitor: Visitor,
  loaded: LoadedRequest,
  sitting?: { place: Place; above?: Child; prefetch?: string | undefined },
) {
  const script = isOpen(loaded) && loaded.level === 'passkey' ? '/sign.js' : undefined
  const { capability } = loaded.row
  return (
    <Page c={c} title={capability} script={script} prefetch={sitting?.prefetch}>
      {sitting?.above}
      <Body loaded={loaded} token={tokensOf(visitor)} place={sitting?.place} />
    </Page>
  )
}

/** Open to be decided, or whatever else became of it. */
const Body: FC<Omit<OpenProps, 'request'>> = ({ loaded, token, place }) => {
  const { request } = loaded
  return request !== null && isOpen(loaded) ? (
    <OpenRequest loaded={loaded} request={request} token={token} place={place} />
  ) : (
    <ClosedRequest loaded={loaded} request={request} token={token} />
  )
}

function isOpen(loaded: LoadedRequest): boolean {
  return loaded.row.state === 'open' && loaded.request !== null && !isExpired(loaded)
}

function tokensOf(visitor: Visitor) {
  return (scope: string) => formToken(visitor, scope)
}

/** A posted form on a request: who posted it, what it is about, its fields. */
interface Posted {
  visitor: Visitor
  loaded: LoadedRequest
  form: Map<string, string[]>
  seen: { approvalId: number; revision: number; digest: string }
}

/** Reads a form and refuses it unless it was made for this action on this revision by this session. */
async function posted(c: Context<Env>, action: string): Promise<Posted> {
  const visitor = c.get('visitor')
  if (!visitor) throw new HTTPException(401, { message: 'Sign in first.' })
  const loaded = await loadRequest(c.get('app').database, c.req.param('id') ?? '')
  if (!loaded) throw new HTTPException(404, { message: 'There is no such request' })
  const form = await fields(c)
  const { row } = loaded
  const one = (name: string) => form.get(name)?.[0] ?? ''
  // The form speaks of what was on its page; the database compares that with what is there now.
  const seen = {
    approvalId: row.id,
    revision: form.has('revision') ? Number(one('revision')) : row.revision,
    digest: form.has('digest') ? one('digest') : row.digest,
  }
  const scope = scopeOf(action, { id: row.id, revision: seen.revision, digest: seen.digest })
  if (!tokenHolds(visitor, scope, one('token'))) {
    await refuse(c, action, 'form token', row.public_id)
    throw new HTTPException(403, {
      message: 'This form is no longer valid: open the request again.',
    })
  }
  return { visitor, loaded, form, seen }
}

async function fields(c: Context<Env>): Promise<Map<string, string[]>> {
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    form.set(name, [...(form.get(name) ?? []), value])
  }
  return form
}

/** Shows a refusal on the page of the request: who decided what and when, or what else stands against it. */
async function answered(
  c: Context<Env>,
  { loaded, visitor, form }: Posted,
  work: () => Promise<unknown>,
) {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(c, 'decide', error.fact, loaded.row.public_id)
    return c.html(await refusedPage(c, visitor, loaded, error), 409)
  }
  c.get('app').onDecision?.()
  const onward = safeOnward(form.get('then')?.[0])
  const id = loaded.row.public_id
  return c.redirect(onward ? `${onward}&did=${id}` : `/r/${id}`, 303)
}

async function refusedPage(
  c: Context<Env>,
  visitor: Visitor,
  before: LoadedRequest,
  error: Refusal,
) {
  const loaded = (await loadRequest(c.get('app').database, before.row.public_id)) ?? before
  const script = isOpen(loaded) && loaded.level === 'passkey' ? '/sign.js' : undefined
  return (
    <Page c={c} title={loaded.row.capability} script={script}>
      <p class="warning bad" role="alert">
        This was not taken: {error.message}. Here is how the request stands now.
      </p>
      <Body loaded={loaded} token={tokensOf(visitor)} />
    </Page>
  )
}

requestRoutes.post('/r/:id/challenge', rate(60), async (c) => {
  const { visitor, loaded, seen } = await posted(c, 'approve')
  return c.json(await signingOptions(c.get('app'), visitor.operator, loaded, seen))
})

requestRoutes.post('/r/:id/approve', rate(60), async (c) => {
  const post = await posted(c, 'approve')
  const { approver } = c.get('app')
  const { visitor, loaded, seen, form } = post
  return await answered(c, post, async () => {
    if (loaded.level !== 'passkey') {
      await approver.decide(seen, { verdict: 'approve', by: visitor.operator, level: 'session' })
      return
    }
    const signed = await signedApproval(c, loaded, form.get('assertion')?.[0] ?? '').catch(
      async (error: unknown) => {
        // Two taps, one signature: the second hears how the first ended.
        const now = await loadRequest(c.get('app').database, loaded.row.public_id)
        if (now?.row.verdict === 'approve' && now.row.decided_by === visitor.operator) return
        throw error
      },
    )
    if (!signed) return
    await approver.decide(seen, { verdict: 'approve', level: 'passkey', ...signed })
  })
})

requestRoutes.post('/r/:id/reject', async (c) => {
  const post = await posted(c, 'reject')
  const comment = post.form.get('reason')?.[0] ?? 'no reason given'
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c.get('app').approver.decide(post.seen, { verdict: 'reject', by, level: 'session', comment }),
  )
})

requestRoutes.post('/r/:id/send-back', async (c) => {
  const post = await posted(c, 'send-back')
  const comment = post.form.get('comment')?.[0]?.trim() ?? ''
  if (comment === '') throw new HTTPException(422, { message: 'Say what should be different.' })
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c
      .get('app')
      .approver.decide(post.seen, { verdict: 'send_back', by, level: 'session', comment }),
  )
})

requestRoutes.post('/r/:id/settle', async (c) => {
  const post = await posted(c, 'settle')
  const verdict = post.form.get('verdict')?.[0]
  if (verdict !== 'happened' && verdict !== 'did_not_happen' && verdict !== 'cannot_tell_yet') {
    throw new HTTPException(422, {
      message: 'Say whether it happened, did not, or can’t be told yet.',
    })
  }
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c.get('app').approver.decide(post.seen, { verdict, by, level: 'session' }),
  )
})

requestRoutes.post('/r/:id/answer', async (c) => {
  const post = await posted(c, 'answer')
  const { request } = post.loaded
  const read = request ? readAnswers(questionsOf(request), post.form) : { problem: 'it was erased' }
  if ('problem' in read) throw new HTTPException(422, { message: read.problem })
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c.get('app').approver.answer(post.seen, { answers: read.answers, by, level: 'session' }),
  )
})

requestRoutes.post('/r/:id/extend', async (c) => {
  const post = await posted(c, 'extend')
  return await answered(c, post, () =>
    c.get('app').approver.extend(post.seen.approvalId, post.visitor.operator),
  )
})

requestRoutes.post('/r/:id/undo', async (c) => {
  const post = await posted(c, 'undo')
  const { database, approver } = c.get('app')
  const answer = await answered(c, post, () =>
    approver.revoke(post.seen.approvalId, post.visitor.operator, 'undone'),
  )
  // Taken back, it waits again as its next revision, at another address.
  const again =
    answer.status !== 303 ? undefined : await loadRequest(database, post.loaded.row.public_id)
  return again?.newer ? c.redirect(`/r/${again.newer.publicId}`, 303) : answer
})

requestRoutes.post('/r/:id/ask-again', async (c) => {
  const post = await posted(c, 'ask-again')
  return await answered(c, post, () =>
    c.get('app').approver.askAgain(post.seen.approvalId, post.visitor.operator),
  )
})

requestRoutes.post('/r/:id/revise', async (c) => {
  const post = await posted(c, 'revise')
  const { loaded, form, seen, visitor } = post
  const { body, difference } = edited(loaded, form)
  if (difference.length === 0) return c.redirect(`/r/${loaded.row.public_id}`, 303)
  try {
    const next = await c
      .get('app')
      .approver.revise(seen, { body, difference, by: visitor.operator })
    const onward = safeOnward(form.get('then')?.[0])
    return c.redirect(onward ? withFirst(onward, next.publicId) : `/r/${next.publicId}`, 303)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return c.html(await refusedPage(c, visitor, loaded, error), 409)
  }
})
