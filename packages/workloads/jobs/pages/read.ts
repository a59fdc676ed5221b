// What the pages read: the nights, their tasks, their tables.
import { z } from 'zod'
import type { Database } from '#database'
import { type PagesFrame, recall, statuses } from '#queue'
import { type NightFile, parseNight } from '../night/table.ts'
import { jobSearch } from '../search/definition.ts'

const taskRow = z.object({
  id: z.number(),
  status: z.enum(statuses),
  read: z.number(),
  date: z.string(),
  table: z.string().nullable(),
  tasks: z.record(z.string(), z.number()).nullable(),
})
export type NightTask = z.infer<typeof taskRow>

const taskQuery = `
  select id, status, payload ->> 'date' as date,
    coalesce(jsonb_array_length(state -> 'boards'), 0) as read,
    coalesce(result ->> 'table', state ->> 'table') as table,
    result -> 'tasks' as tasks
  from countersign.task_detail
  where id = any ($1) and capability = $2 and erased_at is null`

/** The tasks of nights that are still there, by id; at most a page of them. */
export async function nightTasks(database: Database, ids: readonly number[]) {
  const rows = await database.query(taskQuery, [ids, jobSearch.capability], { repeatable: true })
  return new Map(
    z
      .array(taskRow)
      .parse(rows)
      .map((task) => [task.id, task]),
  )
}

/** The table of a night; undefined where it has none, or none any more. */
export async function readTable(
  files: PagesFrame['files'],
  table: string | null,
): Promise<NightFile | undefined> {
  if (table === null) return undefined
  const bytes = await files.read(table).catch(() => undefined)
  return bytes && parseNight(bytes)
}

const NoticeText = z.object({ text: z.string(), since: z.string() })
export type Notice = z.infer<typeof NoticeText>

/** What the search wants a person to see, at most fifty. */
export async function readNotices(database: Database): Promise<Notice[]> {
  const rows = await recall(database, jobSearch.capability, 'notice/', 50)
  return rows.map(({ value }) => NoticeText.parse(value))
}
