// The approvals application: every page and every form of it, as one Hono app.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { approverVerbs, errorFacts, isRefusal, operatorVerbs } from '#queue'
import { artifactRoutes } from './artifacts/routes.tsx'
import { dashboard } from './dashboard/index.ts'
import { assets } from './look/assets.ts'
import { Notice } from './look/notice.tsx'
import { operatorRoutes } from './operators/routes.tsx'
import { requestRoutes } from './request/routes.tsx'
import { enrolPages } from './sign-in/enrol.tsx'
import { signInPages } from './sign-in/pages.tsx'
import { scriptRoutes } from './sign-in/script.ts'
import { sittingRoutes } from './sitting/routes.tsx'
import { confirmRoutes } from './web/confirm.tsx'
import { session } from './web/cookies.ts'
import type { ApprovalsOptions, Env } from './web/environment.ts'
import { host, sameOrigin, size } from './web/guard.ts'
import { headers } from './web/headers.ts'
import { mount } from './web/mount.tsx'
import { signedOut } from './web/signed-out.tsx'

/**
 * Builds the application. It holds no state of its own: any number of copies may run, and each request
 * stands alone. Nothing is decided on a safe method, on any route.
 */
export function approvalsApp(options: ApprovalsOptions): Hono<Env> {
  const { database, log } = options
  const app = new Hono<Env>()
  const shared = {
    ...options,
    approver: approverVerbs(database),
    operators: operatorVerbs(database),
  }
  app.use(async (c, next) => {
    c.set('app', shared)
    await next()
  })
  app.use(headers, host, size, session, sameOrigin)
  app.route('/', assets)
  app.route('/', signInPages)
  app.route('/', scriptRoutes)
  app.route('/', enrolPages)
  app.route('/', confirmRoutes)
  app.route('/', operatorRoutes)
  app.route('/', artifactRoutes)
  app.use('/r/*', signedOut)
  app.route('/', requestRoutes)
  app.route('/', sittingRoutes)
  app.route('/', dashboard)
  for (const workload of options.workloads ?? []) mount(app, workload)

  app.notFound((c) => c.html(<Notice c={c} title="There is nothing here" />, 404))
  app.onError(async (error, c) => {
    // A form on a request that was refused before it was looked at leads back to the request.
    const form = c.req.method === 'POST' && c.get('visitor') !== undefined
    const about = { c, request: form ? /^\/r\/[0-9a-f]{32}/.exec(c.req.path)?.[0] : undefined }
    if (error instanceof HTTPException) {
      return c.html(<Notice {...about} title={error.message} />, error.status)
    }
    if (isRefusal(error)) {
      return c.html(<Notice {...about} title={error.message} fact={error.fact} />, 409)
    }
    log('page failed', { method: c.req.method, ...errorFacts(error) })
    return c.html(<Notice {...about} title="This page could not be shown" retry />, 500)
  })
  return app
}
