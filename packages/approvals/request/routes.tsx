// The pages of one request: as it stands, and its edit form.
import { Hono } from 'hono'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import { placeBefore } from '../sitting/order.ts'
import type { Env } from '../web/environment.ts'
import { rate } from '../web/guard.ts'
import { meantBy } from '../web/signed-out.tsx'
import { decisionRoutes } from './decisions.tsx'
import { EditRequest } from './edit.tsx'
import { loadRequest } from './load.ts'
import { isOpen, page, tokensOf } from './page.tsx'

export const requestRoutes = new Hono<Env>()

requestRoutes.get('/r/:id', rate(300), async (c) => {
  const visitor = c.get('visitor')
  // Signed out, every address answers with the same bytes: an id tells nobody anything.
  if (!visitor) return c.redirect('/sign-in', 303)
  const id = c.req.param('id')
  const meant = meantBy(`/r/${id}`)
  if (meant !== undefined && meant !== id) return c.redirect(`/r/${meant}`, 303)
  const loaded = await loadRequest(c.get('app').database, id)
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
  const place = placeBefore(c.req.query('then'))
  return c.html(
    <Page c={c} title="Edit">
      <EditRequest loaded={loaded} request={request} token={tokensOf(visitor)} place={place} />
    </Page>,
  )
})

requestRoutes.route('/', decisionRoutes)
