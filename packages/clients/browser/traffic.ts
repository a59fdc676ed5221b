// What a page asks of the network, one request at a time: let through or kept back, and counted.
import type { HTTPRequest, Page } from 'puppeteer-core'
import { type Reach, reaches } from './gateway.ts'

/** A request that a page is about to make. */
export interface Asked {
  method: string
  url: URL
  /** The page itself is to be replaced by the answer. */
  leavesPage: boolean
  /** Text of the body, null for none and for what isn't text. */
  body: string | null
}

/** Says whether a request may go; what the reach of the browser refuses isn't asked. */
export type Admits = (asked: Asked) => boolean

export interface Refusal {
  method: string
  host: string
  path: string
}

export interface Traffic {
  /** Replaces the rule; until the first one, only GET and HEAD pass. */
  admit(rule: Admits): void
  /** What was kept back, oldest first, at most 200. No query and no body: they may carry values. */
  refused: readonly Refusal[]
}

const noted = 200
const readOnly: Admits = ({ method }) => method === 'GET' || method === 'HEAD'

export async function watchTraffic(page: Page, reach: Reach): Promise<Traffic> {
  let rule = readOnly
  const refused: Refusal[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const asked = askedOf(request, page)
    if (asked === 'internal') return void request.continue().catch(ignore)
    if (asked !== null && reaches(reach, asked.url) && rule(asked)) {
      return void request.continue().catch(ignore)
    }
    if (asked !== null && refused.length < noted) {
      const { method, url } = asked
      refused.push({ method, host: url.host, path: url.pathname })
    }
    // "aborted" leaves the page as it is, where "blocked" would show an error page in its place.
    void request.abort('aborted').catch(ignore)
  })
  return {
    admit: (next) => {
      rule = next
    },
    refused,
  }
}

/** `internal`: stays inside the browser. Null: no address that may be asked. */
function askedOf(request: HTTPRequest, page: Page): Asked | 'internal' | null {
  const address = request.url()
  if (/^(?:data|blob|about):/i.test(address)) return 'internal'
  if (!URL.canParse(address)) return null
  return {
    method: request.method(),
    url: new URL(address),
    leavesPage: request.isNavigationRequest() && request.frame() === page.mainFrame(),
    body: request.postData() ?? null,
  }
}

// The page may be gone before its request is answered.
function ignore(): void {}
