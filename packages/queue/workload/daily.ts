// What each day brings: tasks that are there once a day, whoever enqueues them and however often.
import type { Database } from '#database'
import { errorFacts, type Log } from '../run/log.ts'
import { enqueue, type NewTask } from '../verbs/shared.ts'
import type { Definition } from './definition.ts'

/** When nightly work may begin: the local hour, or null for never by itself. */
export interface DayClock {
  hour: number | null
  timeZone: string
  /** Today's work now, whatever the hour. */
  atOnce?: boolean
}

const mostRemembered = 100

/**
 * Enqueues what today brings and is due by now; called before every tick. So a night that nobody was awake for
 * is caught up, once, later in its day. With `atOnce` the first call brings today's night whatever the hour. What
 * is known to be there costs nothing; a failure is logged, and the next call tries again.
 */
export function dailyWork(
  definitions: readonly Definition[],
  clock: DayClock,
  log: Log,
): (database: Database) => Promise<void> {
  const there = new Set<string>()
  let { atOnce = false } = clock
  return async (database) => {
    for (const task of dueToday(definitions, new Date(), { ...clock, atOnce })) {
      const name = `${task.capability} ${task.key}`
      if (there.has(name)) continue
      try {
        await enqueue(database, task)
      } catch (error) {
        return log('enqueue failed', { capability: task.capability, ...errorFacts(error) })
      }
      if (there.size >= mostRemembered) there.clear()
      there.add(name)
    }
    atOnce = false
  }
}

/** The tasks of today that are due by now. Their keys make it harmless to enqueue them again. */
export function dueToday(
  definitions: readonly Definition[],
  now: Date,
  { hour: nightHour, timeZone, atOnce = false }: DayClock,
): NewTask[] {
  const { day, hour } = localTime(now, timeZone)
  const night = nightHour !== null && (atOnce || hour >= nightHour)
  return definitions
    .filter(({ daily }) => daily && (daily.nightly === undefined || night))
    .map((definition) => taskOf(definition, day))
}

/** A definition's task of a day (`2026-11-30`): enqueued any number of times, it is one task. */
export function taskOf({ capability, daily }: Definition, day: string): NewTask {
  if (!daily) throw new Error(`${capability} has no daily work`)
  return { capability, key: day, payload: daily.payload(day), by: 'schedule' }
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
