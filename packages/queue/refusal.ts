// What the protocol refuses, under names: the one place where its SQLSTATEs are known.
import { DatabaseError } from '#database'

/** The protocol's codes and the fact each one states. */
export const facts = {
  CS001: 'lease-lost',
  CS002: 'illegal-transition',
  CS003: 'not-found',
  CS004: 'digest-differs',
  CS005: 'expired',
  CS006: 'already-decided',
  CS007: 'key-taken',
  CS008: 'no-valid-approval',
  CS009: 'outcome-unknown',
  CS010: 'level-not-reached',
  CS011: 'not-your-capability',
  CS012: 'revoked',
  CS013: 'wrong-isolation',
  CS014: 'not-now',
  CS015: 'cancel-asked',
  CS016: 'protocol-not-served',
} as const

export type RefusalCode = keyof typeof facts
export type Fact = (typeof facts)[RefusalCode]

/**
 * The database refused a verb, and nothing changed. `fact` says which rule spoke, the message says it
 * about this row, `detail` holds ids and times for programs (never a value of the task).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly fact: Fact
  readonly detail: Readonly<Record<string, unknown>>

  constructor(code: RefusalCode, cause: DatabaseError) {
    super(cause.message, { cause })
    this.code = code
    this.fact = facts[code]
    this.detail = parseDetail(cause.detail)
  }
}

/** Whether this is the protocol's refusal, and (where facts are named) one of those. */
export function isRefusal(error: unknown, ...named: Fact[]): error is Refusal {
  return error instanceof Refusal && (named.length === 0 || named.includes(error.fact))
}

/** The Refusal that a DatabaseError stands for; anything else comes back as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !isCode(error.code)) return error
  return new Refusal(error.code, error)
}

function isCode(code: string): code is RefusalCode {
  return Object.hasOwn(facts, code)
}

function parseDetail(detail: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(detail ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
