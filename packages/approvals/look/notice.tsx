// A page that says one thing: what is not there, what was refused, what went wrong.
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Env } from '../web/environment.ts'
import { Page } from './page.tsx'

export interface NoticeProps {
  c: Context<Env>
  title: string
  /** The protocol's name of a refusal. */
  fact?: string
  retry?: boolean
  /** The page of the request that it is about. */
  request?: string | undefined
}

export const Notice: FC<NoticeProps> = ({ c, title, fact, retry, request }) => (
  <Page c={c} title={title}>
    <section class="card notice">
      <h1>{title}</h1>
      {fact && <p class="meta">Nothing was changed ({fact}).</p>}
      {retry && <p class="meta">Nothing was changed. Try again in a moment.</p>}
      <p class="row">
        {request && (
          <a class="button primary" href={request}>
            Open the request
          </a>
        )}
        <a class="button" href="/">
          Home
        </a>
      </p>
    </section>
  </Page>
)
