// Two verbs whose order is certain: the second meets the first while it is not committed yet.
import type { Database } from '#database'
import type { TestDatabase } from './test-database.ts'
import { until } from './wait.ts'

/** How the second verb ended. */
export type Ending<T> = { answer: T } | { error: unknown }

/**
 * Runs `first` as a login in a transaction that stays open until `second` waits for its lock (or has
 * ended, as what skips locked rows does), then commits. Answers both; rejects if `first` does.
 */
export async function meet<A, B>(
  db: TestDatabase,
  login: string,
  first: (database: Database) => Promise<A>,
  second: () => Promise<B>,
): Promise<{ first: A; second: Ending<B>; waited: boolean }> {
  const own = db.as(login, { maxConnections: 1, retryForMs: 0 })
  try {
    const state: { ending?: Ending<B> } = {}
    let waited = false
    let running: Promise<void> = Promise.resolve()
    const answer = await own.transaction(async (tx) => {
      const result = await first({ ...own, query: (text, values) => tx.query(text, values) })
      running = settled(second()).then((ending) => {
        state.ending = ending
      })
      await until(
        async () => {
          waited = await someoneWaits(db)
          return waited || state.ending !== undefined
        },
        { what: 'the second verb waiting for the first' },
      )
      return result
    })
    await running
    if (!state.ending) throw new Error('the second verb never ended')
    return { first: answer, second: state.ending, waited }
  } finally {
    await own.close()
  }
}

/** Answers how a promise ended instead of rejecting. */
export function settled<T>(promise: Promise<T>): Promise<Ending<T>> {
  return promise.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
}

/** Resolves once anybody in the test's database waits for a lock. */
export async function untilWaiting(db: TestDatabase): Promise<void> {
  await until(() => someoneWaits(db), { what: 'anybody waiting for a lock' })
}

async function someoneWaits({ admin, name }: TestDatabase): Promise<boolean> {
  const waiting = await admin.query(
    `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
    [name],
  )
  return waiting.length > 0
}
