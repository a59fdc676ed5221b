// The passkey step of an approval: what is to be signed, and whether what came back is that.
import { randomBytes } from 'node:crypto'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { type ApprovalStatement, approvalStatement, challengeOf, rpIdOf } from '#queue'
import type { Env } from '../web/environment.ts'
import type { LoadedRequest } from './load.ts'

type App = Env['Variables']['app']

const challengeSeconds = 300

/**
 * Options for the browser: a challenge that is the hash of exactly this approval, alive for five minutes.
 * The signed `actBefore` is the latest moment at which the act may begin, counted from now.
 */
export async function signingOptions(
  { stage, operators }: App,
  operator: string,
  { row, gate, now }: LoadedRequest,
  seen: { revision: number; digest: string },
) {
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
    nonce: randomBytes(16).toString('base64url'),
    challengeExpiresAt: after(now, challengeSeconds),
    actBefore: after(now, challengeSeconds + lifetime),
  }
  const challenge = challengeOf(statement)
  await operators.makeChallenge({
    challenge: challenge.toString('base64url'),
    purpose: 'approve',
    operator,
    statement,
    seconds: challengeSeconds,
  })
  return await generateAuthenticationOptions({
    rpID: rpIdOf(stage.origin),
    // As bytes: a string would be encoded a second time.
    challenge: Uint8Array.from(challenge),
    userVerification: 'required',
    timeout: challengeSeconds * 1_000,
  })
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)
const answer = z.object({
  id: base64url,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
})

/** What `decide` takes: by whom, with which proof, and until when it may begin. Single use. */
export async function signedApproval(app: App, loaded: LoadedRequest, posted: string) {
  const { stage, operators } = app
  const given = parse(posted)
  const { clientDataJSON, authenticatorData, signature } = given.response
  const client = z
    .object({ challenge: base64url })
    .safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  const taken = client.success && (await operators.takeChallenge(client.data.challenge, 'approve'))
  const statement = taken ? approvalStatement.parse(taken.statement) : undefined
  const mine = statement?.approval === loaded.row.id && statement.revision === loaded.row.revision
  if (!statement || !mine) throw signatureRefused('it was too late, or for another request')

  const key = await operators.credential(given.id)
  if (!key || key.operator !== statement.operator) throw signatureRefused('this key is not yours')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: given.id,
      rawId: given.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challengeOf(statement).toString('base64url'),
    expectedOrigin: stage.origin,
    expectedRPID: rpIdOf(stage.origin),
    requireUserVerification: true,
    credential: { id: given.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
  }).catch((cause: unknown) => {
    throw signatureRefused('it does not hold', cause)
  })
  if (!verified) throw signatureRefused('it does not hold')
  await operators.credentialUsed(given.id, authenticationInfo.newCounter)
  return {
    by: statement.operator,
    actBefore: new Date(statement.actBefore),
    assertion: { statement, credential: given.id, clientDataJSON, authenticatorData, signature },
  }
}

function parse(posted: string): z.infer<typeof answer> {
  try {
    return answer.parse(JSON.parse(posted))
  } catch (cause) {
    throw signatureRefused('there is none', cause)
  }
}

function signatureRefused(why: string, cause?: unknown): HTTPException {
  return new HTTPException(403, {
    message: `The signature was not accepted: ${why}. Nothing was decided.`,
    cause,
  })
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString()
}
