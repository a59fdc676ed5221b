// When a failed attempt is made again, and after how long.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from './errors.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000
const MOST_ATTEMPTS = 50

export interface RetryRule {
  /** No new attempt begins later than this after the first. */
  retryForMs: number
  /** The attempt may run twice without harm, so a lost answer may be asked for again. */
  repeatable: boolean
  /** A last say before another attempt. */
  mayRetry?: () => boolean
}

/**
 * Makes the attempt until it succeeds, fails for good, or the time is up; then throws the last
 * failure. An attempt that may have taken effect is made again only if `repeatable`.
 */
export async function withRetries<T>(attempt: () => Promise<T>, rule: RetryRule): Promise<T> {
  const deadline = performance.now() + rule.retryForMs
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseError) || !error.transient) throw error
      if (error.mayHaveRun && !rule.repeatable) throw error
      if (rule.mayRetry?.() === false || tries >= MOST_ATTEMPTS) throw error
      // Full jitter: clients that failed together must not come back together.
      const wait = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
      if (performance.now() + wait >= deadline) throw error
      await sleep(wait)
    }
  }
}
