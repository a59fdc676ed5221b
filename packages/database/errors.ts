// The one error of the database seam, and how whatever a driver threw becomes it.

/**
 * A statement or connection that failed. Match on `code`, never on the class of `cause`: pg, Neon's
 * socket and Neon's HTTP each throw something else.
 *
 * - `code`: the server's SQLSTATE. What never reached a server is `08001` (could not connect), a
 *   connection lost afterwards is `08006`, an integer too large to be a number is `22003`.
 * - `detail`, `hint`, `constraint`: as the server sent them; `detail` may hold values, so don't log it.
 * - `mayHaveRun`: the statement was sent and no answer came, so it may have taken effect.
 * - `transient`: trying again later may succeed.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly constraint: string | undefined
  readonly mayHaveRun: boolean
  readonly transient: boolean

  constructor(message: string, facts: DatabaseErrorFacts) {
    super(message, { cause: facts.cause })
    this.code = facts.code
    this.detail = facts.detail
    this.hint = facts.hint
    this.constraint = facts.constraint
    this.mayHaveRun = facts.mayHaveRun
    this.transient = facts.transient
  }
}

interface DatabaseErrorFacts {
  code: string
  mayHaveRun: boolean
  transient: boolean
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
  cause?: unknown
}

/**
 * How far an attempt had come when it failed: no connection yet, inside a transaction whose COMMIT
 * was not sent (so nothing of it lasts), or the statement or COMMIT itself went out.
 */
export type Reached = 'connecting' | 'uncommitted' | 'sent'

/** Turns anything a driver threw into a DatabaseError. One that already is comes back unchanged. */
export function toDatabaseError(thrown: unknown, reached: Reached, where: string): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown
  const code = sqlState(thrown)
  if (code === undefined) return lostConnection(thrown, reached, where)
  return new DatabaseError(text(thrown, 'message') ?? `the database answered ${code}`, {
    code,
    detail: text(thrown, 'detail'),
    hint: text(thrown, 'hint'),
    constraint: text(thrown, 'constraint'),
    mayHaveRun: reached === 'sent' && outcomeUnknown(code),
    transient: isTransient(code),
    cause: thrown,
  })
}

/** A failure that carries no SQLSTATE: the network's, or the driver's own. */
function lostConnection(thrown: unknown, reached: Reached, where: string): DatabaseError {
  const reason = innermost(thrown)
  const message = text(reason, 'message') ?? text(thrown, 'message')
  const why = text(reason, 'code') ?? message ?? 'no reason given'
  const unreached = reached === 'connecting' || NEVER_REACHED.test(text(reason, 'code') ?? '')
  const said = unreached ? 'could not reach' : 'lost'
  return new DatabaseError(`${said} the database at ${where}: ${why}`, {
    code: unreached ? '08001' : '08006',
    hint: tlsHint(message ?? ''),
    mayHaveRun: !unreached && reached === 'sent' && !UNSENT.test(message ?? ''),
    transient: isNetworkTrouble(reason),
    cause: thrown instanceof Error ? thrown : new Error(why, { cause: thrown }),
  })
}

/** Errors nest (`fetch failed` ← ECONNREFUSED; NeonDbError.sourceError); the deepest one has the reason. */
function innermost(thrown: unknown): unknown {
  let at = thrown
  for (let depth = 0; depth < 5; depth++) {
    const inner = field(at, 'sourceError') ?? field(at, 'cause') ?? field(at, 'error')
    if (typeof inner !== 'object' || inner === null) break
    at = inner
  }
  return at
}

// Five characters, but not a system error such as EPIPE: no SQLSTATE class begins with E.
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

function sqlState(thrown: unknown): string | undefined {
  const code = text(thrown, 'code')
  // PgBouncer says 08P01 for this as for a lost server, and Neon's proxy gives no code at all.
  const unnamed = code === undefined || code.startsWith('08')
  if (unnamed && /^password authentication failed/.test(text(thrown, 'message') ?? ''))
    return '28P01'
  return code !== undefined && SQLSTATE.test(code) ? code : undefined
}

/** Codes that say the session ended, not that the statement was undone. */
function outcomeUnknown(code: string): boolean {
  if (code === '08001' || code === '08004') return false
  return code.startsWith('08') || ['57P01', '57P02', '57P05', '40003'].includes(code)
}

// Serialization failure, deadlock, server full, shutting down, crashed, starting, idle session ended.
const TRANSIENT = new Set(['40001', '40P01', '53300', '57P01', '57P02', '57P03', '57P05'])

function isTransient(code: string): boolean {
  return code.startsWith('08') || TRANSIENT.has(code)
}

// Refused before a byte of the statement left: the system's codes and undici's.
const NEVER_REACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/
// pg's own refusal to use a client whose connection is already gone.
const UNSENT = /is not queryable$/

function tlsHint(message: string): string | undefined {
  if (/does not support SSL/.test(message)) {
    return 'add ?sslmode=disable to the database URL if you trust the network in between'
  }
  return /certificate|altnames/i.test(message)
    ? 'name the authority that signed it with ?sslrootcert=FILE in the database URL'
    : undefined
}

// A certificate that doesn't verify, a wrong host name or a missing password is not worth another try.
const NETWORK =
  /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|EAI_AGAIN|UND_ERR_)|terminated|time(d )?out|aborted|not queryable|socket|network/i

function isNetworkTrouble(reason: unknown): boolean {
  if (!(reason instanceof Error)) return true // Neon's WebSocket rejects with an event, not an error
  return NETWORK.test(text(reason, 'code') ?? reason.message)
}

function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

function text(of: unknown, name: string): string | undefined {
  const value = field(of, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
