// Waiting for a condition, never for an amount of time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#database'

type Falsy = false | 0 | '' | null | undefined

/** Polls until `condition` answers something truthy and answers that; fails after `timeoutMs`. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 5_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<Exclude<T, Falsy>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await condition()
    if (found) return found as Exclude<T, Falsy>
    if (performance.now() > deadline) throw new Error(`${what} did not hold within ${timeoutMs} ms`)
    await pause(10)
  }
}

/** Resolves once the backend `pid` waits for a lock: the moment an interleaving is what it claims. */
export async function untilWaitingForLock(admin: Database, pid: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`
  await until(async () => (await admin.query(waiting, [pid])).length > 0, {
    what: `backend ${pid} waiting for a lock`,
  })
}
