// The applications of a night as lines for a terminal: how far each is, and where its documents lie.
import path from 'node:path'
import { z } from 'zod'
import type { Database } from '#database'
import { shown } from '#local'
import type { CliOutput } from '../output.ts'
import { clock, compact, painter, table, visible } from '../text.ts'

/** What is needed of a night: what was taken up, best first, and under which task. */
interface Night {
  tasks: Readonly<Record<string, number>>
  table: { rows: readonly { key: string; company: string; title: string }[] }
}

const document = z.object({ name: z.string(), sha256: z.string(), pages: z.array(z.string()) })
const applicationRow = z.object({
  id: z.number(),
  status: z.string(),
  attempts: z.number(),
  run_at: z.date(),
  error: z.unknown(),
  documents: z.object({ cv: document, letter: document }).nullable(),
})
export type Application = z.infer<typeof applicationRow>

/** The tasks of a night's applications, by id; `database` is opened as the approver. */
export async function loadApplications(
  database: Database,
  { tasks }: Pick<Night, 'tasks'>,
): Promise<Application[]> {
  const rows = await database.query(
    `select id, status, attempts, run_at, error, state -> 'documents' as documents
     from countersign.task_detail
     where id = any ($1)
     order by id`,
    [Object.values(tasks)],
    { repeatable: true },
  )
  return z.array(applicationRow).parse(rows)
}

/** Ended without being wanted, or about to be tried again. */
export function hasFailed({ status, attempts }: Application): boolean {
  return /^(?:failed|dead)$/.test(status) || (status === 'pending' && attempts > 0)
}

/** One line an application and one a document, best posting first; `filesFolder` is where documents lie. */
export function applicationLines(
  night: Night,
  applications: readonly Application[],
  filesFolder: string,
  output: CliOutput,
): string[] {
  const rows = night.table.rows.flatMap((row) => {
    const task = applications.find(({ id }) => id === night.tasks[row.key])
    if (!task) return []
    const what = `${visible(row.company)}: ${visible(row.title)}`
    const made = task.documents === null ? [] : [task.documents.cv, task.documents.letter]
    return [
      [String(task.id), standing(task), what],
      ...made.map(({ name, sha256, pages }) => [
        '',
        '',
        `${name}, ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}: ${shown(path.join(filesFolder, sha256.slice(0, 2), sha256))}`,
      ]),
    ]
  })
  if (rows.length === 0) return []
  return [
    '',
    painter(output)('bold', 'Applications'),
    ...table(rows, { ...output, columns: undefined }),
  ]
}

function standing(task: Application): string {
  if (task.status === 'needs_approval') return 'waits for you'
  if (!hasFailed(task)) return task.status
  const why = task.error === null ? 'no reason given' : compact(task.error)
  return task.status === 'pending'
    ? `again at ${clock(task.run_at, new Date())} (${why})`
    : `${task.status} (${why})`
}
