// `countersign show`: one task's whole story, and what comes next.
import type { Command } from 'commander'
import { type Flags, newCommand, taskId } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { sentenceOf, valuesOf, verifiedBody } from '../show/asked.ts'
import { nextOf } from '../show/next.ts'
import { storyOf } from '../show/story.ts'
import {
  mostEvents,
  openRequest,
  type RequestRow,
  readTask,
  type TaskRecord,
} from '../show/task.ts'
import { clock, compact, painter, pairs, relative, table, visible } from '../text.ts'

export function showCommand(output: CliOutput): Command {
  return newCommand('show', 'tell the whole story of a task, and what comes next')
    .argument('<task>', 'its number', taskId)
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>()
      const record = await withDatabase(flags, 'approver', (database) => readTask(database, id))
      if (flags.json) output.out(JSON.stringify(asJson(record)))
      else for (const line of page(record, output)) output.out(line)
    })
}

function asJson(record: TaskRecord) {
  const requests = record.requests.map((request) => ({
    ...request,
    sentence: sentenceOf(request, record.gates),
  }))
  return { ...record, requests, next: nextOf(record) }
}

/** Over what a request holds without a label. */
export const elsewise = 'Everything else in what is asked, by where it stands'

function page(record: TaskRecord, output: CliOutput): string[] {
  const { task } = record
  const paint = painter(output)
  const open = openRequest(record)
  const status = task.status.replaceAll('_', ' ')
  const lines = [paint('bold', `Task ${task.id}  ${visible(task.capability)}  ${status}`)]
  const section = (title: string, rows: readonly string[][]) => {
    if (rows.length > 0) lines.push('', paint('bold', title), ...indented(wrapping(rows, output)))
  }
  if (open) {
    const { asks, rest } = question(open, record, output)
    lines.push('', ...asks)
    if (rest.length > 0) lines.push('', paint('bold', elsewise), ...rest)
  }
  section('Facts', facts(record))
  section('Timeline', [...earlier(record), ...storyOf(record)])
  section(
    'Requests',
    record.requests.map((request) => requestLine(request, record)),
  )
  section('Effects', effects(record))
  section('Files', files(record))
  section('Next', [[nextOf(record)]])
  return lines
}

/**
 * What is asked now, value by value: a person decides on this. `asks` is the sentence and what is labelled
 * for them, `rest` everything else by where it stands; empty where nothing is left.
 */
export function question(
  request: RequestRow,
  record: TaskRecord,
  output: CliOutput,
): { asks: string[]; rest: string[] } {
  const paint = painter(output)
  const { difference } = request
  const { labelled, rest } = valuesOf(verifiedBody(request))
  return {
    asks: [
      `  ${paint('yellow', sentenceOf(request, record.gates))}`,
      ...(difference === null ? [] : [`  asked again, since: ${compact(difference)}`]),
      ...indented(pairs(labelled, narrower(output))),
    ],
    rest: indented(wrapping(rest, output)),
  }
}

function facts({ task, readAt }: TaskRecord): string[][] {
  const counted = [
    `${task.slices} slices`,
    `${task.attempts} attempts at this step`,
    `${task.lostLeases} lost leases`,
  ]
  return [
    ['step', `${task.step}: ${counted.join(', ')}`],
    ['enqueued', `${clock(task.createdAt, readAt)}, ${relative(task.createdAt, readAt)}`],
    ...(task.key === null ? [] : [['key', visible(task.key)]]),
    ...(task.parentId === null ? [] : [['parent', `task ${task.parentId}`]]),
    ...(task.erasedAt === null ? [] : [['erased', clock(task.erasedAt, readAt)]]),
    ['payload', brief(task.payload)],
    ...(task.state === null ? [] : [['state', brief(task.state)]]),
    ...(task.result === null ? [] : [['result', compact(task.result)]]),
    ...(task.error === null ? [] : [['error', compact(task.error)]]),
  ]
}

/** What a task carries may be long, and nobody decides on it: what is asked is shown whole above. */
function brief(value: unknown): string {
  const text = compact(value)
  if (text.length <= 400) return text
  const size = text.length.toLocaleString('en')
  return `${text.slice(0, 160)}… (${size} characters, whole with --json)`
}

function earlier({ history }: TaskRecord): string[][] {
  return history.length < mostEvents
    ? []
    : [['…', '', '', `the ${mostEvents} newest events follow`]]
}

function requestLine(request: RequestRow, { gates, readAt }: TaskRecord): string[] {
  const { decidedBy, decidedAt, decidedLevel, verdict } = request
  const decided =
    decidedAt === null
      ? ''
      : `${verdict?.replaceAll('_', ' ')} by ${visible(decidedBy ?? '')} at level ${decidedLevel}, ${clock(decidedAt, readAt)}`
  return [
    `${request.gate} ${request.revision}`,
    request.state.replaceAll('_', ' '),
    decided,
    `sha256 ${request.digest.slice(0, 12)}…`,
    sentenceOf(request, gates),
  ]
}

function effects({ effects: all, requests, readAt }: TaskRecord): string[][] {
  const under = (id: number | null) => {
    const request = requests.find((one) => one.id === id)
    return request ? `under ${request.gate} ${request.revision}` : 'without asking'
  }
  return all.map(({ name, status, requestId, ungatedReason, beganAt, settledBy, outcome }) => [
    name,
    status,
    `began ${clock(beganAt, readAt)}`,
    under(requestId),
    settledBy === null ? '' : `settled by ${visible(settledBy)}`,
    outcome === null ? visible(ungatedReason ?? '') : compact(outcome),
  ])
}

function files({ files: all }: TaskRecord): string[][] {
  return all.map(({ name, mediaType, bytes, sha256, erasedAt }) => [
    visible(name),
    visible(mediaType),
    `${bytes} bytes`,
    erasedAt === null ? '' : 'erased',
    `sha256 ${sha256}`,
  ])
}

/** Whole, however long: a person may decide on this. */
function wrapping(rows: readonly string[][], output: CliOutput): string[] {
  return table(rows, narrower(output), { wrap: true })
}

/** As much as is left beside the indent. */
function narrower(output: CliOutput): CliOutput {
  return { ...output, columns: output.columns === undefined ? undefined : output.columns - 2 }
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
