// The reaper as a Lambda.
import type { Context } from 'aws-lambda'
import { type ReaperReport, runReaper } from '#queue'
import { logOf, once, opened } from './open.ts'
import { tellMs, tellPeople } from './tell.ts'

/** Kept back for the last round and the signals. */
const marginMs = 60_000

/** Reaps until nothing moves, reads the signals, tells people of every capability. Rejects as `runReaper` does. */
export function reaperHandler() {
  const parts = once(() => opened('reaper'))
  return async (_event: unknown, context: Context): Promise<ReaperReport> => {
    const log = logOf(context)
    const { database, servable } = parts()
    await servable()
    const withinMs = context.getRemainingTimeInMillis() - tellMs - marginMs
    const report = await runReaper({ database, log, withinMs })
    await tellPeople(database, log)
    return report
  }
}
