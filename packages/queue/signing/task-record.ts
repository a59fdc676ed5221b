// Everything the database says about one task that can be checked again: asked, decided, done.
import * as z from 'zod'
import type { Database } from '#database'
import { level } from '../verbs/rows.ts'

const time = z.coerce.date().transform((at) => at.toISOString())
const digest = z.string()

const request = z.object({
  id: z.number(),
  revision: z.number(),
  capability: z.string(),
  gate: z.string(),
  state: z.string(),
  body: z.string().nullable(),
  digest,
  level,
  effects: z.array(z.string()),
  verdict: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  decidedLevel: level.nullable(),
  assertion: z.json().nullable(),
  notBefore: time.nullable(),
  actBefore: time.nullable(),
  revokedAt: time.nullable(),
  /** As the gate's row stands now; null where the gate is gone. */
  gateLevel: level.nullable(),
  gateIrreversible: z.boolean().nullable(),
  /** When the history says that it was revoked, whatever the row says. */
  revokedInHistory: time.nullable(),
  /** When the person, or the key that signed, was revoked. */
  trustEndedAt: time.nullable(),
})
export type RecordedRequest = z.infer<typeof request>

const effect = z.object({
  id: z.number(),
  approvalId: z.number().nullable(),
  ungatedReason: z.string().nullable(),
  gate: z.string(),
  name: z.string(),
  ordinal: z.number(),
  digest,
  status: z.string(),
  beganAt: time,
  settledAt: time.nullable(),
})
export type RecordedEffect = z.infer<typeof effect>

export interface TaskRecord {
  task: { id: number; capability: string; status: string }
  requests: RecordedRequest[]
  effects: RecordedEffect[]
}

const requests = `select r.id, r.revision, r.capability, r.gate, r.state, r.body, r.digest, r.level, r.effects, r.verdict,
    r.decided_by as "decidedBy", r.decided_at as "decidedAt", r.decided_level as "decidedLevel", r.assertion,
    r.not_before as "notBefore", r.act_before as "actBefore", r.revoked_at as "revokedAt",
    g.level as "gateLevel", g.irreversible as "gateIrreversible",
    (select min(h.at) from countersign.task_history h
     where h.task_id = r.task_id and h.kind = 'request' and h.now = 'revoked'
       and h.subject = format('%s revision %s', r.gate, r.revision)) as "revokedInHistory",
    (select min(ended) from countersign.operator_detail o
     cross join lateral (
       select o.revoked_at as ended where o.name = r.decided_by
       union all
       select (c ->> 'revokedAt')::timestamptz from jsonb_array_elements(o.credentials) as listed (c)
       where c ->> 'id' = r.assertion ->> 'credential'
     ) as ends) as "trustEndedAt"
  from countersign.request_detail r
  left join countersign.gate_detail g on g.capability = r.capability and g.name = r.gate
  where r.task_id = $1
  order by r.revision
  limit 1000`

const effects = `select id, approval_id as "approvalId", ungated_reason as "ungatedReason", gate, name, ordinal, digest, status,
    began_at as "beganAt", settled_at as "settledAt"
  from countersign.effect_detail
  where task_id = $1
  order by id
  limit 1000`

/** Reads the record of a task as an approver login; undefined where there is no such task. */
export async function loadTaskRecord(
  database: Database,
  taskId: number,
): Promise<TaskRecord | undefined> {
  const values = [taskId]
  const [tasks, asked, done] = await database.batch(
    [
      { text: 'select id, capability, status from countersign.task_detail where id = $1', values },
      { text: requests, values },
      { text: effects, values },
    ],
    { repeatable: true },
  )
  const [task] = tasks ?? []
  if (!task) return undefined
  return {
    task: z.object({ id: z.number(), capability: z.string(), status: z.string() }).parse(task),
    requests: z.array(request).parse(asked),
    effects: z.array(effect).parse(done),
  }
}
