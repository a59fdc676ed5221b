// Whether a stored assertion really is this person's approval of exactly this request.
import { ApprovalRefused } from '../run/policy.ts'
import { verifyAnswer } from './answer.ts'
import { type Pins, pinnedKey } from './pins.ts'
import {
  type ApprovalAssertion,
  type ApprovalStatement,
  approvalAssertion,
  challengeOf,
} from './statement.ts'

/** What the verifier knows by itself: its own configuration and the request it is about to carry out. */
export type Expected = Omit<
  ApprovalStatement,
  'operator' | 'nonce' | 'challengeExpiresAt' | 'actBefore'
>

export interface Verification {
  expected: Expected
  rpId: string
  pins: Pins
  /** When the database says that it was decided; a challenge answered late is no answer. */
  decidedAt: Date
  /** The verifier's own clock: the signed `actBefore` binds even where the database is not to be trusted. */
  now: Date
}

// Clocks of two machines may differ by this much before a late answer is called late.
const skewMs = 60_000

/**
 * Resolves to the proof's statement, or throws ApprovalRefused naming what does not hold: another
 * request, stage, origin, verdict or digest; a key that is not pinned for the person; no user
 * verification; a wrong signature; a challenge answered too late; an approval whose time is over.
 */
export async function verifyAssertion(
  stored: unknown,
  { expected, rpId, pins, decidedAt, now }: Verification,
): Promise<ApprovalStatement> {
  const assertion = parsed(stored)
  const { statement } = assertion
  for (const name of Object.keys(expected) as (keyof Expected)[]) {
    if (statement[name] !== expected[name]) {
      throw new ApprovalRefused(`the signature is over another ${name}`)
    }
  }
  const key = pinnedKey(pins, statement.operator, assertion.credential)
  if (!key) throw new ApprovalRefused(`the key is not pinned for ${statement.operator}`)
  if (decidedAt.getTime() > Date.parse(statement.challengeExpiresAt) + skewMs) {
    throw new ApprovalRefused('the challenge was answered too late')
  }
  if (now.getTime() >= Date.parse(statement.actBefore)) {
    throw new ApprovalRefused('what was signed had to be done earlier')
  }
  await verifySignature(assertion, key.publicKey, rpId)
  return statement
}

/**
 * Checks type, challenge, origin, framing, relying party, user presence, user verification and the
 * signature of a stored assertion, or throws ApprovalRefused.
 */
export async function verifySignature(
  { statement, ...answer }: ApprovalAssertion,
  publicKey: string,
  rpId: string,
): Promise<void> {
  try {
    await verifyAnswer(answer, {
      challenge: challengeOf(statement),
      origin: statement.origin,
      rpId,
      publicKey: Buffer.from(publicKey, 'base64url'),
      // The counter was checked when the assertion was made; a stored one can't be newer than itself.
      counter: 0,
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable'
    throw new ApprovalRefused(`the signature does not hold: ${why}`, { cause })
  }
}

function parsed(stored: unknown): ApprovalAssertion {
  const result = approvalAssertion.safeParse(stored)
  if (!result.success) throw new ApprovalRefused('there is no signature')
  return result.data
}
