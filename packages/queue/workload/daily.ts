// What each day brings: tasks that are there once a day, whoever enqueues them and however often.
import type { Database } from '#database'
import { errorFacts, type Log } from '../run/log.ts'
import { enqueue, type NewTask } from '../verbs/shared.ts'
import type { Definition } from './definition.ts'

export interface DayClock {
  /** In which the day begins and the hour is counted. */
  timeZone: string
  /** The hour from which nightly work is due; null: never by itself. */
  nightHour: number | null
}

const mostRemembered = 100

/**
 * Enqueues what today brings and is due by now; called before every tick. A night that nobody was awake for is
 * so caught up, once, later in its day. What is known to be there costs nothing; a failure is logged, and the
 * next tick tries again.
 */
export function dailyWork(
  definitions: readonly Definition[],
  clock: DayClock,
  log: Log,
): (database: Database) => Promise<void> {
  const there = new Set<string>()
  return async (database) => {
    for (const task of dueToday(definitions, new Date(), clock)) {
      const name = `${task.capability} ${task.key}`
      if (there.has(name)) continue
      try {
        await enqueue(database, task)
        if (there.size >= mostRemembered) there.clear()
        there.add(name)
      } catch (error) {
        log('enqueue failed', { capability: task.capability, ...errorFacts(error) })
      }
    }
  }
}

/** The tasks of today that are due by now. Their keys make it harmless to enqueue them again. */
export function dueToday(
  definitions: readonly Definition[],
  now: Date,
  { timeZone, nightHour }: DayClock,
): NewTask[] {
  const { day, hour } = localTime(now, timeZone)
  const night = nightHour !== null && hour >= nightHour
  return definitions.flatMap(({ capability, daily }) =>
    daily && (daily.nightly === undefined || night)
      ? [{ capability, key: day, payload: daily.payload(day), by: 'schedule' }]
      : [],
  )
}

/** The calendar day and the hour of a moment in a zone. */
function localTime(now: Date, timeZone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) }
}
