// The verbs of a worker: claim, write under the lease, act, give back.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Database } from '#database'
import { storable, storableText } from '../json.ts'
import { call, only, verb } from './call.ts'
import { answerOf, claimed, type Level, nothing, status } from './rows.ts'

/** The version of the verbs that this client speaks; the database refuses one it does not serve. */
export const protocolVersion = 1

/** The right to write on a task: its id and the secret of this acquisition. */
export interface Lease {
  id: number
  token: string
}

const verbs = {
  claim: verb('claim', ['text', 'text', 'integer', 'boolean', 'integer'], claimed, { json: true }),
  heartbeat: verb(
    'heartbeat',
    ['bigint', 'uuid', 'jsonb'],
    z
      .object({ lease_expires_at: z.date(), cancel_requested: z.boolean(), now: z.date() })
      .transform((row) => ({
        leaseExpiresAt: row.lease_expires_at,
        cancelRequested: row.cancel_requested,
        now: row.now,
      })),
  ),
  heartbeatMany: verb(
    'heartbeat_many',
    ['bigint[]', 'uuid[]'],
    z
      .object({
        task_id: z.number(),
        lost: z.boolean(),
        lease_expires_at: z.date().nullable(),
        cancel_requested: z.boolean(),
      })
      .transform((row) => ({
        id: row.task_id,
        lost: row.lost,
        leaseExpiresAt: row.lease_expires_at,
        cancelRequested: row.cancel_requested,
      })),
  ),
  advance: verb('advance', ['bigint', 'uuid', 'text', 'jsonb'], answerOf('advance', z.date())),
  release: verb(
    'release',
    ['bigint', 'uuid', 'text', 'jsonb', 'double precision'],
    answerOf('release', status),
  ),
  park: verb(
    'park',
    ['bigint', 'uuid', 'text', 'text', 'text', 'jsonb', 'text', 'jsonb'],
    answerOf('park', z.number().nullable()),
  ),
  complete: verb('complete', ['bigint', 'uuid', 'jsonb'], answerOf('complete', status)),
  skip: verb('skip', ['bigint', 'uuid', 'text', 'jsonb'], answerOf('skip', status)),
  fail: verb(
    'fail',
    ['bigint', 'uuid', 'text', 'jsonb', 'boolean', 'double precision'],
    answerOf('fail', status),
  ),
  decline: verb(
    'decline',
    ['bigint[]', 'uuid[]', 'text', 'double precision'],
    z
      .object({ task_id: z.number(), verdict: z.string() })
      .transform((row) => ({ id: row.task_id, verdict: row.verdict })),
  ),
  completeAndClaim: verb(
    'complete_and_claim',
    ['bigint', 'uuid', 'jsonb', 'text', 'text', 'integer'],
    claimed,
    { json: true },
  ),
  completeMany: verb(
    'complete_many',
    ['bigint[]', 'uuid[]', 'jsonb[]'],
    z
      .object({ task_id: z.number(), verdict: z.enum(['completed', 'lost', 'unsettled']) })
      .transform((row) => ({ id: row.task_id, verdict: row.verdict })),
  ),
  beginEffect: verb(
    'begin_effect',
    ['bigint', 'uuid', 'text', 'text', 'uuid'],
    z
      .object({
        answer: z.enum(['go', 'done']),
        effect_id: z.number(),
        outcome: z.json().nullable(),
        acts_until: z.date(),
        now: z.date(),
      })
      .transform((row) => ({
        answer: row.answer,
        effectId: row.effect_id,
        outcome: row.outcome,
        actsUntil: row.acts_until,
        now: row.now,
      })),
  ),
  noteEffect: verb('note_effect', ['bigint', 'uuid', 'jsonb'], nothing),
  finishEffect: verb('finish_effect', ['bigint', 'uuid', 'text', 'jsonb'], nothing),
  settleEffect: verb('settle_effect', ['bigint', 'uuid', 'text', 'jsonb'], nothing),
  recordArtifact: verb(
    'record_artifact',
    ['bigint', 'uuid', 'text', 'text', 'text', 'bigint'],
    nothing,
  ),
  prunable: verb(
    'prunable',
    ['timestamptz', 'integer'],
    z.object({
      tasks: z.number(),
      capabilities: z.record(z.string(), z.number()),
      records: z.number(),
      files: z.number(),
    }),
  ),
  prune: verb(
    'prune',
    ['timestamptz', 'integer'],
    z.object({ tasks: z.number(), events: z.number() }),
  ),
  pruneRecords: verb(
    'prune_records',
    ['timestamptz', 'integer'],
    z.object({ invocations: z.number(), readings: z.number() }),
  ),
  sweepFiles: verb('sweep_files', ['text[]', 'integer'], answerOf('sweep_files', z.string())),
}

/**
 * The verbs of a worker login on a database. All reject with `Refusal` when the protocol says no; the
 * docstring of each SQL function says when. Times are the database's, delays are in seconds.
 */
export function workerVerbs(database: Database) {
  const repeat = { repeatable: true }
  const once = { repeatable: false }
  return {
    /** Up to `limit` due tasks in order, each under a fresh token. A lost reply is left to the lease. */
    claim: async (ask: { capability: string; worker: string; limit?: number; sweep?: boolean }) => {
      const tasks = await call(
        database,
        once,
        verbs.claim,
        ask.capability,
        ask.worker,
        ask.limit ?? 1,
        ask.sweep ?? false,
        protocolVersion,
      )
      return tasks.sort((one, other) => one.place - other.place)
    },
    heartbeat: async ({ id, token }: Lease, state?: unknown) =>
      only(await call(database, repeat, verbs.heartbeat, id, token, storable(state))),
    heartbeatMany: (leases: readonly Lease[]) =>
      call(database, repeat, verbs.heartbeatMany, ids(leases), tokens(leases)),
    /** Goes on to another step under the same lease; the new expiry. */
    advance: async ({ id, token }: Lease, step: string, state?: unknown) =>
      only(await call(database, once, verbs.advance, id, token, step, storable(state))),
    release: async (
      { id, token }: Lease,
      onward: { step: string; state?: unknown; delaySeconds?: number },
    ) =>
      only(
        await call(
          database,
          repeat,
          verbs.release,
          id,
          token,
          onward.step,
          storable(onward.state),
          onward.delaySeconds ?? 0,
        ),
      ),
    /** The id of the request, or null where the task was cancelled instead. */
    park: async ({ id, token }: Lease, request: ParkRequest) =>
      only(
        await call(
          database,
          repeat,
          verbs.park,
          id,
          token,
          request.gate,
          request.level ?? null,
          request.body,
          storable(request.difference),
          request.step,
          storable(request.state),
        ),
      ),
    complete: async ({ id, token }: Lease, result?: unknown) =>
      only(await call(database, repeat, verbs.complete, id, token, storable(result))),
    skip: async ({ id, token }: Lease, reason: string, result?: unknown) =>
      only(
        await call(database, repeat, verbs.skip, id, token, storableText(reason), storable(result)),
      ),
    fail: async ({ id, token }: Lease, failure: Failure) =>
      only(
        await call(
          database,
          repeat,
          verbs.fail,
          id,
          token,
          storableText(failure.reason),
          storable(failure.error),
          failure.retryable,
          failure.delaySeconds ?? null,
        ),
      ),
    decline: (leases: readonly Lease[], reason: string, delaySeconds: number) =>
      call(
        database,
        repeat,
        verbs.decline,
        ids(leases),
        tokens(leases),
        storableText(reason),
        delaySeconds,
      ),
    completeAndClaim: (
      { id, token }: Lease,
      result: unknown,
      ask: { capability: string; worker: string },
    ) =>
      call(
        database,
        once,
        verbs.completeAndClaim,
        id,
        token,
        storable(result),
        ask.capability,
        ask.worker,
        protocolVersion,
      ),
    completeMany: (items: readonly (Lease & { result?: unknown })[]) =>
      call(
        database,
        repeat,
        verbs.completeMany,
        ids(items),
        tokens(items),
        items.map(({ result }) => storable(result)),
      ),
    /** `go` and until when to act, or `done` with the stored outcome. `callId` makes it repeatable. */
    beginEffect: async (
      { id, token }: Lease,
      effect: { name: string; digest: string; callId?: string },
    ) =>
      only(
        await call(
          database,
          repeat,
          verbs.beginEffect,
          id,
          token,
          effect.name,
          effect.digest,
          effect.callId ?? randomUUID(),
        ),
      ),
    noteEffect: async (effectId: number, token: string, handle: unknown) => {
      await call(database, repeat, verbs.noteEffect, effectId, token, storable(handle))
    },
    finishEffect: async (
      effectId: number,
      token: string,
      end: 'done' | 'failed',
      outcome?: unknown,
    ) => {
      await call(database, repeat, verbs.finishEffect, effectId, token, end, storable(outcome))
    },
    settleEffect: async (
      effectId: number,
      token: string,
      end: 'done' | 'failed',
      outcome?: unknown,
    ) => {
      await call(database, repeat, verbs.settleEffect, effectId, token, end, storable(outcome))
    },
    recordArtifact: async ({ id, token }: Lease, file: ArtifactFacts) => {
      await call(
        database,
        repeat,
        verbs.recordArtifact,
        id,
        token,
        file.sha256,
        file.name,
        file.mediaType,
        file.bytes,
      )
    },
    /** What the next three would delete, each counted to at most `limit`. */
    prunable: async (before: Date, limit: number) =>
      only(await call(database, repeat, verbs.prunable, before, limit)),
    /** Deletes at most `limit` finished tasks; never repeated by itself, so that the count is true. */
    prune: async (before: Date, limit: number) =>
      only(await call(database, once, verbs.prune, before, limit)),
    pruneRecords: async (before: Date, limit: number) =>
      only(await call(database, once, verbs.pruneRecords, before, limit)),
    /** Hashes of files to delete; `deleted` are those of the answer before, whose bytes are gone now. */
    sweepFiles: (deleted: readonly string[], limit: number) =>
      call(database, repeat, verbs.sweepFiles, deleted, limit),
  }
}

export type WorkerVerbs = ReturnType<typeof workerVerbs>

export interface ParkRequest {
  gate: string
  /** The canonical text of { v, gate, action, shown }. At `uncertain`: what a probe saw, or null. */
  body: string | null
  step: string
  state?: unknown
  /** May raise the gate's level, never lower it. */
  level?: Level
  /** What changed since the request this one replaces. */
  difference?: unknown
}

export interface Failure {
  /** A short code for the history: never a value of the task. */
  reason: string
  error?: unknown
  retryable: boolean
  /** Instead of the growing, jittered default. */
  delaySeconds?: number
}

export interface ArtifactFacts {
  sha256: string
  name: string
  mediaType: string
  bytes: number
}

function ids(leases: readonly Lease[]): number[] {
  return leases.map(({ id }) => id)
}

function tokens(leases: readonly Lease[]): string[] {
  return leases.map(({ token }) => token)
}
