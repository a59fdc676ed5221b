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
}

export const Notice: FC<NoticeProps> = ({ c, title, fact, retry }) => (
  <Page c={c} title={title}>
    <section class="card notice">
      <h1>{title}</h1>
      {fact && <p class="meta">Nothing was changed ({fact}).</p>}
      {retry && <p class="meta">Nothing was changed. Try again in a moment.</p>}
      <p>
        <a class="button" href="/">
          Home
        </a>
      </p>
    </section>
  </Page>
)
