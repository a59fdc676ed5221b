// What somebody sees who is not signed in.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Layout } from '../look/layout.tsx'
import type { Env } from './environment.ts'

/**
 * Before every address of a request: signed out, they all answer with the same page, so that an id tells
 * nobody anything. Its link leads back here: the browser names this page to our sign-in, and nobody else.
 */
export const signedOut = createMiddleware<Env>(async (c, next) => {
  if (c.get('visitor')) return await next()
  return c.html(<SignInFirst c={c} />, 401)
})

const SignInFirst = ({ c }: { c: Context<Env> }) => (
  <Layout title="Sign in first" stage={c.get('app').stage.name}>
    <section class="card notice">
      <h1>Sign in to see this</h1>
      <p class="meta">
        A link shows nothing by itself: what is asked is for the people who decide.
      </p>
      <p>
        <a class="button primary" href="/sign-in">
          Sign in
        </a>
      </p>
    </section>
  </Layout>
)

/**
 * The id of the request that a link's path is meant for: mail programs and people add a full stop, a bracket
 * or a line break. Undefined where there is none in it.
 */
export function meantBy(path: string): string | undefined {
  return /^\/r\/([0-9a-f]{32})(?![0-9a-z])/.exec(path.replaceAll(/%0[ad]|\s/gi, ''))?.[1]
}

/** The request that a person came from, as their browser says; undefined for anything else. */
export function cameFrom(c: Context<Env>): string | undefined {
  const referer = c.req.header('referer')
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const { origin, pathname } = new URL(referer)
  const id = origin === c.get('app').stage.origin ? meantBy(pathname) : undefined
  return id && `/r/${id}`
}

/** Only the page of a request: nothing else leads on from signing in. */
export function safeReturn(path: string | undefined): string | undefined {
  return path !== undefined && /^\/r\/[0-9a-f]{32}$/.test(path) ? path : undefined
}
