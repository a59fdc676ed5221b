// The reaper's invocation: puts right what nobody else will, erases what is old, reads the signals.
import { randomUUID } from 'node:crypto'
import type { Database } from '#database'
import { reaperVerbs } from '../verbs/reaper.ts'
import { type Invocation, recordInvocation } from '../verbs/shared.ts'
import { errorFacts, type Log, logWith } from './log.ts'

const kinds = ['leases', 'expired', 'settled', 'repaired'] as const

export interface ReaperOptions {
  /** Opened by a login of the group countersign_reaper. */
  database: Database
  log: Log
  /** No round begins later than this after the first. Default 4 minutes. */
  withinMs?: number
  /** How many of each kind one round puts right. Default 200. */
  limit?: number
}

export interface ReaperReport {
  outcome: Invocation['outcome']
  /** What moved, by kind, and how many could not be moved in the last round. */
  moved: Record<(typeof kinds)[number] | 'stuck', number>
  /** Tasks whose values were kept long enough, and are gone now. */
  erased: number
  /** The signals that stand red now. */
  red: string[]
}

/**
 * Reaps, round by round, until nothing moves any more; erases the values that are kept no longer (so many
 * an hour); then reads every signal. Logs one line and records
 * one invocation of `reaper`, also when there was nothing to do, and when it failed; then rejects.
 */
export async function runReaper(options: ReaperOptions): Promise<ReaperReport> {
  const beganMs = performance.now()
  const invocation = randomUUID()
  const log = logWith(options.log, { invocation, function: 'reaper' })
  const moved = { leases: 0, expired: 0, settled: 0, repaired: 0, stuck: 0 }
  let red: string[] = []
  // For alarms: how many of the red ones are the system's, and how many messages reached nobody.
  const told = { incidents: 0, undelivered: 0 }
  let erased = 0
  let failure: unknown
  try {
    await reapAll(options, moved)
    erased = await reaperVerbs(options.database).eraseOld(options.limit ?? 200)
    const readings = await reaperVerbs(options.database).recordSignals()
    const standing = readings.filter(({ colour }) => colour === 'red')
    red = standing.map(({ signal }) => signal)
    told.incidents = standing.filter(({ owner }) => owner === 'system').length
    told.undelivered = standing.find(({ signal }) => signal === 'undelivered')?.value ?? 0
  } catch (error) {
    failure = error
  }
  const worked = erased > 0 || kinds.some((kind) => moved[kind] > 0)
  const outcome = failure ? 'failed' : worked ? 'worked' : 'idle'
  const durationMs = Math.round(performance.now() - beganMs)
  const trouble = failure ? errorFacts(failure) : {}
  log('reaper', { outcome, durationMs, ...moved, erased, red: red.join(' '), ...told, ...trouble })
  const detail = { invocation, ...moved, erased, red, ...trouble }
  await recordInvocation(options.database, { function: 'reaper', outcome, durationMs, detail })
  if (failure) throw failure
  return { outcome, moved, erased, red }
}

async function reapAll(
  { database, withinMs = 240_000, limit = 200 }: ReaperOptions,
  moved: ReaperReport['moved'],
) {
  const { reap } = reaperVerbs(database)
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    const round = await reap(limit)
    for (const kind of kinds) moved[kind] += round[kind]
    moved.stuck = round.stuck
    // A full round may have left some for another.
    if (kinds.every((kind) => round[kind] < limit) || performance.now() > deadlineMs) return
  }
}
