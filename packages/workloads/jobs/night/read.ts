// Reads a night back: its task, and its table where that is kept.
import { z } from 'zod'
import type { Database } from '#database'
import { recall, statuses } from '#queue'
import { jobSearch } from '../search/definition.ts'
import { type NightFile, parseNight } from './table.ts'

const taskRow = z.object({
  id: z.number(),
  date: z.string(),
  status: z.enum(statuses),
  /** Boards that were read. */
  read: z.number(),
  /** The file of its table, once there is one. */
  table: z.string().nullable(),
  /** Its applications' tasks, by posting. */
  tasks: z.record(z.string(), z.number()).nullable(),
})
export type NightTask = z.infer<typeof taskRow>

const taskQuery = `
  select id, payload ->> 'date' as date, status,
    coalesce(jsonb_array_length(state -> 'boards'), 0) as read,
    coalesce(result ->> 'table', state ->> 'table') as table,
    result -> 'tasks' as tasks
  from countersign.task_detail
  where id = any ($1) and capability = $2 and erased_at is null`

/** The tasks of nights that are still there, by id; `database` is opened as the approver. */
export async function nightTasks(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NightTask>> {
  if (ids.length === 0) return new Map()
  const rows = await database.query(taskQuery, [ids, jobSearch.capability], { repeatable: true })
  return new Map(
    z
      .array(taskRow)
      .parse(rows)
      .map((task) => [task.id, task]),
  )
}

/** What is needed of a store of files. */
interface Files {
  read(sha256: string): Promise<Uint8Array | undefined>
}

/** A night by its task; no task: it is no longer kept. No table: it has none yet, or its file is not here. */
export async function readNight(
  database: Database,
  files: Files,
  id: number,
): Promise<{ task: NightTask; table: NightFile | undefined } | undefined> {
  const task = (await nightTasks(database, [id])).get(id)
  if (!task) return undefined
  // A file that is gone, here or in general, is no fault of the page that asks for it.
  const bytes = task.table && (await files.read(task.table).catch(() => undefined))
  return { task, table: bytes ? parseNight(bytes) : undefined }
}

const NoticeText = z.object({ text: z.string(), since: z.string() })
export type Notice = z.infer<typeof NoticeText>

/** What the search wants a person to see, at most fifty. */
export async function readNotices(database: Database): Promise<Notice[]> {
  const rows = await recall(database, jobSearch.capability, 'notice/', 50)
  return rows.map(({ value }) => NoticeText.parse(value))
}
