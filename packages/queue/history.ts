// Which rows of a task's history tell nothing of their own.

export interface HistoryRow {
  kind: 'task' | 'request' | 'effect' | 'capability' | 'note'
  was: string | null
  now: string
  reason: string | null
}

const followsFromADecision = new Set([
  'approve',
  'answer',
  'reject',
  'send_back',
  'undone',
  'unanswered',
  'happened',
  'did_not_happen',
])
const asksNothing = new Set(['spent', 'closed'])

/**
 * Whether a row only follows from another one that is told itself: the task that waits because something was
 * asked, that goes on because somebody decided, the request that is used up by its effect.
 */
export function isImplied({ kind, was, now, reason }: HistoryRow): boolean {
  if (kind === 'request') return was !== null && asksNothing.has(now)
  if (kind !== 'task' || reason === null) return false
  if (was === 'needs_approval' && followsFromADecision.has(reason)) return true
  return now === 'needs_approval' && (reason.startsWith('asked at') || reason === 'undone')
}
