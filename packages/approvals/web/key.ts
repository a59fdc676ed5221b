// Asking a key to sign, once, for one purpose; and taking its answer.
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { canonical, type Json, type KeyAnswer, type Purpose, rpIdOf, verifyAnswer } from '#queue'
import type { Env } from './environment.ts'
import { refuse } from './guard.ts'

type App = Env['Variables']['app']

/** How long a challenge may be answered. */
export const challengeSeconds = 300

export function freshNonce(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The challenge of anything but an approval: the hash of what is signed, under the name of its purpose, so
 * that an answer to one can never be shown as an answer to another.
 */
export function challengeFor(purpose: Exclude<Purpose, 'approve'>, statement: Json): Buffer {
  const text = `countersign/${purpose}/v1\n${canonical(statement)}`
  return createHash('sha256').update(text, 'utf8').digest()
}

/** Remembers a challenge for five minutes and answers what the browser needs to have it signed. */
export async function askForKey(
  app: App,
  made: { purpose: Purpose; challenge: Buffer; statement: Json; operator: string | null },
) {
  const { purpose, challenge, statement, operator } = made
  await app.operators.makeChallenge({
    challenge: challenge.toString('base64url'),
    purpose,
    operator,
    statement,
    seconds: challengeSeconds,
  })
  // Loaded when a key is asked: most pages ask none.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return await generateAuthenticationOptions({
    rpID: rpIdOf(app.stage.origin),
    // As bytes: a string would be encoded a second time.
    challenge: Uint8Array.from(challenge),
    userVerification: 'required',
    timeout: challengeSeconds * 1_000,
    allowCredentials: operator === null ? [] : await keysOf(app, operator),
  })
}

const credentials = z.array(z.object({ id: z.string(), revokedAt: z.string().nullable() }))

/** The ids of a person's keys that were not revoked; none where there is no such person. */
export async function keysOf({ database }: App, operator: string): Promise<{ id: string }[]> {
  const [row] = await database.query(
    'select credentials from countersign.operator_detail where name = $1 and revoked_at is null',
    [operator],
    { repeatable: true },
  )
  if (!row) return []
  return credentials
    .parse(row.credentials)
    .flatMap(({ id, revokedAt }) => (revokedAt ? [] : { id }))
}

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/)
const answer = z.object({
  id: base64url,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
})

/** The cause of the refusal of an answer that came late, or a second time. */
export const usedUp = Symbol('used up')

/** What a key answered, verified: whose key, and the statement that was signed. */
export interface Signed<S> {
  operator: string
  statement: S
  answer: KeyAnswer
}

/**
 * Takes the answer to a challenge of this purpose, once. `challengeOf` makes the challenge anew from the
 * statement that was remembered. Whatever does not hold is put on the record and refused with 403.
 */
export async function acceptKey<S>(
  c: Context<Env>,
  posted: string,
  wanted: { purpose: Purpose; statement: z.ZodType<S>; challengeOf: (statement: S) => Buffer },
): Promise<Signed<S>> {
  const { operators, stage } = c.get('app')
  const { purpose } = wanted
  const given = parsed(posted)
  if (!given) throw await refused(c, purpose, 'there is none')
  const taken = await operators.takeChallenge(given.challenge, purpose)
  if (!taken) throw await refused(c, purpose, 'it came too late, or a second time', usedUp)
  const statement = wanted.statement.parse(taken.statement)
  const key = await operators.credential(given.answer.credential)
  if (!key) throw await refused(c, purpose, 'this key is not known here')
  let counter: number
  try {
    counter = await verifyAnswer(given.answer, {
      challenge: wanted.challengeOf(statement),
      origin: stage.origin,
      rpId: rpIdOf(stage.origin),
      publicKey: key.publicKey,
      counter: key.counter,
    })
  } catch (cause) {
    throw await refused(c, purpose, 'it does not hold', cause)
  }
  if (!(await operators.credentialUsed(given.answer.credential, counter))) {
    throw await refused(c, purpose, 'its counter did not move on')
  }
  return { operator: key.operator, statement, answer: given.answer }
}

/** The refusal of a signature, already on the record. */
export async function refused(
  c: Context<Env>,
  purpose: Purpose,
  why: string,
  cause?: unknown,
): Promise<HTTPException> {
  const detail = cause instanceof Error ? `${why}: ${cause.message}` : why
  // The library quotes challenges and origins in its messages; the record keeps the fact alone.
  await refuse(c, purpose, detail.replaceAll(/"[^"]*"/g, '…'))
  return new HTTPException(403, {
    message: `The signature was not accepted: ${why}. Nothing was done with it.`,
    cause,
  })
}

function parsed(posted: string): { challenge: string; answer: KeyAnswer } | undefined {
  try {
    const { id, response } = answer.parse(JSON.parse(posted))
    const client: unknown = JSON.parse(
      Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'),
    )
    const { challenge } = z.object({ challenge: base64url }).parse(client)
    return { challenge, answer: { credential: id, ...response } }
  } catch {
    return undefined
  }
}
