// The verbs that more than one role has: enqueue, memory, invocations, messages.
import * as z from 'zod'
import type { Database } from '#database'
import { storable, storableText } from '../json.ts'
import { call, only, verb } from './call.ts'
import { nothing } from './rows.ts'

const enqueueVerb = verb(
  'enqueue',
  ['text', 'text', 'jsonb', 'integer', 'integer', 'timestamptz', 'bigint', 'text', 'text'],
  z
    .object({ task_id: z.number(), created: z.boolean() })
    .transform((row) => ({ taskId: row.task_id, created: row.created })),
)
const rememberVerb = verb('remember', ['text', 'text', 'jsonb', 'text'], nothing)
const recallVerb = verb(
  'recall',
  ['text', 'text', 'integer'],
  z
    .object({ key: z.string(), value: z.json(), by: z.string(), updated_at: z.date() })
    .transform(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at })),
)
const recordInvocationVerb = verb(
  'record_invocation',
  ['text', 'text[]', 'text', 'bigint', 'jsonb', 'jsonb'],
  nothing,
)
const dueMessagesVerb = verb(
  'due_messages',
  ['text', 'integer'],
  z
    .object({
      approval_id: z.number(),
      public_id: z.string(),
      task_id: z.number(),
      capability: z.string(),
      gate: z.string(),
      kind: z.enum(['request', 'reminder_1', 'reminder_2', 'receipt']),
      digest: z.string(),
      opened_at: z.date(),
      expires_at: z.date().nullable(),
      decided_by: z.string().nullable(),
      attempts: z.number(),
      last_asked_at: z.date().nullable(),
      unannounced: z.number(),
      now: z.date(),
    })
    .transform((row) => ({
      approvalId: row.approval_id,
      publicId: row.public_id,
      taskId: row.task_id,
      capability: row.capability,
      gate: row.gate,
      kind: row.kind,
      digest: row.digest,
      openedAt: row.opened_at,
      expiresAt: row.expires_at,
      decidedBy: row.decided_by,
      attempts: row.attempts,
      lastAskedAt: row.last_asked_at,
      unannounced: row.unannounced,
      now: row.now,
    })),
)
const noteDeliveryVerb = verb(
  'note_delivery',
  ['bigint', 'text', 'text', 'boolean', 'text'],
  nothing,
)

export interface NewTask {
  capability: string
  /** Once per capability and key: the same payload again answers the task that is there. */
  key?: string
  payload: unknown
  payloadVersion?: number
  /** −9 to 9; higher is claimed earlier within its rank. */
  priority?: number
  runAt?: Date
  parentId?: number
  by?: string
  reason?: string
}

/** Adds a task, or answers the one that has its key. */
export async function enqueue(database: Database, task: NewTask) {
  return only(
    await call(
      database,
      { repeatable: task.key !== undefined },
      enqueueVerb,
      task.capability,
      task.key ?? null,
      storable(task.payload) ?? '{}',
      task.payloadVersion ?? 1,
      task.priority ?? 0,
      task.runAt ?? null,
      task.parentId ?? null,
      task.by ?? null,
      task.reason === undefined ? null : storableText(task.reason, 500),
    ),
  )
}

/** Keeps a value beyond any task; null forgets it. */
export async function remember(
  database: Database,
  entry: { capability: string; key: string; value: unknown; by?: string },
): Promise<void> {
  await call(
    database,
    { repeatable: true },
    rememberVerb,
    entry.capability,
    entry.key,
    storable(entry.value),
    entry.by ?? null,
  )
}

/** What a capability remembers under keys that begin with `prefix`, by key, at most `limit` of it. */
export async function recall(
  database: Database,
  capability: string,
  prefix: string,
  limit = 1_000,
) {
  return await call(database, { repeatable: true }, recallVerb, capability, prefix, limit)
}

export interface Invocation {
  function: string
  capabilities?: readonly string[]
  outcome: 'worked' | 'idle' | 'failed'
  durationMs: number
  counts?: Partial<
    Record<'claimed' | 'advanced' | 'parked' | 'finished' | 'failed' | 'statements', number>
  >
  detail?: unknown
}

/** Records how one scheduled invocation went, also when it did nothing. */
export async function recordInvocation(database: Database, run: Invocation): Promise<void> {
  await call(
    database,
    { repeatable: false },
    recordInvocationVerb,
    run.function,
    run.capabilities ?? [],
    run.outcome,
    Math.round(run.durationMs),
    storable(run.counts ?? {}),
    storable(run.detail),
  )
}

/** What people have not been told yet on a channel, oldest first. */
export async function dueMessages(database: Database, channel: string, limit: number) {
  return await call(database, { repeatable: true }, dueMessagesVerb, channel, limit)
}

export type DueMessage = Awaited<ReturnType<typeof dueMessages>>[number]

/** Records that a message reached its channel, or why not. */
export async function noteDelivery(
  database: Database,
  delivery: { approvalId: number; kind: DueMessage['kind']; channel: string; error?: string },
): Promise<void> {
  await call(
    database,
    { repeatable: true },
    noteDeliveryVerb,
    delivery.approvalId,
    delivery.kind,
    delivery.channel,
    delivery.error === undefined,
    delivery.error === undefined ? null : storableText(delivery.error, 500),
  )
}
