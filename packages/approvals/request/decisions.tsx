// The forms on a request: approve, reject, send back, answer, edit, extend, take back. Decisions arrive no other way.
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isRefusal } from '#queue'
import { Page } from '../look/page.tsx'
import { backTo, placeBefore, safeOnward } from '../sitting/order.ts'
import type { Env } from '../web/environment.ts'
import { field } from '../web/form.ts'
import { rate, refuse } from '../web/guard.ts'
import { usedUp } from '../web/key.ts'
import { EditRequest } from './edit.tsx'
import { edited } from './edited.ts'
import { type LoadedRequest, loadRequest } from './load.ts'
import { page, tokensOf } from './page.tsx'
import { answered, onward, posted, standsNow } from './posted.tsx'
import { readAnswers } from './question-form.tsx'
import { questionsOf } from './shown.ts'
import { signedApproval, signingOptions } from './signing.ts'

export const decisionRoutes = new Hono<Env>()

decisionRoutes.post('/r/:id/challenge', rate(60), async (c) => {
  const { visitor, loaded, seen } = await posted(c, 'approve')
  return c.json(await signingOptions(c.get('app'), visitor.operator, loaded, seen))
})

decisionRoutes.post('/r/:id/approve', rate(60), async (c) => {
  const post = await posted(c, 'approve')
  const { approver } = c.get('app')
  const { visitor, loaded, seen, form } = post
  const verdict = 'approve'
  if (loaded.level !== 'passkey') {
    const by = visitor.operator
    return await answered(c, post, () => approver.decide(seen, { verdict, by, level: 'session' }))
  }
  try {
    const signed = await signedApproval(c, loaded, field(form, 'assertion'))
    return await answered(c, post, () =>
      approver.decide(seen, { verdict, level: 'passkey', ...signed }),
    )
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error
    // Two taps, one signature: the second hears how the first ended.
    const { row } = error.cause === usedUp ? await decidedSoon(c, loaded) : loaded
    if (row.verdict === verdict && row.decided_by === visitor.operator) return onward(c, post)
    return c.html(await standsNow(c, post, error.message), 403)
  }
})

/** The request once it is decided, or as it stands after a second. */
async function decidedSoon(c: Context<Env>, before: LoadedRequest): Promise<LoadedRequest> {
  let now = before
  for (let tries = 0; tries < 10 && now.row.state === 'open'; tries++) {
    await pause(100)
    now = (await loadRequest(c.get('app').database, before.row.public_id)) ?? before
  }
  return now
}

decisionRoutes.post('/r/:id/reject', async (c) => {
  const post = await posted(c, 'reject')
  const comment = field(post.form, 'reason') || 'no reason given'
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c.get('app').approver.decide(post.seen, { verdict: 'reject', by, level: 'session', comment }),
  )
})

decisionRoutes.post('/r/:id/send-back', async (c) => {
  const post = await posted(c, 'send-back')
  const comment = field(post.form, 'comment').trim()
  if (comment === '') throw new HTTPException(422, { message: 'Say what should be different.' })
  const by = post.visitor.operator
  return await answered(c, post, () =>
    c
      .get('app')
      .approver.decide(post.seen, { verdict: 'send_back', by, level: 'session', comment }),
  )
})

decisionRoutes.post('/r/:id/settle', async (c) => {
  const post = await posted(c, 'settle')
  const verdict = field(post.form, 'verdict')
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

decisionRoutes.post('/r/:id/answer', async (c) => {
  const post = await posted(c, 'answer')
  const { visitor, loaded, form, seen } = post
  if (!loaded.request) throw new HTTPException(422, { message: 'This request was erased.' })
  const read = readAnswers(questionsOf(loaded.request), form)
  if ('problem' in read) {
    const filled = { problem: read.problem, form }
    return c.html(
      page(c, visitor, loaded, { place: placeBefore(field(form, 'then')), filled }),
      422,
    )
  }
  return await answered(c, post, () =>
    c
      .get('app')
      .approver.answer(seen, { answers: read.answers, by: visitor.operator, level: 'session' }),
  )
})

decisionRoutes.post('/r/:id/extend', async (c) => {
  const post = await posted(c, 'extend')
  return await answered(c, post, () =>
    c.get('app').approver.extend(post.seen.approvalId, post.visitor.operator),
  )
})

decisionRoutes.post('/r/:id/undo', async (c) => {
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

decisionRoutes.post('/r/:id/ask-again', async (c) => {
  const post = await posted(c, 'ask-again')
  return await answered(c, post, () =>
    c.get('app').approver.askAgain(post.seen.approvalId, post.visitor.operator),
  )
})

decisionRoutes.post('/r/:id/revise', async (c) => {
  const post = await posted(c, 'revise')
  const { loaded, form, seen, visitor } = post
  const { row, request } = loaded
  if (!request) throw new HTTPException(422, { message: 'This request was erased.' })
  const edit = edited(request, loaded.gate?.editable ?? [], form)
  if ('problem' in edit) {
    await refuse(c, 'revise', 'not editable so', row.public_id)
    const props = {
      loaded,
      request,
      token: tokensOf(visitor),
      place: placeBefore(field(form, 'then')),
      filled: { problem: edit.problem, form },
    }
    return c.html(
      <Page c={c} title="Edit">
        <EditRequest {...props} />
      </Page>,
      422,
    )
  }
  const { body, difference } = edit
  const sitting = safeOnward(field(form, 'then'))
  if (difference.length === 0) return c.redirect(backTo(row.public_id, sitting), 303)
  try {
    const by = visitor.operator
    const next = await c.get('app').approver.revise(seen, { body, difference, by })
    return c.redirect(backTo(next.publicId, sitting), 303)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(c, 'revise', error.fact, row.public_id)
    return c.html(await standsNow(c, post, `This was not taken: ${error.message}.`), 409)
  }
})
