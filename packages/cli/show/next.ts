// What will happen to a task next, and what a person can do about it.
import { clock, relative, visible } from '../text.ts'
import { openRequest, type TaskRecord } from './task.ts'

/** One or two sentences on what comes next. */
export function nextOf(record: TaskRecord): string {
  const { task, readAt } = record
  const soon = (at: Date) => `${clock(at, readAt)} (${relative(at, readAt)})`
  switch (task.status) {
    case 'pending':
      return pending(record, soon)
    case 'running': {
      const until = task.leaseExpiresAt
        ? `, its lease lasts until ${soon(task.leaseExpiresAt)}`
        : ''
      const cancelling = task.cancelRequestedAt
        ? ' It is to be cancelled and ends with this slice.'
        : ''
      return `${visible(task.claimedBy ?? 'a worker')} works on step ${task.step}${until}.${cancelling}`
    }
    case 'needs_approval':
      return waiting(record, soon)
    case 'approved':
      return approved(record, soon)
    case 'completed':
      return 'Nothing: it is done.'
    default:
      return task.erasedAt === null
        ? `Nothing, unless a person makes it new again: npx countersign requeue ${task.id}`
        : 'Nothing: it ended, and its values were erased.'
  }
}

function pending({ task, readAt, load }: TaskRecord, soon: (at: Date) => string): string {
  if (load?.heldBy === 'paused') {
    const why = load.pausedReason === null ? '' : `: ${visible(load.pausedReason)}`
    return `Nothing while ${task.capability} is paused by ${visible(load.pausedBy ?? 'somebody')}${why}. npx countersign resume ${task.capability}`
  }
  if (task.runAt > readAt)
    return `The first tick after ${soon(task.runAt)} goes on with step ${task.step}.`
  const held = task.startedAt === null || load?.heldBy === 'running' ? load?.heldBy : null
  switch (held) {
    case 'running':
      return `The next tick starts it once fewer tasks of ${task.capability} are running than its cap.`
    case 'person':
      return `It starts once a person has decided: as many tasks of ${task.capability} are under way as its cap allows.`
    case 'ceiling':
      return `It starts tomorrow: today's ceiling of ${task.capability} is reached.`
    default:
      return `The next tick goes on with step ${task.step}.`
  }
}

function waiting(record: TaskRecord, soon: (at: Date) => string): string {
  const request = openRequest(record)
  const { id } = record.task
  if (!request) return 'The reaper requeues it: it waits without a request.'
  if (request.gate === 'uncertain') {
    return `A person says what became of it: npx countersign approve ${id} --happened, or --did-not-happen.`
  }
  const until = request.expiresAt ? `, until ${soon(request.expiresAt)}` : ''
  const answers = request.effects.length === 0 ? ' --answers <json>' : ''
  return `A person decides${until}: npx countersign approve ${id}${answers}, or npx countersign reject ${id} --reason <why>.`
}

function approved(record: TaskRecord, soon: (at: Date) => string): string {
  const { task, requests, load } = record
  const request = requests.findLast(({ state }) => state === 'approved')
  const undo = `Until it begins, npx countersign undo ${task.id} takes the approval back.`
  if (load?.heldBy === 'paused') return `Nothing while ${task.capability} is paused. ${undo}`
  const when =
    task.runAt > record.readAt ? `The first tick after ${soon(task.runAt)}` : 'The next tick'
  const before = request?.actBefore ? `, before ${soon(request.actBefore)}` : ''
  return `${when} does it${before}. ${undo}`
}
