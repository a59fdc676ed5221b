// The frame of every page.
import type { Child, FC } from 'hono/jsx'
import type { Visitor } from '../web/environment.ts'

export interface LayoutProps {
  title: string
  stage: string
  visitor?: Visitor | undefined
  /** The path of the menu entry that is current. */
  at?: string
  /** Of the response's content security policy; only where the page needs a script. */
  script?: { nonce: string; src: string } | undefined
  children?: Child
}

const menu = [
  ['/', 'Home'],
  ['/tasks', 'Tasks'],
  ['/capabilities', 'Capabilities'],
  ['/signals', 'Signals'],
  ['/operators', 'People'],
] as const

export const Layout: FC<LayoutProps> = ({ title, stage, visitor, at, script, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <title>{title} · Countersign</title>
      <link rel="stylesheet" href="/look.css" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      {script && <script src={script.src} nonce={script.nonce} type="module" />}
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="mark" href="/">
          Countersign
        </a>
        {visitor && (
          <nav aria-label="Main">
            {menu.map(([path, name]) => (
              <a href={path} aria-current={path === at ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <span class="stage">{visitor ? `${stage} · ${visitor.operator}` : stage}</span>
      </header>
      <main id="content">{children}</main>
    </body>
  </html>
)
