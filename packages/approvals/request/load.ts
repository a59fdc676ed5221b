// One request as its page needs it: this revision, its gate, its task, its effects, and what came after.
import { z } from 'zod'
import type { Database } from '#database'
import {
  type Level,
  NotCanonical,
  parseBody,
  type RequestBody,
  type Status,
  statuses,
} from '#queue'

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
type GateRow = z.infer<typeof gateRow>

const effectRow = z.object({
  id: z.number(),
  approval_id: z.number().nullable(),
  name: z.string(),
  status: z.string(),
  began_at: z.date(),
  acts_until: z.date(),
  settled_at: z.date().nullable(),
  settled_by: z.string().nullable(),
  handle: z.json().nullable(),
  outcome: z.json().nullable(),
})
export type EffectRow = z.infer<typeof effectRow>

const newerRow = z
  .object({
    public_id: z.string(),
    gate: z.string(),
    revision: z.number(),
    state: z.string(),
    difference: z.json().nullable(),
  })
  .transform(({ public_id, ...row }) => ({ publicId: public_id, ...row }))

const askedRow = z.object({
  public_id: z.string(),
  decided_by: z.string().nullable(),
  body: z.string().nullable(),
  sentence: z.string().nullable(),
})

interface AskedRequest {
  publicId: string
  decidedBy: string | null
  request: RequestBody
  sentence: string | null
}

export interface LoadedRequest {
  row: RequestRow
  /** Null where the values were erased, or the text is not its own canonical form: then nothing is offered. */
  request: RequestBody | null
  gate: GateRow | null
  level: Level
  taskStatus: Status
  effects: EffectRow[]
  /** The newest revision of the task's requests, when it is another one. */
  newer: z.infer<typeof newerRow> | null
  /** At `uncertain`: the request under which the effect in question was begun. */
  asked: AskedRequest | null
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
  const [rows, gates, tasks, effects, newest, asked] = await database.batch(
    statements.map((text) => ({ text, values })),
    { repeatable: true },
  )
  const found = rows?.[0]
  const task = tasks?.[0]
  if (!found || !task) return undefined
  const row = requestRow.parse(found)
  const gate = gates?.[0] ? gateRow.parse(gates[0]) : null
  const { status: taskStatus, now } = taskRow.parse(task)
  return {
    row,
    request: readable(row.body),
    gate,
    level: higher(row.level, gate?.level ?? 'session'),
    taskStatus,
    effects: z.array(effectRow).parse(effects ?? []),
    newer: newest?.[0] ? newerRow.parse(newest[0]) : null,
    asked: asked?.[0] ? askedOf(askedRow.parse(asked[0])) : null,
    now,
  }
}

// A barrier view is read by a value, never joined: a join would read all of it before it compares.
const asked = '(select %s from countersign.request_detail where public_id = $1)'
const its = (column: string) => asked.replace('%s', column)

const statements = [
  'select * from countersign.request_detail where public_id = $1',
  `select * from countersign.gate_detail
   where capability = ${its('capability')} and name = ${its('gate')}`,
  `select status, clock_timestamp() as now from countersign.task_detail
   where id = ${its('task_id')}`,
  `select * from countersign.effect_detail
   where task_id = ${its('task_id')}
   order by id
   limit 100`,
  `select public_id, gate, revision, state, difference from countersign.request_detail
   where task_id = ${its('task_id')} and revision > ${its('revision')}
   order by revision desc
   limit 1`,
  `select a.public_id, a.decided_by, a.body, g.sentence
   from countersign.request_detail a
   left join countersign.gate_detail g on g.capability = a.capability and g.name = a.gate
   where a.id = (select approval_id from countersign.effect_detail where id = ${its('effect_id')})`,
] as const

const taskRow = z.object({ status: z.enum(statuses), now: z.date() })

function askedOf(row: z.infer<typeof askedRow>): AskedRequest | null {
  const request = readable(row.body)
  const { public_id: publicId, decided_by: decidedBy, sentence } = row
  return request && { publicId, decidedBy, request, sentence }
}

/** Whether its time is over, even where the reaper has not yet said so. */
export function isExpired({ row, now }: LoadedRequest): boolean {
  const late = row.expires_at !== null && row.expires_at <= now
  return row.state === 'expired' || (row.state === 'open' && late)
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
