// The frame of every page.
import { raw } from 'hono/html'
import type { Child, FC } from 'hono/jsx'
import type { Visitor } from '../web/environment.ts'

export interface LayoutProps {
  title: string
  stage: string
  visitor?: Visitor | undefined
  /** The path of the menu entry that is current. */
  at?: string | undefined
  /** Menu entries of workloads, by path and name. */
  workloads?: readonly (readonly [path: string, name: string])[] | undefined
  /** Of the response's content security policy: with it, the page's own small script is loaded. */
  nonce?: string | undefined
  /** A further script, where the page needs one. */
  script?: { nonce: string; src: string } | undefined
  children?: Child
}

const menu = {
  work: [
    ['/', 'Home'],
    ['/tasks', 'Tasks'],
  ],
  state: [
    ['/capabilities', 'Capabilities'],
    ['/signals', 'Signals'],
    ['/operators', 'People'],
  ],
} as const

export const Layout: FC<LayoutProps> = (props) => {
  const {
    title,
    stage,
    visitor,
    at,
    workloads = [],
    nonce = props.script?.nonce,
    script,
    children,
  } = props
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en" data-now={nonce && String(Date.now())}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#fffefb" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#181c24" media="(prefers-color-scheme: dark)" />
          <title>{title} · Countersign</title>
          <link rel="stylesheet" href="/look.css" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          {nonce && <script src="/page.js" nonce={nonce} type="module" />}
          {script && <script src={script.src} nonce={script.nonce} type="module" />}
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to content
          </a>
          <header class="top">
            <div>
              <a class="mark" href="/">
                <Mark />
                Countersign
              </a>
              {visitor && (
                <nav aria-label="Main">
                  {[...menu.work, ...workloads, ...menu.state].map(([path, name]) => (
                    <a href={path} aria-current={path === at ? 'page' : undefined}>
                      {name}
                    </a>
                  ))}
                </nav>
              )}
              <span class="stage">{visitor ? `${stage} · ${visitor.operator}` : stage}</span>
            </div>
          </header>
          <main id="content">{children}</main>
        </body>
      </html>
    </>
  )
}

/** Two strokes: one who drew it up, one who signed. */
const Mark: FC = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.4">
    <path d="M2 12.5l4.5 4.5L15 7" stroke-linecap="round" stroke-linejoin="round" opacity="0.45" />
    <path d="M9 12.5l4.5 4.5L22 7" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)
