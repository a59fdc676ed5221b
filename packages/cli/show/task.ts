// Everything that is on the record about one task, as the approver's views tell it.
import type { Database } from '#database'
import type { Json, Level, Status } from '#queue'
import { CommandFailed } from '../failure.ts'

interface TaskRow extends Record<string, unknown> {
  id: number
  capability: string
  status: Status
  step: string
  priority: number
  runAt: Date
  payload: Json
  state: Json
  result: Json
  error: Json
  key: string | null
  attempts: number
  lostLeases: number
  slices: number
  claimedBy: string | null
  leaseExpiresAt: Date | null
  cancelRequestedAt: Date | null
  parentId: number | null
  actor: string | null
  reason: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  erasedAt: Date | null
}

export interface EventRow extends Record<string, unknown> {
  at: Date
  kind: 'task' | 'request' | 'effect' | 'note'
  subject: string | null
  was: string | null
  now: string
  actor: string | null
  reason: string | null
  step: string | null
}

export interface RequestRow extends Record<string, unknown> {
  id: number
  publicId: string
  gate: string
  revision: number
  state: string
  body: string | null
  digest: string
  level: Level
  effects: string[]
  difference: Json
  openedAt: Date
  expiresAt: Date | null
  verdict: string | null
  decidedBy: string | null
  decidedAt: Date | null
  decidedLevel: Level | null
  answers: Json
  comment: string | null
  notBefore: Date | null
  actBefore: Date | null
  usedAt: Date | null
}

interface EffectRow extends Record<string, unknown> {
  id: number
  name: string
  gate: string
  requestId: number | null
  ungatedReason: string | null
  status: 'intent' | 'started' | 'done' | 'failed' | 'unknown'
  handle: Json
  outcome: Json
  beganAt: Date
  actsUntil: Date
  settledAt: Date | null
  settledBy: string | null
}

interface FileRow extends Record<string, unknown> {
  name: string
  mediaType: string
  bytes: number
  sha256: string
  recordedAt: Date
  erasedAt: Date | null
}

export interface GateRow extends Record<string, unknown> {
  name: string
  level: Level
  sentence: string
  effects: string[]
}

interface LoadRow extends Record<string, unknown> {
  heldBy: 'paused' | 'running' | 'person' | 'ceiling' | null
  pausedBy: string | null
  pausedReason: string | null
}

export interface TaskRecord {
  /** The database's time at which all this was read. */
  readAt: Date
  task: TaskRow
  history: EventRow[]
  requests: RequestRow[]
  effects: EffectRow[]
  files: FileRow[]
  gates: GateRow[]
  load: LoadRow | undefined
}

const taskQuery = `
  select id, capability, status, step, priority, run_at as "runAt", payload, state, result, error,
    idempotency_key as key, attempts, lost_leases as "lostLeases", slices, claimed_by as "claimedBy",
    lease_expires_at as "leaseExpiresAt", cancel_requested_at as "cancelRequestedAt", parent_id as "parentId",
    actor, reason, created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt",
    erased_at as "erasedAt", clock_timestamp() as "readAt"
  from countersign.task_detail
  where id = $1`

/** How many rows of history are read: the newest, which are those that matter. */
export const mostEvents = 500

const historyQuery = `
  select at, kind, subject, was, now, actor, reason, step
  from (
    select * from countersign.task_history where task_id = $1 order by id desc limit ${mostEvents}
  ) as newest
  order by id`

const requestQuery = `
  select id, public_id as "publicId", gate, revision, state, body, digest, level, effects, difference,
    opened_at as "openedAt", expires_at as "expiresAt", verdict, decided_by as "decidedBy",
    decided_at as "decidedAt", decided_level as "decidedLevel", answers, comment,
    not_before as "notBefore", act_before as "actBefore", used_at as "usedAt"
  from (
    select * from countersign.request_detail where task_id = $1 order by revision desc limit 100
  ) as newest
  order by revision`

const effectQuery = `
  select id, name, gate, approval_id as "requestId", ungated_reason as "ungatedReason", status, handle, outcome,
    began_at as "beganAt", acts_until as "actsUntil", settled_at as "settledAt", settled_by as "settledBy"
  from countersign.effect_detail
  where task_id = $1
  order by id
  limit 100`

const fileQuery = `
  select name, media_type as "mediaType", bytes, sha256, recorded_at as "recordedAt", erased_at as "erasedAt"
  from countersign.artifact_detail
  where task_id = $1
  order by recorded_at, name
  limit 200`

const gateQuery = `
  select name, level, sentence, effects from countersign.gate_detail where capability = $1 order by name`

const loadQuery = `
  select held_by as "heldBy", paused_by as "pausedBy", paused_reason as "pausedReason"
  from countersign.capability_load
  where capability = $1`

/** Reads a task whole. Throws CommandFailed where there is none. */
export async function readTask(database: Database, id: number): Promise<TaskRecord> {
  const again = { repeatable: true }
  const [row] = await database.query<TaskRow & { readAt: Date }>(taskQuery, [id], again)
  if (!row)
    throw new CommandFailed(`there is no task ${id}: "npx countersign list" shows what there is`)
  const { readAt, ...task } = row
  return {
    readAt,
    task: task as TaskRow,
    history: await database.query<EventRow>(historyQuery, [id], again),
    requests: await database.query<RequestRow>(requestQuery, [id], again),
    effects: await database.query<EffectRow>(effectQuery, [id], again),
    files: await database.query<FileRow>(fileQuery, [id], again),
    gates: await database.query<GateRow>(gateQuery, [task.capability], again),
    load: (await database.query<LoadRow>(loadQuery, [task.capability], again))[0],
  }
}

/** The task's request that waits for an answer, if one does. */
export function openRequest({ requests }: TaskRecord): RequestRow | undefined {
  return requests.find(({ state }) => state === 'open')
}
