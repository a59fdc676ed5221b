// What each day brings: tasks that are there once a day, whoever enqueues them and however often.
import type { NewTask } from '#queue'
import { housekeeping, housekeepingOf } from './housekeeping/definition.ts'
import { jobSearch, nightOf } from './jobs/search/definition.ts'

/** When nightly work may begin: the local hour, or null for never by itself. */
export interface DayClock {
  hour: number | null
  timeZone: string
  /** Today's work now, whatever the hour. */
  atOnce?: boolean
}

const daily = [
  { workload: housekeeping.workload, taskOf: housekeepingOf, nightly: false },
  { workload: jobSearch.workload, taskOf: nightOf, nightly: true },
]

/**
 * A workload's tasks of today that are due by now; to be enqueued before each of its ticks, since their
 * keys make that harmless. So a night that nobody was awake for is caught up, once, later in its day.
 */
export function dueToday(workload: string, now: Date, clock: DayClock): NewTask[] {
  const { day, hour } = localTime(now, clock.timeZone)
  const nightIsDue = clock.hour !== null && (clock.atOnce === true || hour >= clock.hour)
  return daily
    .filter((one) => one.workload === workload && (!one.nightly || nightIsDue))
    .map(({ taskOf }) => taskOf(day))
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
