// Mounts the pages of a workload, which know nothing of this application but the frame they are given.
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { PagesFrame } from '#queue'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { ApprovalsOptions, Env } from './environment.ts'
import { postedForm } from './form.ts'
import { formToken } from './guard.ts'

type WorkloadPages = NonNullable<ApprovalsOptions['workloads']>[number]

/** Under /workloads/<name>, for whoever has signed in. */
export function mount(app: Hono<Env>, { name, pages }: WorkloadPages): void {
  const path = `/workloads/${name}`
  app.use(`${path}/*`, async (c, next) => {
    if (!c.get('visitor')) return c.redirect('/sign-in', 303)
    c.set('frame', frameOf(c, path))
    return await next()
  })
  app.route(path, pages)
}

/** A form's scope can't be mistaken for one of another workload, or of the application itself. */
function scopeIn(path: string, scope: string): string {
  return `${path}\n${scope}`
}

function frameOf(c: Context<Env>, path: string): PagesFrame {
  const { database, files } = c.get('app')
  return {
    database,
    files,
    page: (title, content) =>
      c.html(
        <Page c={c} title={title} at={path}>
          {content}
        </Page>,
      ),
    nothing: (title) => c.html(<Notice c={c} title={title} />, 404),
    text: (text) => <Visible text={text} />,
    token: (scope) => {
      const visitor = c.get('visitor')
      if (!visitor) throw new HTTPException(401, { message: 'Sign in first.' })
      return formToken(visitor, scopeIn(path, scope))
    },
    posted: async (scope) => {
      const { visitor, form } = await postedForm(c, scopeIn(path, scope))
      return { by: visitor.operator, form }
    },
    time: (at, as) => <Time at={at} {...(as && { as })} />,
  }
}
