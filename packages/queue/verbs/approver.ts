// The verbs of a person: decide, answer, edit, take back, and steer tasks and capabilities.
import * as z from 'zod'
import type { Database } from '#database'
import { storable, storableText } from '../json.ts'
import { call, only, verb } from './call.ts'
import { answerOf, type Level, nothing, standing, status } from './rows.ts'

const verbs = {
  decide: verb(
    'decide',
    ['bigint', 'integer', 'text', 'text', 'text', 'text', 'text', 'jsonb', 'timestamptz'],
    standing,
  ),
  answer: verb('answer', ['bigint', 'integer', 'text', 'text', 'text', 'jsonb', 'text'], standing),
  revise: verb(
    'revise',
    ['bigint', 'integer', 'text', 'text', 'jsonb', 'text'],
    z
      .object({
        approval_id: z.number(),
        public_id: z.string(),
        revision: z.number(),
        digest: z.string(),
      })
      .transform((row) => ({
        approvalId: row.approval_id,
        publicId: row.public_id,
        revision: row.revision,
        digest: row.digest,
      })),
  ),
  extend: verb('extend', ['bigint', 'text'], answerOf('extend', z.date())),
  askAgain: verb('ask_again', ['bigint', 'text'], answerOf('ask_again', z.number())),
  revoke: verb('revoke', ['bigint', 'text', 'text'], answerOf('revoke', z.number().nullable())),
  cancel: verb('cancel', ['bigint', 'text', 'text'], answerOf('cancel', status)),
  requeue: verb('requeue', ['bigint', 'text', 'text'], answerOf('requeue', status)),
  pause: verb('pause', ['text', 'text', 'text'], nothing),
  resume: verb('resume', ['text', 'text', 'text'], nothing),
  erase: verb('erase', ['bigint', 'text', 'text'], answerOf('erase', z.string())),
}

/** One revision of one request, as the person saw it. */
export interface Seen {
  approvalId: number
  revision: number
  digest: string
}

export type Verdict =
  | 'approve'
  | 'reject'
  | 'send_back'
  | 'happened'
  | 'did_not_happen'
  | 'cannot_tell_yet'

/**
 * The verbs of an approver login on a database, each by a named person. All reject with `Refusal` when
 * the protocol says no; an identical repetition hears the stored result.
 */
export function approverVerbs(database: Database) {
  const repeat = { repeatable: true }
  const once = { repeatable: false }
  return {
    decide: async (
      seen: Seen,
      decision: {
        verdict: Verdict
        by: string
        level: Level
        comment?: string
        assertion?: unknown
        actBefore?: Date
      },
    ) =>
      only(
        await call(
          database,
          repeat,
          verbs.decide,
          seen.approvalId,
          seen.revision,
          decision.verdict,
          seen.digest,
          decision.by,
          decision.level,
          comment(decision.comment),
          storable(decision.assertion),
          decision.actBefore ?? null,
        ),
      ),
    answer: async (
      seen: Seen,
      reply: { answers: unknown; by: string; level: Level; comment?: string },
    ) =>
      only(
        await call(
          database,
          repeat,
          verbs.answer,
          seen.approvalId,
          seen.revision,
          seen.digest,
          reply.by,
          reply.level,
          storable(reply.answers),
          comment(reply.comment),
        ),
      ),
    revise: async (seen: Seen, edit: { body: string; difference?: unknown; by: string }) =>
      only(
        await call(
          database,
          once,
          verbs.revise,
          seen.approvalId,
          seen.revision,
          seen.digest,
          edit.body,
          storable(edit.difference),
          edit.by,
        ),
      ),
    extend: async (approvalId: number, by: string) =>
      only(await call(database, once, verbs.extend, approvalId, by)),
    askAgain: async (approvalId: number, by: string) =>
      only(await call(database, once, verbs.askAgain, approvalId, by)),
    /** The id of the reopened revision, or null while the task runs. */
    revoke: async (approvalId: number, by: string, reason?: string) =>
      only(await call(database, once, verbs.revoke, approvalId, by, comment(reason))),
    cancel: async (taskId: number, by: string, reason?: string) =>
      only(await call(database, repeat, verbs.cancel, taskId, by, comment(reason))),
    requeue: async (taskId: number, by: string, reason?: string) =>
      only(await call(database, once, verbs.requeue, taskId, by, comment(reason))),
    pause: async (capability: string, by: string, reason?: string) => {
      await call(database, repeat, verbs.pause, capability, by, comment(reason))
    },
    resume: async (capability: string, by: string, reason?: string) => {
      await call(database, repeat, verbs.resume, capability, by, comment(reason))
    },
    /** The hashes of the files that may now be deleted. */
    erase: (taskId: number, by: string, reason?: string) =>
      call(database, repeat, verbs.erase, taskId, by, comment(reason)),
  }
}

export type ApproverVerbs = ReturnType<typeof approverVerbs>

function comment(text: string | undefined): string | null {
  return text === undefined ? null : storableText(text)
}
