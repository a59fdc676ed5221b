// Finding tasks: newest first, page by page by the last id, never reading more than a bounded part of the table.
import { z } from 'zod'
import type { Database } from '#database'
import { statuses } from '#queue'
import { read } from './read.ts'

export const taskRow = z.object({
  id: z.number(),
  capability: z.string(),
  status: z.enum(statuses),
  step: z.string(),
  reason: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  finished_at: z.date().nullable(),
})
type TaskRow = z.infer<typeof taskRow>

export const filters = z.object({
  capability: z.string().max(100).optional(),
  status: z.enum(statuses).optional(),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
export type Filters = z.infer<typeof filters>

const pageSize = 50
/** A page looks at this many tasks at most; a rare kind is searched on from there. */
const lookedAt = 5_000

const columns = 'id, capability, status, step, reason, created_at, updated_at, finished_at'

/** What few tasks are at a time has an index of its own, so that nothing else is looked at. */
const sparse: ReadonlySet<string> = new Set(['running', 'needs_approval'])

export interface TaskPage {
  tasks: TaskRow[]
  /** Where to go on; undefined where there is nothing older. */
  before: number | undefined
  /** How many tasks were looked at, where that was the limit. */
  looked: number | undefined
}

export async function findTasks(database: Database, filter: Filters): Promise<TaskPage> {
  const capability = filter.capability ?? null
  const before = filter.before ?? null
  if (filter.status !== undefined && sparse.has(filter.status)) {
    const values = [capability, before, pageSize + 1]
    const [rows] = await read(database, [{ text: sparseSql(filter.status), values }])
    const tasks = z.array(taskRow).parse(rows)
    return { ...cut(tasks), looked: undefined }
  }
  const values = [capability, filter.status ?? null, before, pageSize + 1]
  const [rows, ends] = await read(database, [
    { text: scanSql, values },
    { text: scanEndSql, values: [before] },
  ])
  const tasks = z.array(taskRow).parse(rows)
  const [end] = z.array(z.object({ id: z.number().nullable(), looked: z.number() })).parse(ends)
  const page = cut(tasks)
  const searchedOut = end !== undefined && end.looked === lookedAt && end.id !== null
  return page.before === undefined && searchedOut
    ? { tasks, before: end.id ?? undefined, looked: end.looked }
    : { ...page, looked: undefined }
}

function cut(tasks: TaskRow[]): Omit<TaskPage, 'looked'> {
  const shown = tasks.slice(0, pageSize)
  return { tasks: shown, before: tasks.length > pageSize ? shown.at(-1)?.id : undefined }
}

/** The status is one of our own names, and stands in the text so that its partial index is found. */
function sparseSql(status: string): string {
  return `
    select found.*
    from countersign.capability_load c
    cross join lateral (
      select ${columns}
      from countersign.task_overview t
      where t.capability = c.capability and t.status = '${status}' and ($2::bigint is null or t.id < $2)
      order by t.id desc
      limit $3
    ) as found
    where $1::text is null or c.capability = $1
    order by found.id desc
    limit $3`
}

const scanned = (before: string) => `
  select ${columns}
  from countersign.task_overview
  where ${before}::bigint is null or id < ${before}
  order by id desc
  limit ${lookedAt}`

const scanSql = `
  select ${columns}
  from (${scanned('$3')}) as looked
  where ($1::text is null or capability = $1) and ($2::text is null or status = $2)
  order by id desc
  limit $4`

const scanEndSql = `
  select min(id) as id, count(*)::integer as looked
  from (${scanned('$1')}) as looked`

/** `ended` is the whole moment as text: a Date would drop its microseconds, and a page a row with them. */
const badRow = taskRow.extend({ attempts: z.number(), ended: z.string() })
export type BadRow = z.infer<typeof badRow>

export const badEnds = ['dead', 'failed', 'expired'] as const
export type BadEnd = (typeof badEnds)[number]

export interface EndKey {
  ended: string
  id: number
}

/** Tasks that ended badly, the latest end first, from their own index; keyset by end and id. */
export async function findBadEnds(
  database: Database,
  status: BadEnd,
  after: EndKey | undefined,
): Promise<{ tasks: BadRow[]; next: EndKey | undefined }> {
  const [rows] = await read(database, [
    {
      text: `
        select ${columns}, attempts, finished_at::text as ended
        from countersign.task_overview
        where status = '${status}' and finished_at is not null
          and ($1::timestamptz is null or (finished_at, id) < ($1, $2::bigint))
        order by finished_at desc, id desc
        limit ${pageSize + 1}`,
      values: [after?.ended ?? null, after?.id ?? null],
    },
  ])
  const all = z.array(badRow).parse(rows)
  const tasks = all.slice(0, pageSize)
  const last = all.length > pageSize ? tasks.at(-1) : undefined
  return { tasks, next: last && { ended: last.ended, id: last.id } }
}
