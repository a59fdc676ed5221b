// One request as its page needs it: this revision, its gate, its task, its effects, and what came after.
import { z } from 'zod'
import type { Database } from '#database'
import { type Level, NotCanonical, parseBody, type RequestBody, type Status } from '#queue'

const requestRow = z.object({
  id: z.number(),
  public_id: z.string(),
  task_id: z.number(),
  capability: z.string(),
  gate: z.string(),
  revision: z.number(),
  state: z.string(),
  body: z.string().nullable(),
  digest: z.string(),
  level: z.enum(['none', 'session', 'passkey']),
  effects: z.array(z.string()),
  difference: z.json().nullable(),
  opened_at: z.date(),
  expires_at: z.date().nullable(),
  extended: z.number(),
  verdict: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.date().nullable(),
  answers: z.json().nullable(),
  comment: z.string().nullable(),
  not_before: z.date().nullable(),
  act_before: z.date().nullable(),
  used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
  revoked_by: z.string().nullable(),
  effect_id: z.number().nullable(),
  reason: z.string().nullable(),
})
export type RequestRow = z.infer<typeof requestRow>

const gateRow = z.object({
  irreversible: z.boolean(),
  sentence: z.string(),
  editable: z.array(z.string()),
  undo_seconds: z.number(),
  act_before_seconds: z.number(),
  level: z.enum(['none', 'session', 'passkey']),
})
export type GateRow = z.infer<typeof gateRow>

const effectRow = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  began_at: z.date(),
  acts_until: z.date(),
  settled_at: z.date().nullable(),
  settled_by: z.string().nullable(),
  outcome: z.json().nullable(),
})
export type EffectRow = z.infer<typeof effectRow>

export interface LoadedRequest {
  row: RequestRow
  /** Null where the values were erased, or the text is not its own canonical form: then nothing is offered. */
  request: RequestBody | null
  gate: GateRow | null
  level: Level
  taskStatus: Status
  effects: EffectRow[]
  /** The newest revision of the task's requests, when it is another one. */
  newer: { publicId: string; revision: number; state: string } | null
  /** The database's time: what is left of a deadline is counted from it. */
  now: Date
}

/** The request behind a public id; undefined where there is none. One round trip for the whole page. */
export async function loadRequest(
  database: Database,
  publicId: string,
): Promise<LoadedRequest | undefined> {
  if (!/^[0-9a-f]{32}$/.test(publicId)) return undefined
  const values = [publicId]
  const [rows, gates, tasks, effects, newest] = await database.batch(
    [
      { text: 'select * from countersign.request_detail where public_id = $1', values },
      {
        text: `select g.* from countersign.gate_detail g
               join countersign.request_detail r on r.capability = g.capability and r.gate = g.name
               where r.public_id = $1`,
        values,
      },
      {
        text: `select t.status, clock_timestamp() as now from countersign.task_detail t
               join countersign.request_detail r on r.task_id = t.id
               where r.public_id = $1`,
        values,
      },
      {
        text: `select e.* from countersign.effect_detail e
               join countersign.request_detail r on r.task_id = e.task_id
               where r.public_id = $1
               order by e.id
               limit 100`,
        values,
      },
      {
        text: `select n.public_id, n.revision, n.state from countersign.request_detail n
               join countersign.request_detail r on r.task_id = n.task_id
               where r.public_id = $1 and n.revision > r.revision
               order by n.revision desc
               limit 1`,
        values,
      },
    ],
    { repeatable: true },
  )
  const found = rows?.[0]
  const task = tasks?.[0] as { status: Status; now: Date } | undefined
  if (!found || !task) return undefined
  const row = requestRow.parse(found)
  const gate = gates?.[0] ? gateRow.parse(gates[0]) : null
  const later = newest?.[0] as { public_id: string; revision: number; state: string } | undefined
  return {
    row,
    request: readable(row.body),
    gate,
    level: higher(row.level, gate?.level ?? 'session'),
    taskStatus: task.status,
    effects: z.array(effectRow).parse(effects ?? []),
    newer: later
      ? { publicId: later.public_id, revision: later.revision, state: later.state }
      : null,
    now: task.now,
  }
}

function readable(body: string | null): RequestBody | null {
  try {
    return body === null ? null : parseBody(body)
  } catch (error) {
    if (error instanceof NotCanonical) return null
    throw error
  }
}

function higher(a: Level, b: Level): Level {
  const order: Level[] = ['none', 'session', 'passkey']
  return order.indexOf(a) > order.indexOf(b) ? a : b
}
