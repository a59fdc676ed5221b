// The passkey step of an approval: what is to be signed, and whether what came back is that.
import type { Context } from 'hono'
import { type ApprovalStatement, approvalStatement, challengeOf } from '#queue'
import type { Env } from '../web/environment.ts'
import { acceptKey, askForKey, challengeSeconds, freshNonce, refused } from '../web/key.ts'
import type { LoadedRequest } from './load.ts'

/**
 * Options for the browser: a challenge that is the hash of exactly this approval, alive for five minutes.
 * The signed `actBefore` is the latest moment at which the act may begin, counted from now.
 */
export async function signingOptions(
  app: Env['Variables']['app'],
  operator: string,
  { row, gate, now }: LoadedRequest,
  seen: { revision: number; digest: string },
) {
  const { stage } = app
  const lifetime = (gate?.undo_seconds ?? 0) + (gate?.act_before_seconds ?? 3_600)
  const statement: ApprovalStatement = {
    stage: stage.name,
    origin: stage.origin,
    task: row.task_id,
    capability: row.capability,
    gate: row.gate,
    approval: row.id,
    revision: seen.revision,
    verdict: 'approve',
    digest: seen.digest,
    operator,
    nonce: freshNonce(),
    challengeExpiresAt: after(now, challengeSeconds),
    actBefore: after(now, challengeSeconds + lifetime),
  }
  const challenge = challengeOf(statement)
  return await askForKey(app, { purpose: 'approve', challenge, statement, operator })
}

/**
 * What `decide` takes: by whom, with which proof, and until when it may begin. Single use; 403 unless it is
 * the signed-in person's own signature over this very request.
 */
export async function signedApproval(c: Context<Env>, { row }: LoadedRequest, posted: string) {
  const { statement, operator, answer } = await acceptKey(c, posted, {
    purpose: 'approve',
    statement: approvalStatement,
    challengeOf,
  })
  const { stage } = c.get('app')
  const same =
    statement.stage === stage.name &&
    statement.origin === stage.origin &&
    statement.approval === row.id &&
    statement.revision === row.revision &&
    statement.digest === row.digest
  if (!same) throw await refused(c, 'approve', 'it is for another request')
  if (operator !== statement.operator || operator !== c.get('visitor')?.operator) {
    throw await refused(c, 'approve', 'this key is not yours')
  }
  return {
    by: operator,
    actBefore: new Date(statement.actBefore),
    assertion: { statement, ...answer },
  }
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString()
}
