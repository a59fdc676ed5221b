// What a form's page asks of the network while it is filled: waited for, and counted where it failed.
import type { HTTPRequest, Page } from 'puppeteer-core'

const quietMs = 250

export interface Network {
  readonly failed: number
}

/** Counts what the page asked for and the network failed to bring. What we kept back isn't that. */
export function watchNetwork(page: Page): Network & Disposable {
  let failed = 0
  const onFailed = (request: HTTPRequest) => {
    const ours = request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!ours && /^(?:xhr|fetch|document)$/.test(request.resourceType())) failed += 1
  }
  page.on('requestfailed', onFailed)
  return {
    get failed() {
      return failed
    },
    [Symbol.dispose]: () => page.off('requestfailed', onFailed),
  }
}

/** Waits until the page asks nothing of the network for a moment, at most eight seconds. */
export async function quiet(page: Page, idleMs = quietMs): Promise<void> {
  try {
    await page.waitForNetworkIdle({ idleTime: idleMs, timeout: 8_000 })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
  }
}
