// The history of a task, as the database wrote it: who, when, why, in order.
import type { FC } from 'hono/jsx'
import { span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { TaskEvent } from './task-record.ts'

const bad = new Set(['failed', 'dead', 'expired', 'rejected', 'unknown', 'cancelled', 'revoked'])
const good = new Set(['completed', 'done'])

export const Timeline: FC<{ events: readonly TaskEvent[] }> = ({ events }) => (
  <ol class="timeline">
    {events.map((event) => (
      <li class={toneOf(event)}>
        <p>
          <b>
            <Visible text={titleOf(event)} />
          </b>{' '}
          {event.reason && (
            <span class="soft">
              <Visible text={event.reason} />
            </span>
          )}
        </p>
        <p class="meta">
          <Time at={event.at} />
          {event.actor && (
            <>
              {' '}
              · by <Visible text={event.actor} />
            </>
          )}
          {event.kind === 'task' && event.step && (
            <>
              {' '}
              · step <Visible text={event.step} />
            </>
          )}
          {(event.lasted_seconds ?? 0) >= 1 &&
            ` · after ${span((event.lasted_seconds ?? 0) * 1_000)}`}
        </p>
      </li>
    ))}
  </ol>
)

function toneOf({ kind, now }: TaskEvent): string {
  if (bad.has(now)) return 'bad'
  if (good.has(now)) return 'good'
  return kind
}

function titleOf({ kind, subject, now, was }: TaskEvent): string {
  const words = now.replaceAll('_', ' ')
  if (kind === 'request') return `Request ${subject ?? ''}: ${was === null ? 'asked' : words}`
  if (kind === 'effect') return `Effect “${subject ?? ''}”: ${words}`
  if (kind === 'note') return words
  return was === null ? 'Added' : words.charAt(0).toUpperCase() + words.slice(1)
}
