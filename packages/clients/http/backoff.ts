// How long to wait before trying again, and when not to.

export interface BackoffSettings {
  /** First wait; doubles with every try. */
  baseMs: number
  /** No wait is longer, whatever Retry-After says. */
  capMs: number
  /** Tries in all, the first one included. */
  attempts: number
}

export const defaultBackoff: BackoffSettings = { baseMs: 500, capMs: 30_000, attempts: 4 }

/** Statuses that may pass: too many requests, and the server's own trouble. A 404 never is one. */
export function mayPass(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505)
}

/**
 * Wait before try number `attempt` + 1 (1 is the first): full jitter under a doubling bound, or
 * Retry-After clamped to `capMs`. `retryAfter` is the header's text: seconds or an HTTP date;
 * `random` gives [0, 1).
 */
export function waitMs(
  attempt: number,
  settings: BackoffSettings,
  random: () => number,
  retryAfter: string | null = null,
  now: number = Date.now(),
): number {
  const asked = retryAfterMs(retryAfter, now)
  if (asked !== null) return Math.min(asked, settings.capMs)
  const bound = Math.min(settings.capMs, settings.baseMs * 2 ** (attempt - 1))
  return Math.round(bound / 2 + (bound / 2) * random())
}

function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
