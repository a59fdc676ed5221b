// The timeline of a task: each thing that happened, when, how long after the one before, by whom and why.
import { isImplied } from '#queue'
import { clock, compact, lasting, visible } from '../text.ts'
import { sentenceOf } from './asked.ts'
import type { EventRow, RequestRow, TaskRecord } from './task.ts'

/** Lines of the timeline as table rows: time, time since the one before, what, more. */
export function storyOf(record: TaskRecord): string[][] {
  const rows: string[][] = []
  let before: Date | undefined
  for (const event of record.history) {
    const told = tell(event, record)
    if (!told) continue
    const since = before && event.at.getTime() - before.getTime()
    const gap = since === undefined || since < 1_000 ? '' : `+${lasting(since)}`
    rows.push([clock(event.at, record.readAt), gap, ...told])
    before = event.at
  }
  return rows
}

type Told = [what: string, more: string] | undefined

function tell(event: EventRow, record: TaskRecord): Told {
  if (isImplied(event)) return undefined
  switch (event.kind) {
    case 'task':
      return tellTask(event, record)
    case 'request':
      return tellRequest(event, record)
    case 'effect':
      return tellEffect(event, record)
    case 'note':
      return tellNote(event)
  }
}

function tellTask({ was, now, actor, reason, step }: EventRow, { task }: TaskRecord): Told {
  const why = reason === null ? '' : `: ${visible(reason)}`
  const who = actor === null ? '' : ` by ${visible(actor)}`
  if (was === null) return ['enqueued', `${who.trim()}${why}`]
  if (now === 'running') return ['taken up', `${who.trim()}, step ${step}`]
  if (was === 'running' && (now === 'pending' || now === 'approved')) {
    if (actor === 'reaper') return ['taken back', `from a worker that went silent${why}`]
    return ['given back', reason === null ? `to go on at step ${step}` : visible(reason)]
  }
  if (now === 'pending') return ['requeued', `${who.trim()}${why}`]
  const last = now === task.status && task.finishedAt !== null
  const told = last ? (task.error ?? task.result) : null
  return [
    now.replaceAll('_', ' '),
    [`${who.trim()}${why}`, told && compact(told)].filter(Boolean).join(' '),
  ]
}

function tellRequest({ subject, was, now, actor, reason }: EventRow, record: TaskRecord): Told {
  const request = requestOf(subject, record.requests)
  const name = visible(subject ?? '')
  if (!request) return [now, name]
  const who = `by ${visible(actor ?? 'nobody')}`
  if (was === null) {
    const again = reason === 'edited' || reason === 'undone' ? `${reason} ${who}: ` : ''
    return ['asked', `${again}${sentenceOf(request, record.gates)} (${name})`]
  }
  if (was === now) return ['extended', `${who}: ${name}`]
  const comment = request.comment === null ? '' : `: ${visible(request.comment)}`
  switch (now) {
    case 'approved': {
      const said =
        request.verdict === 'answer' ? ['answered', compact(request.answers)] : ['approved', '']
      const level = `at level ${request.decidedLevel}`
      return [said[0] ?? now, [`${who} ${level}`, said[1]].filter(Boolean).join(': ') + comment]
    }
    case 'rejected':
    case 'sent_back':
      return [now.replaceAll('_', ' '), `${who}${comment}`]
    case 'settled':
      return ['settled', `${who}: ${visible(reason ?? '').replaceAll('_', ' ')}`]
    case 'expired':
      return ['expired', 'nobody answered in time']
    case 'revoked':
      return ['undone', who]
    case 'superseded':
      return ['superseded', `${name}: ${visible(reason ?? '')}`]
    default:
      return undefined
  }
}

function tellEffect({ subject, was, now }: EventRow, { effects }: TaskRecord): Told {
  const name = visible(subject ?? '')
  const effect = effects.findLast(
    (one) => one.name === subject && (now === 'intent' || one.status === now),
  )
  if (was === null) {
    const unasked = effect?.ungatedReason
    return ['began', unasked ? `${name}, without asking: ${visible(unasked)}` : name]
  }
  if (now === 'started') return ['noted', `${name} ${effect ? compact(effect.handle) : ''}`.trim()]
  if (now === 'unknown') return ['unknown', `${name}: nobody recorded how it ended`]
  const outcome = effect?.outcome ?? null
  return [now, outcome === null ? name : `${name} ${compact(outcome)}`]
}

function tellNote({ subject, was, now, actor, reason }: EventRow): Told {
  if (subject === 'step') return ['step', `${was} → ${now}`]
  const why = reason === null ? '' : `: ${visible(reason)}`
  return [visible(now).replaceAll('_', ' '), `by ${visible(actor ?? 'nobody')}${why}`]
}

/** History names a request as `gate revision 2`. */
function requestOf(
  subject: string | null,
  requests: readonly RequestRow[],
): RequestRow | undefined {
  return requests.find(({ gate, revision }) => subject === `${gate} revision ${revision}`)
}
