// Tells when nothing is left that could go on without a person: ticks that find nothing to do say so.
import type { Ground } from './part.ts'

export interface Settled {
  /** Ticks that failed as a whole, by workload. */
  failedTicks: readonly string[]
}

// The first idle tick of a workload may have begun before another one's last slice ended.
const quietTicks = 2

/**
 * `settled` resolves once every one of the workloads that tick at all was idle twice since any of them last
 * worked, or a tick has failed.
 */
export function settling() {
  const quiet = new Map<string, number>()
  const failedTicks: string[] = []
  const { promise, resolve } = Promise.withResolvers<Settled>()
  let awaited: readonly string[] = []
  const ticked: Ground['ticked'] = (workload, outcome) => {
    if (outcome === 'worked') quiet.clear()
    else quiet.set(workload, (quiet.get(workload) ?? 0) + 1)
    if (outcome === 'failed') failedTicks.push(workload)
    const calm = awaited.every((name) => (quiet.get(name) ?? 0) >= quietTicks)
    if (failedTicks.length > 0 || (awaited.length > 0 && calm)) resolve({ failedTicks })
  }
  return {
    ticked,
    settled(workloads: readonly string[]) {
      awaited = workloads
      return promise
    },
  }
}
