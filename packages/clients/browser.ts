// One headless browser for one job: named hosts only, nothing inherited, nothing left behind.
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { findBrowser, type WhereToLook } from './browser/executable.ts'
import { openGateway, type Reach } from './browser/gateway.ts'
import { helpers } from './browser/in-page.ts'
import { kill, launch, stop } from './browser/launch.ts'
import { closeSession, openSession } from './browser/session.ts'
import { type Admits, type Refusal, watchTraffic } from './browser/traffic.ts'

export { findBrowser, NoBrowser } from './browser/executable.ts'
export { undrawable } from './browser/glyphs.ts'
export { type Tile, tilesOf } from './browser/tiles.ts'
export type { Admits, Asked, Refusal } from './browser/traffic.ts'

export interface BrowserOptions extends Reach, WhereToLook {
  /** Everything in one process, as Lambda demands. */
  onLambda?: boolean
  /** Ends the browser at once. */
  signal?: AbortSignal
}

export interface OpenBrowser {
  page: Page
  /** Decides from now on which requests of the page go out; before, only GET and HEAD do. */
  admit(rule: Admits): void
  /** What was kept back so far. */
  refused: readonly Refusal[]
  /** A folder for files to upload; gone with the browser. */
  folder: string
}

/** The browser was killed, crashed or closed under us, or told to stop. Trying again is safe. */
export class BrowserLost extends Error {
  override name = 'BrowserLost'
}

/**
 * Opens a browser with one page, gives it to `work`, and ends it, whatever happens. The page has web
 * security on; it reaches `hosts` and the `local` origin only, can't open windows, download, install
 * a service worker or open a WebSocket, and every permission is refused.
 *
 * @throws BrowserLost when the browser or its page went away while `work` ran.
 * @throws NoBrowser when there is none that starts.
 */
export async function withBrowser<T>(
  options: BrowserOptions,
  work: (browser: OpenBrowser) => Promise<T>,
): Promise<T> {
  const { signal, onLambda = false } = options
  signal?.throwIfAborted()
  const program = await findBrowser(options)
  let lost: string | undefined
  let ending = false
  try {
    await using ends = new AsyncDisposableStack()
    const folder = await openSession()
    ends.defer(() => closeSession(folder))
    const gateway = await openGateway(options)
    ends.defer(() => gateway.close())
    const browser = await launch(program, { folder, gateway: gateway.port, onLambda, signal })
    ends.defer(() => stop(browser))
    const lose = (why: string) => {
      if (ending) return
      lost ??= why
      kill(browser)
    }
    // Whatever goes away from now on is gone by our own will.
    ends.defer(() => {
      ending = true
    })
    const onAbort = () => lose('told to stop')
    signal?.addEventListener('abort', onAbort, { once: true })
    ends.defer(() => signal?.removeEventListener('abort', onAbort))
    if (signal?.aborted) onAbort()
    browser.once('disconnected', () => lose('the browser ended'))
    const page = (await browser.pages())[0] ?? (await browser.newPage())
    // A crashed page answers nothing any more; without the browser every waiting call fails at once.
    page.once('error', () => lose('the page crashed'))
    page.once('close', () => lose('the page was closed'))
    await confine(page)
    const { admit, refused } = await watchTraffic(page, options)
    return await work({ page, admit, refused, folder: join(folder, 'files') })
  } catch (error) {
    if (lost === undefined) throw error
    throw new BrowserLost(`The browser was lost: ${lost}.`, { cause: error })
  }
}

/** What no form needs and a page could use to act behind our back. */
async function confine(page: Page): Promise<void> {
  const session = await page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  page.on('popup', (popup) => void popup?.close().catch(() => undefined))
  await page.evaluateOnNewDocument(`
    for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection',
      'webkitRTCPeerConnection']) delete globalThis[name]
    if (globalThis.Navigator) delete Navigator.prototype.serviceWorker
    ${helpers}`)
}
