// When things run: all in one minute of every five, so that a database that sleeps is woken once for all of them.

/** Minutes past each fifth: off the full hour, at which much of the world's work begins. */
const minute = 2

export const intervalSeconds = 300

/** EventBridge Scheduler's own form of cron: minute, hour, day, month, weekday, year. */
export const everyFiveMinutes = `cron(${minute}/5 * * * ? *)`
export const everyHour = `cron(${minute} * * * ? *)`

/** Once in the night; `hour` is local to the schedule's zone. */
export function everyNight(hour: number): string {
  return `cron(${minute} ${hour} * * ? *)`
}

/** An event that could not be handed over within this time is dropped: the next one does its work. */
export const eventAgeSeconds = 60
