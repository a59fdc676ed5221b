// Enrolling a key by a one-time link: the first of a person, a backup, or that of a further device.
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { isRefusal, rpIdOf } from '#queue'
import { Page } from '../look/page.tsx'
import { Time } from '../look/time.tsx'
import { hashOf, signIn } from '../web/cookies.ts'
import type { Env } from '../web/environment.ts'
import { field, fields } from '../web/form.ts'
import { rate } from '../web/guard.ts'
import { challengeFor, challengeSeconds, freshNonce, keysOf, refused } from '../web/key.ts'

// ES256, EdDSA, RS256: what phones, laptops and security keys make.
const algorithms = [-7, -8, -257]

export const enrolPages = new Hono<Env>()

/** Whose link this is; every link that can't be used is refused with the same words. */
async function enrolment(c: Context<Env>) {
  const token = c.req.param('token') ?? ''
  const secretHash = hashOf(token)
  const found = /^[A-Za-z0-9_-]{43}$/.test(token)
    ? await c.get('app').operators.enrolment(secretHash)
    : undefined
  if (!found) {
    throw new HTTPException(404, {
      message: 'This link was used or has expired: ask for another one.',
    })
  }
  return { ...found, secretHash, path: `/enrol/${token}` }
}

enrolPages.get('/enrol/:token', rate(30), async (c) => {
  const { operator, expiresAt, path } = await enrolment(c)
  return c.html(
    <Page c={c} title="Enrol a key" script="/sign.js">
      <section class="card notice">
        <h1>Enrol a key for {operator}</h1>
        <p class="meta">
          With it you sign in, and sign for what can’t be undone. This link works once, until{' '}
          <Time at={expiresAt} />. For a key on another device, open this address there instead.
        </p>
        <form method="post" action={path} data-enrol={`${path}/options`}>
          <input type="hidden" name="registration" value="" />
          <p>
            <label for="label">What you call this device</label>
            <input id="label" name="label" maxlength={60} placeholder="phone, laptop, blue key" />
          </p>
          <button type="submit" class="primary" disabled>
            Enrol this device
          </button>
          <noscript>Enrolling a key needs scripts to be allowed for this page.</noscript>
        </form>
      </section>
    </Page>,
  )
})

const statement = z.strictObject({
  stage: z.string(),
  origin: z.string(),
  operator: z.string(),
  link: z.string(),
  nonce: z.string(),
})

enrolPages.post('/enrol/:token/options', rate(30), async (c) => {
  const { stage, operators } = c.get('app')
  const { operator, secretHash } = await enrolment(c)
  const said = {
    stage: stage.name,
    origin: stage.origin,
    operator,
    link: secretHash,
    nonce: freshNonce(),
  }
  const challenge = challengeFor('enrol', said)
  await operators.makeChallenge({
    challenge: challenge.toString('base64url'),
    purpose: 'enrol',
    operator,
    statement: said,
    seconds: challengeSeconds,
  })
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return c.json(
    await generateRegistrationOptions({
      rpName: `Countersign (${stage.name})`,
      rpID: rpIdOf(stage.origin),
      userName: operator,
      userDisplayName: operator,
      userID: Uint8Array.from(Buffer.from(operator)),
      challenge: Uint8Array.from(challenge),
      timeout: challengeSeconds * 1_000,
      excludeCredentials: await keysOf(c.get('app'), operator),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    }),
  )
})

enrolPages.post('/enrol/:token', rate(30), async (c) => {
  const { operators } = c.get('app')
  const { operator, secretHash } = await enrolment(c)
  const form = await fields(c)
  const key = await registered(c, field(form, 'registration'), secretHash)
  const label = field(form, 'label').trim().slice(0, 60)
  try {
    await operators.enrol(secretHash, { ...key, label: label === '' ? 'a key' : label })
  } catch (error) {
    if (isRefusal(error)) throw await refused(c, 'enrol', error.message)
    throw error
  }
  await signIn(c, operator, false)
  return c.redirect('/operators', 303)
})

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/)
const registration = z.object({
  id: base64url,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
const client = z.object({
  challenge: base64url,
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.never().optional(),
})

/** The key that was made for this link and its challenge, verified; throws 403 otherwise. */
async function registered(c: Context<Env>, posted: string, link: string) {
  const { operators, stage } = c.get('app')
  try {
    const { id, response } = registration.parse(JSON.parse(posted))
    const said = client.parse(
      JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')),
    )
    const taken = await operators.takeChallenge(said.challenge, 'enrol')
    const made = statement.parse(taken?.statement)
    if (made.link !== link) throw new Error('it was made for another link')
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...response, transports: [] },
      },
      expectedChallenge: challengeFor('enrol', made).toString('base64url'),
      expectedOrigin: stage.origin,
      expectedRPID: rpIdOf(stage.origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw new Error('it does not hold')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: response.transports,
      backedUp: credentialBackedUp,
    }
  } catch (cause) {
    throw await refused(c, 'enrol', 'this key can’t be enrolled', cause)
  }
}
