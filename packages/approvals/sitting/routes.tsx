// A sitting: what waits, one by one, in an order that is fixed when it begins. Deciding leads on to the next.
import { type Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { codeOf, isRefusal } from '#queue'
import { Page } from '../look/page.tsx'
import { type LoadedRequest, loadRequest } from '../request/load.ts'
import { page } from '../request/page.tsx'
import { scopeOf } from '../request/seen.tsx'
import { sentenceOf } from '../request/sentence.ts'
import type { Env } from '../web/environment.ts'
import { postedForm } from '../web/form.ts'
import { formToken, refuse } from '../web/guard.ts'
import { addressOf, most, orderOf } from './order.ts'
import { type Outcome, Sorted, Sorting } from './sorting.tsx'
import { waitingRequests } from './waiting.ts'

export const sittingRoutes = new Hono<Env>()

const listed = 200

sittingRoutes.get('/sitting', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const { database } = c.get('app')
  const of = c.req.query('of')
  if (of === undefined) {
    const left = (await waitingRequests(database, most)).map(({ publicId }) => publicId)
    return c.redirect(addressOf({ left, of: left.length }), 303)
  }
  const order = orderOf(of, c.req.query('n'))
  const above = await lastDecision(c)
  // What was decided elsewhere in the meantime is passed over.
  for (const [index, id] of order.left.entries()) {
    const loaded = await loadRequest(database, id)
    if (loaded?.row.state !== 'open' || loaded.request === null) continue
    const left = order.left.slice(index + 1)
    const place = {
      number: order.of - left.length,
      of: order.of,
      onward: addressOf({ left, of: order.of }),
    }
    return c.html(page(c, visitor, loaded, { place, above }))
  }
  return c.html(
    <Page c={c} title="All decided">
      {above}
      <section class="card notice">
        <h1>Nothing is left in this sitting</h1>
        <p class="meta">
          What you approved is done within minutes, once the time for undo is over.
        </p>
        <p>
          <a class="button primary" href="/">
            Home
          </a>
        </p>
      </section>
    </Page>,
  )
})

/** What was decided just before, with Undo while nothing has begun. */
async function lastDecision(c: Context<Env>) {
  const did = c.req.query('did')
  const visitor = c.get('visitor')
  if (did === undefined || !visitor) return undefined
  const loaded = await loadRequest(c.get('app').database, did)
  if (!loaded) return undefined
  return <Decided loaded={loaded} token={(scope) => formToken(visitor, scope)} />
}

const words: Readonly<Record<string, string>> = {
  approved: 'Approved',
  spent: 'Approved, and begun',
  rejected: 'Rejected',
  sent_back: 'Sent back',
  settled: 'Settled',
}

const Decided: FC<{ loaded: LoadedRequest; token: (scope: string) => string }> = (props) => {
  const { row } = props.loaded
  const word = words[row.state]
  if (word === undefined) return null
  return (
    <div class="banner" role="status">
      <p>
        <b>{word}</b> · <a href={`/r/${row.public_id}`}>{codeOf(row.public_id)}</a>
      </p>
      {row.state === 'approved' && row.effects.length > 0 && (
        <form method="post" action={`/r/${row.public_id}/undo`}>
          <input type="hidden" name="token" value={props.token(scopeOf('undo', row))} />
          <button type="submit">Undo</button>
        </form>
      )}
    </div>
  )
}

const sortScope = 'sort the waiting'

sittingRoutes.get('/sitting/all', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const waiting = await waitingRequests(c.get('app').database, listed)
  return c.html(
    <Page c={c} title="What waits" at="/">
      <Sorting waiting={waiting} token={formToken(visitor, sortScope)} limit={listed} />
    </Page>,
  )
})

/** The request, revision and digest of a tick, as the page wrote them. */
const picked = /^([0-9a-f]{32})\.(\d{1,9})\.([0-9a-f]{64})$/

/** Rejecting many at once is allowed, approving many never is. */
sittingRoutes.post('/sitting/reject', async (c) => {
  const { visitor, form } = await postedForm(c, sortScope)
  const { database, approver, onDecision } = c.get('app')
  const comment = form.get('reason')?.[0] ?? 'no reason given'
  const outcomes: Outcome[] = []
  for (const pick of (form.get('pick') ?? []).slice(0, listed)) {
    const [, id = '', revision, digest = ''] = picked.exec(pick) ?? []
    const loaded = await loadRequest(database, id)
    if (!loaded) continue
    const { row, request, gate } = loaded
    const title = request ? sentenceOf(gate?.sentence ?? row.gate, request) : row.gate
    const seen = { approvalId: row.id, revision: Number(revision), digest }
    const decision = { verdict: 'reject', by: visitor.operator, level: 'session', comment } as const
    try {
      await approver.decide(seen, decision)
      outcomes.push({ id, title, said: 'rejected' })
    } catch (error) {
      if (!isRefusal(error)) throw error
      await refuse(c, 'decide', error.fact, id)
      outcomes.push({ id, title, said: error.message, refused: true })
    }
  }
  onDecision?.()
  return c.html(
    <Page c={c} title="Rejected" at="/">
      <Sorted outcomes={outcomes} />
    </Page>,
  )
})

/** Leaves the ticked ones out of the sitting that begins now; they wait on. */
sittingRoutes.post('/sitting/later', async (c) => {
  const { form } = await postedForm(c, sortScope)
  const later = new Set((form.get('pick') ?? []).map((pick) => pick.split('.')[0]))
  const waiting = await waitingRequests(c.get('app').database, listed)
  const left = waiting
    .map(({ publicId }) => publicId)
    .filter((id) => !later.has(id))
    .slice(0, most)
  return c.redirect(addressOf({ left, of: left.length }), 303)
})
