// The shapes that verbs answer, validated once at the edge.
import * as z from 'zod'

export const statuses = [
  'pending',
  'running',
  'needs_approval',
  'approved',
  'completed',
  'skipped',
  'failed',
  'dead',
  'cancelled',
  'rejected',
  'expired',
] as const

export const status = z.enum(statuses)
export type Status = z.infer<typeof status>

export const level = z.enum(['none', 'session', 'passkey'])
export type Level = z.infer<typeof level>

/** jsonb as the drivers hand it over: parsed, so that it can't be anything else and is not walked again. */
const json = z.unknown() as z.ZodType<z.infer<ReturnType<typeof z.json>>>
/** A time inside JSON. */
const time = z.string().pipe(z.coerce.date())

/** The decided request that a claim hands over: the exact text a person saw, and what they said. */
const decidedRequest = z.object({
  id: z.number(),
  publicId: z.string(),
  gate: z.string(),
  revision: z.number(),
  state: z.string(),
  body: z.string().nullable(),
  digest: z.string(),
  level,
  verdict: z.string(),
  decidedBy: z.string(),
  decidedAt: time,
  decidedLevel: level.nullable(),
  answers: json.nullable(),
  comment: z.string().nullable(),
  assertion: json.nullable(),
  notBefore: time.nullable(),
  actBefore: time.nullable(),
})
export type DecidedRequest = z.infer<typeof decidedRequest>

/** An effect of the task that did not fail; unsettled ones carry the body they were approved in. */
const begunEffect = z.object({
  id: z.number(),
  name: z.string(),
  gate: z.string(),
  status: z.enum(['intent', 'started', 'unknown', 'done']),
  digest: z.string(),
  handle: json.nullable(),
  outcome: json.nullable(),
  beganAt: time,
  actsUntil: time,
  body: z.string().nullable(),
})
export type BegunEffect = z.infer<typeof begunEffect>

/** A claimed task with the secret of its acquisition; a JSON value, in which an id too large for a number is no `int`. */
export const claimed = z
  .object({
    place: z.int(),
    task_id: z.int(),
    token: z.uuid(),
    lease_expires_at: time,
    lease_seconds: z.int(),
    capability: z.string(),
    step: z.string(),
    payload: json,
    payload_version: z.int(),
    state: json.nullable(),
    attempts: z.int(),
    lost_leases: z.int(),
    slices: z.int(),
    priority: z.int(),
    idempotency_key: z.string().nullable(),
    parent_id: z.int().nullable(),
    created_at: time,
    request: decidedRequest.nullable(),
    effects: z.array(begunEffect).nullable(),
    claimed_at: time,
  })
  .transform((row) => ({
    /** In the order of claims, from 1 on. */
    place: row.place,
    id: row.task_id,
    token: row.token,
    leaseExpiresAt: row.lease_expires_at,
    leaseSeconds: row.lease_seconds,
    capability: row.capability,
    step: row.step,
    payload: row.payload,
    payloadVersion: row.payload_version,
    state: row.state,
    attempts: row.attempts,
    lostLeases: row.lost_leases,
    slices: row.slices,
    priority: row.priority,
    key: row.idempotency_key,
    parentId: row.parent_id,
    createdAt: row.created_at,
    request: row.request,
    effects: row.effects ?? [],
    claimedAt: row.claimed_at,
  }))
export type Claimed = z.infer<typeof claimed>

/** How a request and its task stand after a decision. */
export const standing = z
  .object({
    approval_id: z.number(),
    state: z.string(),
    task_id: z.number(),
    task_status: status,
    not_before: z.date().nullable(),
    act_before: z.date().nullable(),
    decided_at: z.date().nullable(),
    replayed: z.boolean(),
  })
  .transform((row) => ({
    approvalId: row.approval_id,
    state: row.state,
    taskId: row.task_id,
    taskStatus: row.task_status,
    notBefore: row.not_before,
    actBefore: row.act_before,
    decidedAt: row.decided_at,
    replayed: row.replayed,
  }))
export type Standing = z.infer<typeof standing>

/** A verb that answers one value under its own name: `select * from countersign.release(…)`. */
export function answerOf<T>(name: string, type: z.ZodType<T>) {
  return z.object({ [name]: type }).transform((row) => row[name] as T)
}

/** A verb that answers nothing. */
export const nothing = z.unknown().transform(() => undefined)
