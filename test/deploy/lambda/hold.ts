// Holds a function back in the middle of a statement, so that something can happen to it there.
import type { Database } from '#database'
import { until } from '../../support/wait.ts'

/** Locks the rows that a query names until the returned function is called. */
export async function hold(
  admin: Database,
  query: string,
  values: readonly unknown[] = [],
): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = admin.transaction(async (tx) => {
    await tx.query(`${query} for update`, values)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}

/** Holds back whoever would delete the history of a task: housekeeping, in the middle of its act. */
export async function holdHistoryOf(admin: Database, task: number): Promise<() => Promise<void>> {
  return await hold(admin, 'select from countersign.task_events where task_id = $1', [task])
}

/** Resolves once a backend of this database waits for a lock; answers its process. */
export async function untilHeldBack(admin: Database): Promise<number> {
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return await until(async () => (await admin.query<{ pid: number }>(waiting))[0]?.pid, {
    timeoutMs: 15_000,
    what: 'a statement waiting for a lock',
  })
}
