// What waits for a person, and how long a sitting takes them.
import { z } from 'zod'
import type { Database } from '#database'

const waiting = z
  .object({
    public_id: z.string(),
    task_id: z.number(),
    capability: z.string(),
    gate: z.string(),
    opened_at: z.date(),
    expires_at: z.date().nullable(),
  })
  .transform((row) => ({
    publicId: row.public_id,
    taskId: row.task_id,
    capability: row.capability,
    gate: row.gate,
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
  }))
export type Waiting = z.infer<typeof waiting>

/** Open requests that have not expired, the most urgent first; at most `limit`. */
export async function waitingRequests(database: Database, limit = 200): Promise<Waiting[]> {
  const rows = await database.query(
    `select public_id, task_id, capability, gate, opened_at, expires_at
     from countersign.request_detail
     where state = 'open' and (expires_at is null or expires_at > clock_timestamp())
     order by expires_at nulls first, id
     limit $1`,
    [limit],
    { repeatable: true },
  )
  return z.array(waiting).parse(rows)
}

const noFigureYetSeconds = 30

/**
 * A person's own median time between two decisions of one sitting (at most ten minutes apart), in
 * seconds, over their last 200; 30 where there are too few to tell.
 */
export async function medianSeconds(database: Database, operator: string): Promise<number> {
  const [row] = await database.query<{ seconds: number | null }>(
    `select percentile_cont(0.5) within group (order by gap)::float8 as seconds
     from (
       select extract(epoch from decided_at - lag(decided_at) over (order by decided_at)) as gap
       from (
         select decided_at
         from countersign.request_detail
         where decided_by = $1
         order by decided_at desc
         limit 200
       ) as last
     ) as gaps
     where gap between 1 and 600
     having count(*) >= 3`,
    [operator],
    { repeatable: true },
  )
  return Math.round(row?.seconds ?? noFigureYetSeconds)
}
