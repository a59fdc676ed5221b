// The sample boards: one server on http://localhost:PORT that speaks the APIs of Greenhouse, Lever and Ashby for
// invented employers, takes applications in their forms, and shows what arrived.
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { listenOn } from '../listen.ts'
import { ashbyApi } from './apis/ashby.ts'
import { greenhouseApi } from './apis/greenhouse.ts'
import { leverApi } from './apis/lever.ts'
import { type Env, logged } from './body.ts'
import type { SamplePosting } from './employers.ts'
import type { Form } from './form.ts'
import { notFoundPage, pathOf } from './pages/lists.ts'
import { ashbyRoutes } from './routes/ashby.ts'
import { accountRoutes, commonRoutes } from './routes/common.ts'
import { greenhouseRoutes } from './routes/greenhouse.ts'
import { leverRoutes } from './routes/lever.ts'
import type { Submission } from './submission.ts'
import {
  currentForm,
  type Delays,
  fileOf,
  type LoggedRequest,
  newWorld,
  type World,
} from './world.ts'

export interface SampleBoardsOptions {
  /** A free one by default. */
  port?: number
  /** The moment that the postings' ages count back from; now by default. */
  since?: Date
  delays?: Partial<Delays>
  /** What arrived before, with its files, to be shown again. */
  inbox?: { submissions: readonly Submission[]; file: World['earlier'] }
  onSubmission?: (submission: Submission, file: (sha256: string) => Uint8Array | undefined) => void
}

export interface SampleBoards {
  /** http://localhost:PORT, for the pages and for all three APIs. */
  origin: string
  postings: readonly SamplePosting[]
  /** Everything that was asked for, the oldest first; `submit` is what employers receive. */
  requests: readonly LoggedRequest[]
  submissions: readonly Submission[]
  /** Changes a posting's form from now on. `posting` is `board:account:id`, as everywhere. */
  changeForm(posting: string, change: (form: Form) => Form): void
  /** Takes a posting down, in its API and on its page; `open` undoes it. */
  close(posting: string): void
  open(posting: string): void
  /** The address of its form. */
  applyUrl(posting: string): string
  stop(): Promise<void>
}

/** Starts the server, on loopback only. Throws ConfigError when the port is taken. */
export async function startSampleBoards(options: SampleBoardsOptions = {}): Promise<SampleBoards> {
  const world = newWorld(options.since ?? new Date(), options.delays ?? {})
  world.submissions.push(...(options.inbox?.submissions ?? []))
  world.earlier = options.inbox?.file ?? (() => undefined)
  world.onSubmission = (submission) =>
    options.onSubmission?.(submission, (sha256) => fileOf(world, sha256))
  const server = createAdaptorServer({ fetch: appOf(world).fetch }) as Server
  await listenOn(server, options.port ?? 0, 'of the sample boards')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  world.origin = `http://localhost:${address.port}`
  const known = (key: string): SamplePosting => {
    const posting = world.postings.find((one) => one.key === key)
    if (!posting) throw new RangeError(`there is no sample posting ${key}`)
    return posting
  }
  return {
    origin: world.origin,
    postings: world.postings,
    requests: world.requests,
    submissions: world.submissions,
    changeForm: (key, change) => void world.forms.set(key, change(currentForm(world, known(key)))),
    close: (key) => void world.closed.add(known(key).key),
    open: (key) => void world.closed.delete(key),
    applyUrl: (key) => world.origin + applyPath(known(key)),
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function applyPath(posting: SamplePosting): string {
  const path = pathOf(posting)
  if (posting.employer.board === 'lever') return `${path}/apply`
  return posting.employer.board === 'ashby' ? `${path}/application` : path
}

function appOf(world: World): Hono<Env> {
  const app = new Hono<Env>()
  // Another name that leads here would let a foreign page read the inbox.
  app.use(async (c, next) => {
    if (new URL(c.req.url).hostname !== 'localhost') return c.text('Use localhost', 421)
    await next()
  })
  app.use((c, next) => logged(world, c, next))
  for (const api of [greenhouseApi, leverApi, ashbyApi]) app.route('/', api(world))
  for (const pages of [commonRoutes, greenhouseRoutes, leverRoutes, ashbyRoutes, accountRoutes])
    app.route('/', pages(world))
  app.notFound((c) => c.html(notFoundPage(), 404))
  return app
}
