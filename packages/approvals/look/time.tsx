// Times as people read them: the local clock of the reader's zone is unknown without a script, so UTC is named.
import type { FC } from 'hono/jsx'

const clock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A moment in the server's zone (a laptop's own; a deployment's is set by its owner). */
export const Time: FC<{ at: Date }> = ({ at }) => (
  <time datetime={at.toISOString()} title={at.toISOString()}>
    {clock.format(at)}
  </time>
)

/** "31 h", "2 days", "4 min": one unit, rounded down. */
export function span(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return `${Math.floor(Math.max(0, ms) / 1_000)} s`
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 49 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** "14:02" of a moment. */
export function minuteOf(at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
