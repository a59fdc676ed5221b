// The history of a task as a story: what happened, who did it and when; the newest last.
import type { FC } from 'hono/jsx'
import { isImplied } from '#queue'
import { span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { TaskEvent } from './task-record.ts'

const bad = new Set(['failed', 'dead', 'expired', 'rejected', 'unknown', 'cancelled', 'revoked'])
const good = new Set(['completed', 'done'])

/** Every row that says something of its own; what only follows from another one is told by that one. */
export const Timeline: FC<{ events: readonly TaskEvent[] }> = ({ events }) => (
  <ol class="timeline">
    {events
      .filter((event) => !isImplied(event))
      .map((event) => (
        <Line event={event} {...tell(event)} />
      ))}
  </ol>
)

interface Told {
  what: string
  /** Why, or of what; empty where the rest says it. */
  more: string
}

const Line: FC<Told & { event: TaskEvent }> = ({ event, what, more }) => (
  <li class={toneOf(event)}>
    <p>
      <b>
        <Visible text={what} />
      </b>{' '}
      {more !== '' && (
        <span class="soft">
          <Visible text={more} />
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
      {(event.lasted_seconds ?? 0) >= 1 && ` · after ${span((event.lasted_seconds ?? 0) * 1_000)}`}
    </p>
  </li>
)

function toneOf({ kind, now }: TaskEvent): string {
  if (bad.has(now)) return 'bad'
  if (good.has(now)) return 'good'
  return kind
}

function tell(event: TaskEvent): Told {
  switch (event.kind) {
    case 'task':
      return tellTask(event)
    case 'request':
      return tellRequest(event)
    case 'effect':
      return { what: `“${event.subject ?? ''}” ${effects[event.now] ?? event.now}`, more: '' }
    default:
      return tellNote(event)
  }
}

function tellTask({ was, now, actor, reason, step }: TaskEvent): Told {
  const more = reason === null ? '' : reason.replaceAll('_', ' ')
  if (was === null) return { what: 'Added', more }
  if (now === 'running') return { what: 'Taken up', more: `at step ${step}` }
  if (was === 'running' && (now === 'pending' || now === 'approved')) {
    const what = actor === 'reaper' ? 'Taken back from a worker that went silent' : 'Given back'
    return { what, more: more === '' ? `to go on at step ${step}` : more }
  }
  if (now === 'pending') return { what: 'Made new again', more }
  return { what: sentenceCase(now), more }
}

function tellRequest({ subject, was, now, reason }: TaskEvent): Told {
  // Subjects read “submit revision 2”.
  const name = (subject ?? '').replace(/ revision 1$/, '').replace(' revision', ', revision')
  const why = reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`
  if (was === null) return { what: `Asked at ${name}`, more: asked[reason ?? ''] ?? '' }
  if (was === now) return { what: 'Given more time', more: name }
  if (now === 'superseded') return { what: 'Replaced', more: `${name}${why}` }
  if (now === 'settled') return { what: 'Settled', more: `${name}${why}` }
  if (now === 'approved' && reason === 'answer') return { what: 'Answered', more: '' }
  return { what: requests[now] ?? sentenceCase(now), more: '' }
}

function tellNote({ subject, was, now, reason }: TaskEvent): Told {
  if (subject === 'step') return { what: `Goes on to ${now}`, more: `after ${was}` }
  return { what: sentenceCase(now), more: reason?.replaceAll('_', ' ') ?? '' }
}

const asked: Readonly<Record<string, string>> = {
  edited: 'as it was edited',
  undone: 'since the approval was taken back',
}

const requests: Readonly<Record<string, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  sent_back: 'Sent back with a comment',
  expired: 'Nobody answered in time',
  revoked: 'Approval taken back',
}

const effects: Readonly<Record<string, string>> = {
  intent: 'is about to be done',
  started: 'has begun',
  done: 'is done',
  failed: 'did not happen',
  unknown: 'may have happened: nobody recorded how it ended',
}

function sentenceCase(words: string): string {
  const spaced = words.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
