// A sitting: what waits, one by one, in an order that is fixed when it begins. Deciding leads on to the next.
import { Hono } from 'hono'
import { Layout } from '../look/layout.tsx'
import { loadRequest } from '../request/load.ts'
import { page } from '../request/routes.tsx'
import type { Env } from '../web/environment.ts'
import { waitingRequests } from './waiting.ts'

export const sittingRoutes = new Hono<Env>()

const most = 50

/**
 * The order travels in the address, so it stays as it was whatever arrives meanwhile: `of` are the ids that
 * are left. What was decided elsewhere in the meantime is passed over.
 */
sittingRoutes.get('/sitting', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const { database, stage } = c.get('app')
  const asked = c.req.query('of')
  const ids =
    asked === undefined
      ? (await waitingRequests(database, most)).map(({ publicId }) => publicId)
      : asked
          .split(',')
          .filter((id) => /^[0-9a-f]{32}$/.test(id))
          .slice(0, most)
  if (asked === undefined && ids.length > 0) return c.redirect(onward(ids), 303)

  for (let at = 0; at < ids.length; at++) {
    const loaded = await loadRequest(database, ids[at] ?? '')
    const open = loaded?.row.state === 'open' && loaded.request !== null
    if (!loaded || !open) continue
    const left = ids.slice(at + 1)
    c.header('Link', left.length > 0 ? `</r/${left[0]}>; rel="prefetch"` : '')
    return c.html(page(c, visitor, loaded, left.length > 0 ? onward(left) : '/sitting?of=none'))
  }
  return c.html(
    <Layout title="All decided" stage={stage.name} visitor={visitor}>
      <section class="card notice">
        <h1>Nothing waits for you</h1>
        <p class="meta">
          What you decided happens with the next tick, once the time for undo is over.
        </p>
        <p>
          <a class="button" href="/">
            Home
          </a>
        </p>
      </section>
    </Layout>,
  )
})

function onward(ids: readonly string[]): string {
  return `/sitting?of=${ids.join(',')}`
}
