// A whole page for whoever is looking, framed from the request's context.
import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import type { Env } from '../web/environment.ts'
import { Layout } from './layout.tsx'

export interface PageProps {
  c: Context<Env>
  title: string
  /** The path of the menu entry that is current. */
  at?: string | undefined
  /** A script besides the page's own. */
  script?: string | undefined
  children?: Child
}

export const Page: FC<PageProps> = ({ c, title, at, script, children }) => {
  const nonce = c.get('nonce')
  return (
    <Layout
      title={title}
      stage={c.get('app').stage.name}
      visitor={c.get('visitor')}
      at={at}
      workloads={workloadMenu(c)}
      nonce={nonce}
      script={script === undefined ? undefined : { nonce, src: script }}
    >
      {children}
    </Layout>
  )
}

/** The menu entries of the workloads that have pages. */
export function workloadMenu(c: Context<Env>) {
  return c.get('app').workloads?.map(({ name, title }) => [`/workloads/${name}`, title] as const)
}
