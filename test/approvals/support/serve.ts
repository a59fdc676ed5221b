// The approvals application on a port of this machine, for a real browser.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { afterAll } from 'vitest'
import type { ApprovalsOptions } from '#approvals'
import { type Pages, pages } from '../../support/pages.ts'
import type { TestDatabase } from '../../support/test-database.ts'

/**
 * Serves the pages as the given approver login at http://localhost:PORT, which WebAuthn accepts where it
 * refuses 127.0.0.1. Ends after the file.
 */
export async function served(
  db: TestDatabase,
  approver: string,
  options: Partial<ApprovalsOptions> = {},
) {
  let web: Pages | undefined
  const listener = getRequestListener((request) => {
    if (!web) return new Response('not yet', { status: 503 })
    return web.app.fetch(request)
  })
  const server = createServer(
    (request: IncomingMessage, response: ServerResponse) => void listener(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const localSecret = randomBytes(16).toString('base64url')
  web = await pages(db, approver, { stage: { name: 'local', origin }, localSecret, ...options })
  return {
    ...web,
    origin,
    /** Signs a browser's context in by the link that a local process prints, as a person does. */
    signIn: async (context: Browser | BrowserContext): Promise<void> => {
      const page = await context.newPage()
      await page.goto(`${origin}/sign-in?link=${localSecret}`)
      await press(page, 'button.primary')
      await page.close()
    },
  }
}

/** Presses what posts or leads on, once the page takes presses, and waits for the page that follows. */
export async function press(page: Page, selector: string): Promise<void> {
  await settled(page)
  await Promise.all([page.waitForNavigation({ timeout: 10_000 }), page.click(selector)])
}

/** Resolves once a page that has just appeared takes presses. */
export async function settled(page: Page): Promise<void> {
  if (!(await page.$('script[src="/page.js"]'))) return
  await page.waitForSelector('html[data-settled]', { timeout: 5_000 }).catch((cause) => {
    throw new Error(`${page.url()} never took presses`, { cause })
  })
}
