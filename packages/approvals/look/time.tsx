// Times as people read them. Without scripts they are in the server's zone, which is named; the page's own
// script turns them into the reader's.
import type { FC } from 'hono/jsx'

const zone = { timeZoneName: 'short' } as const
const formats = {
  full: new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  }),
  minute: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...zone }),
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }),
}

/** A moment: whole, to the minute of a day that is plain, or the day alone. */
export const Time: FC<{ at: Date; as?: keyof typeof formats }> = ({ at, as = 'full' }) => (
  <time datetime={at.toISOString()} title={at.toISOString()} data-as={as}>
    {formats[as].format(at)}
  </time>
)

/** "14:02 to 14:07". */
export const minuteRange = (from: Date, until: Date) => (
  <>
    <Time at={from} as="minute" /> to <Time at={until} as="minute" />
  </>
)

/** What is left until a moment, counted from the database's clock. */
export const Left: FC<{ until: Date; now: Date }> = ({ until, now }) => (
  <span data-until={until.toISOString()}>{span(until.getTime() - now.getTime())} left</span>
)

/** "31 h", "2 days", "4 min": one unit, rounded down. */
export function span(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return `${Math.floor(Math.max(0, ms) / 1_000)} s`
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 49 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
