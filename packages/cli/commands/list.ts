// `countersign list`: tasks, the newest first, page by page.
import { type Command, InvalidArgumentError } from 'commander'
import { type Status, statuses } from '#queue'
import { type Flags, newCommand, taskId, wholeNumber } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { painter, relative, table, visible } from '../text.ts'

interface ListFlags extends Flags {
  capability?: string
  status?: Status[]
  limit: number
  before?: number
}

interface ListedTask extends Record<string, unknown> {
  id: number
  capability: string
  status: Status
  step: string
  key: string | null
  runAt: Date
  updatedAt: Date
  actor: string | null
  reason: string | null
}

const listQuery = `
  select id, capability, status, step, idempotency_key as key, run_at as "runAt", updated_at as "updatedAt",
    actor, reason, clock_timestamp() as "readAt"
  from countersign.task_overview
  where ($1::text is null or capability = $1)
    and ($2::text[] is null or status = any ($2))
    and ($3::bigint is null or id < $3)
  order by id desc
  limit $4`

export function listCommand(output: CliOutput): Command {
  return newCommand('list', 'list tasks, the newest first')
    .option('--capability <name>', 'only of this kind')
    .option('--status <status>', 'only in this state; may be repeated', oneStatus)
    .option('--limit <number>', 'at most so many', wholeNumber(1, 500), 30)
    .option('--before <task>', 'go on below this one', taskId)
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ListFlags>()
      const { capability = null, status = null, before = null, limit } = flags
      // One more than is shown tells whether there is another page.
      const rows = await withDatabase(flags, 'reader', (database) =>
        database.query<ListedTask & { readAt: Date }>(
          listQuery,
          [capability, status, before, limit + 1],
          { repeatable: true },
        ),
      )
      const tasks = rows.slice(0, limit)
      const next = rows.length > limit ? (tasks.at(-1)?.id ?? null) : null
      if (flags.json) {
        const listed = tasks.map(({ readAt: _, ...task }) => task)
        return output.out(JSON.stringify({ tasks: listed, next, readAt: rows[0]?.readAt ?? null }))
      }
      if (tasks.length === 0) return output.out('no tasks')
      print(tasks, output)
      if (next !== null) output.out(`more: add --before ${next}`)
    })
}

function print(tasks: readonly (ListedTask & { readAt: Date })[], output: CliOutput): void {
  const paint = painter(output)
  const rows = tasks.map((task) => [
    String(task.id),
    visible(task.capability),
    task.status.replaceAll('_', ' '),
    visible(task.step),
    relative(task.updatedAt, task.readAt),
    task.key === null ? '' : visible(task.key),
    last(task),
  ])
  const [head = '', ...lines] = table(
    [['TASK', 'CAPABILITY', 'STATUS', 'STEP', 'CHANGED', 'KEY', 'LAST'], ...rows],
    output,
  )
  output.out(paint('dim', head))
  for (const [at, line] of lines.entries()) output.out(colour(tasks[at]?.status, line, paint))
}

function last({ status, runAt, readAt, actor, reason }: ListedTask & { readAt: Date }): string {
  if ((status === 'pending' || status === 'approved') && runAt > readAt) {
    return `due ${relative(runAt, readAt)}`
  }
  return visible([actor, reason].filter((part) => part !== null).join(': '))
}

function colour(
  status: Status | undefined,
  line: string,
  paint: ReturnType<typeof painter>,
): string {
  if (status === 'needs_approval') return paint('yellow', line)
  return status === 'failed' || status === 'dead' ? paint('red', line) : line
}

function oneStatus(text: string, before: Status[] = []): Status[] {
  const status = statuses.find((known) => known === text.replaceAll(' ', '_').replaceAll('-', '_'))
  if (status) return [...before, status]
  throw new InvalidArgumentError(`it is one of ${statuses.join(', ')}.`)
}
