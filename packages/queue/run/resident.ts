// A resident worker: the same ticks, one after the other, for where no schedule can reach.
import { errorFacts } from './log.ts'
import { type TickOptions, type TickReport, tick } from './tick.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
const minuteMs = 60_000
const tickMs = 5 * 60_000

export interface ResidentOptions
  extends Omit<TickOptions, 'withinMs' | 'sweep' | 'recordIdle' | 'stop'> {
  /** Ends it: what runs ends its slice, then it resolves. */
  stop: AbortSignal
  /** Hands over how to wake it at once, for notices. It looks by itself all the same. */
  onNotice?: (wake: () => void) => void
  /** Gets the report of each tick that worked, and each failure. */
  onTick?: (report: TickReport | { failure: unknown }) => void
  /** The first pause after work, and the longest; between them each is twice the one before. */
  pausesMs?: { first: number; longest: number }
}

/**
 * Ticks until `stop`. While there is nothing to claim, or the database can't be reached, it waits longer and
 * longer, with half of each pause at random; work begins anew at once. Lapsed leases of its capabilities are
 * taken back once a minute, and an idle tick is recorded as often. No timer is left when it resolves.
 */
export async function runResident(options: ResidentOptions): Promise<void> {
  const { stop, onNotice, onTick, pausesMs, ...rest } = options
  const { first = firstPauseMs, longest = longestPauseMs } = pausesMs ?? {}
  const bell = newBell(stop)
  onNotice?.(bell.ring)
  let idle = 0
  let minute = Number.NEGATIVE_INFINITY
  while (!stop.aborted) {
    const isMinute = performance.now() - minute >= minuteMs
    if (isMinute) minute = performance.now()
    bell.reset()
    const worked = await tick({
      ...rest,
      stop,
      withinMs: tickMs,
      sweep: isMinute,
      recordIdle: isMinute,
    }).then(
      (report) => {
        if (report.outcome === 'worked') onTick?.(report)
        return report.outcome === 'worked'
      },
      (failure: unknown) => {
        rest.log('tick failed', { function: rest.function, ...errorFacts(failure) })
        onTick?.({ failure })
        return false
      },
    )
    idle = worked ? 0 : idle + 1
    if (worked) continue
    const pauseMs = Math.min(longest, first * 2 ** Math.min(idle - 1, 30))
    if (await bell.rungWithin(pauseMs * (0.5 + Math.random() / 2))) idle = 0
  }
}

/** A bell that is heard also by who begins to listen after it rang; `stop` ends the listening. */
function newBell(stop: AbortSignal) {
  let rung = false
  let hear: ((rang: boolean) => void) | undefined
  return {
    ring: () => {
      rung = true
      hear?.(true)
    },
    reset: () => {
      rung = false
    },
    async rungWithin(limitMs: number): Promise<boolean> {
      if (rung || stop.aborted) return rung
      const { promise, resolve } = Promise.withResolvers<boolean>()
      hear = resolve
      const timer = setTimeout(() => resolve(false), limitMs)
      const onStop = () => resolve(false)
      stop.addEventListener('abort', onStop)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        stop.removeEventListener('abort', onStop)
        hear = undefined
      }
    },
  }
}
