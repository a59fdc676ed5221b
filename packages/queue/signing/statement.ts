// What a passkey signs: the statement of one approval, and the challenge made of it.
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { canonical } from '../canonical.ts'

const isoTime = z.iso.datetime()

/** Everything an approval is about. Signed as a whole, so that no part can be moved to another one. */
export const approvalStatement = z.strictObject({
  stage: z.string(),
  origin: z.string(),
  task: z.int().positive(),
  capability: z.string(),
  gate: z.string(),
  approval: z.int().positive(),
  revision: z.int().positive(),
  verdict: z.literal('approve'),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  operator: z.string(),
  nonce: z.string().min(22),
  challengeExpiresAt: isoTime,
  actBefore: isoTime,
})
export type ApprovalStatement = z.infer<typeof approvalStatement>

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** The stored proof of a decision: the statement, and what the authenticator answered to its challenge. */
export const approvalAssertion = z.strictObject({
  statement: approvalStatement,
  credential: base64url,
  clientDataJSON: base64url,
  authenticatorData: base64url,
  signature: base64url,
})
export type ApprovalAssertion = z.infer<typeof approvalAssertion>

/** The 32 bytes that the authenticator is asked to sign; the prefix keeps them from meaning anything else. */
export function challengeOf(statement: ApprovalStatement): Buffer {
  const text = `countersign/approval/v1\n${canonical(statement)}`
  return createHash('sha256').update(text, 'utf8').digest()
}
