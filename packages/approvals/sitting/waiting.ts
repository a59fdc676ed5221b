// What waits for a person, and how long a sitting takes them.
import { z } from 'zod'
import type { Database } from '#database'
import { parseBody } from '#queue'
import { sentenceOf } from '../request/sentence.ts'

const waitingRow = z.object({
  public_id: z.string(),
  revision: z.number(),
  digest: z.string(),
  task_id: z.number(),
  capability: z.string(),
  gate: z.string(),
  opened_at: z.date(),
  expires_at: z.date().nullable(),
  sentence: z.string().nullable(),
  body: z.string().nullable(),
  now: z.date(),
})

export interface Waiting {
  publicId: string
  revision: number
  digest: string
  taskId: number
  capability: string
  gate: string
  /** What it asks, as its page says it. */
  title: string
  openedAt: Date
  expiresAt: Date | null
  now: Date
}

/** The order of a sitting: what never expires first (an unknown outcome), then by what is left of the time. */
export const waitingSql = `
with open as (
  (select * from countersign.request_detail
   where state = 'open' and expires_at is null
   order by id
   limit $1)
  union all
  (select * from countersign.request_detail
   where state = 'open' and expires_at > statement_timestamp()
   order by expires_at, id
   limit $1)
)
select o.public_id, o.revision, o.digest, o.task_id, o.capability, o.gate, o.opened_at, o.expires_at, g.sentence,
  case when octet_length(o.body) <= 65536 then o.body end as body, clock_timestamp() as now
from open o
left join countersign.gate_detail g on g.capability = o.capability and g.name = o.gate
order by o.expires_at nulls first, o.id
limit $1`.trim()

/** Open requests that have not expired, the most urgent first; at most `limit`. */
export async function waitingRequests(database: Database, limit: number): Promise<Waiting[]> {
  const rows = await database.query(waitingSql, [limit], { repeatable: true })
  return readWaiting(rows)
}

export function readWaiting(rows: readonly unknown[]): Waiting[] {
  return z
    .array(waitingRow)
    .parse(rows)
    .map((row) => ({
      publicId: row.public_id,
      revision: row.revision,
      digest: row.digest,
      taskId: row.task_id,
      capability: row.capability,
      gate: row.gate,
      title: titleOf(row),
      openedAt: row.opened_at,
      expiresAt: row.expires_at,
      now: row.now,
    }))
}

function titleOf({ gate, sentence, body }: z.infer<typeof waitingRow>): string {
  try {
    const request = body === null ? null : parseBody(body)
    if (request && gate === 'uncertain') return `Did “${String(request.action.effect)}” happen?`
    if (request && sentence) return sentenceOf(sentence, request)
  } catch {
    // What can't be read can't be decided either; its page says so.
  }
  return gate
}

export const countedTo = 1_000

export const waitingCountSql = `
select count(*)::integer as waiting, min(expires_at) as next_expires_at
from (
  select expires_at from countersign.request_detail
  where state = 'open' and (expires_at is null or expires_at > statement_timestamp())
  limit ${countedTo}
) as counted`.trim()

const noFigureYetSeconds = 30

export const medianSql = `
select percentile_cont(0.5) within group (order by gap)::float8 as seconds, count(*)::integer as gaps
from (
  select extract(epoch from decided_at - lag(decided_at) over (order by decided_at)) as gap
  from (
    select decided_at, decided_by
    from countersign.request_detail
    where decided_at > statement_timestamp() - interval '90 days'
    order by decided_at desc
    limit 500
  ) as last
  where decided_by = $1
) as gaps
where gap between 1 and 600`.trim()

/**
 * A person's own median time between two decisions of one sitting (at most ten minutes apart), in
 * seconds, among the last 500 decisions; 30, and not theirs, where there are too few to tell.
 */
export function medianOf(rows: readonly unknown[]): { seconds: number; own: boolean } {
  const [row] = z.array(z.object({ seconds: z.number().nullable(), gaps: z.number() })).parse(rows)
  return row?.seconds != null && row.gaps >= 3
    ? { seconds: Math.round(row.seconds), own: true }
    : { seconds: noFigureYetSeconds, own: false }
}

/** What `count` decisions take, in whole minutes, at least one. */
export function minutesFor(count: number, seconds: number): number {
  return Math.max(1, Math.round((count * seconds) / 60))
}
