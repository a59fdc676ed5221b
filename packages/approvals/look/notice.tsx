// A page that says one thing: what is not there, what was refused, what went wrong.
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Env } from '../web/environment.ts'
import { Layout } from './layout.tsx'

export interface NoticeProps {
  c: Context<Env>
  title: string
  /** The protocol's name of a refusal. */
  fact?: string
  retry?: boolean
}

export const Notice: FC<NoticeProps> = ({ c, title, fact, retry }) => (
  <Layout title={title} stage={c.get('app').stage.name} visitor={c.get('visitor')}>
    <section class="notice">
      <h1>{title}</h1>
      {fact && <p class="meta">Nothing was changed ({fact}).</p>}
      {retry && <p class="meta">Nothing was changed. Try again in a moment.</p>}
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </section>
  </Layout>
)
