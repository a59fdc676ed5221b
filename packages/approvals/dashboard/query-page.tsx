// The exact statement behind a figure, as text.
import { Hono } from 'hono'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import type { Env } from '../web/environment.ts'
import { type FigureQuery, queries } from './queries.ts'

export const queryRoutes = new Hono<Env>()

const known: ReadonlyMap<string, FigureQuery> = new Map(Object.entries(queries))

queryRoutes.get('/queries/:name', (c) => {
  if (!c.get('visitor')) return c.redirect('/sign-in', 303)
  const query = known.get(c.req.param('name'))
  if (!query) return c.html(<Notice c={c} title="There is no such query" />, 404)
  return c.html(
    <Page c={c} title={query.title}>
      <p class="kicker">
        <a href="/">Home</a>
      </p>
      <h1>{query.title}</h1>
      <p class="meta">{query.about}</p>
      <pre class="card">{query.text.trim()}</pre>
      <p class="read">
        A page runs exactly this, with three seconds to answer in. Any login that may read these
        views can run it too.
      </p>
    </Page>,
  )
})
