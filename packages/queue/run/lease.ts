// Keeps the lease of a running task: heartbeats, and one signal for every reason to stop.
import { isRefusal } from '../refusal.ts'
import type { Claimed } from '../verbs/rows.ts'
import type { WorkerVerbs } from '../verbs/worker.ts'

/** Why a slice has to stop. */
export type StopReason = 'lease-lost' | 'cancel-asked' | 'deadline' | 'shutdown'

/** The reason that the signal aborts with. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly reason: StopReason

  constructor(reason: StopReason, cause?: unknown) {
    super(`the slice has to stop: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface KeptLease {
  signal: AbortSignal
  /** Why it stopped, once it has. */
  stopped(): StopReason | undefined
  /** Saves the state under the lease and renews it. Throws Stopped when the lease is lost. */
  save(state: unknown): Promise<void>
  /** The state saved last, or `undefined`. */
  saved(): unknown
  /** Ends the timers. No timer survives the slice. */
  end(): void
}

/**
 * Renews the lease every third of it until `end`. The signal aborts when the database says that the
 * lease is lost, when no heartbeat got through for a whole lease, when a person asked to cancel, at the
 * deadline (milliseconds of `performance.now()`), and when `shutdown` does.
 */
export function keepLease(
  verbs: WorkerVerbs,
  task: Pick<Claimed, 'id' | 'token' | 'leaseSeconds'>,
  deadlineMs: number,
  shutdown?: AbortSignal,
): KeptLease {
  const controller = new AbortController()
  const leaseMs = task.leaseSeconds * 1_000
  let renewedMs = performance.now()
  let saved: unknown
  let beating = false

  const stop = (reason: StopReason, cause?: unknown) => controller.abort(new Stopped(reason, cause))
  const beat = async (state?: unknown) => {
    const sentMs = performance.now()
    const alive = await verbs.heartbeat(task, state)
    renewedMs = sentMs
    if (alive.cancelRequested) stop('cancel-asked')
  }
  const onTimer = async () => {
    if (controller.signal.aborted) return
    if (performance.now() - renewedMs >= leaseMs) return stop('lease-lost')
    if (beating) return
    beating = true
    try {
      await beat()
    } catch (error) {
      // A hiccup of the network is no loss while the lease lasts; the next beat tries again.
      if (isRefusal(error, 'lease-lost', 'not-found')) stop('lease-lost', error)
    } finally {
      beating = false
    }
  }
  const heart = setInterval(() => void onTimer(), leaseMs / 3)
  const clock = setTimeout(() => stop('deadline'), Math.max(0, deadlineMs - performance.now()))
  const onShutdown = () => stop('shutdown')
  if (shutdown?.aborted) onShutdown()
  shutdown?.addEventListener('abort', onShutdown)

  return {
    signal: controller.signal,
    stopped: () => {
      const { reason } = controller.signal
      return reason instanceof Stopped ? reason.reason : undefined
    },
    save: async (state) => {
      controller.signal.throwIfAborted()
      try {
        await beat(state)
      } catch (error) {
        if (isRefusal(error, 'lease-lost', 'not-found')) stop('lease-lost', error)
        controller.signal.throwIfAborted()
        throw error
      }
      saved = state
    },
    saved: () => saved,
    end: () => {
      clearInterval(heart)
      clearTimeout(clock)
      shutdown?.removeEventListener('abort', onShutdown)
    },
  }
}

/** Resolves with the work, or rejects soon after the signal aborts even when the work ignores it. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs = 2_000,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    clearTimeout(timer)
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}
