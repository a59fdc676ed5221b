// What an authenticator answered to a challenge, and whether it did: the one use of the WebAuthn library.
import * as z from 'zod'

/** The four parts of an answer (an assertion, in WebAuthn's words), all base64url. */
export interface KeyAnswer {
  credential: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

export interface ExpectedAnswer {
  challenge: Buffer
  origin: string
  rpId: string
  /** The COSE public key. */
  publicKey: Uint8Array
  /** The key's counter before this answer; 0 for a stored answer, which was counted when it was made. */
  counter: number
}

const framing = z.object({
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.never().optional(),
})

/**
 * Checks type, challenge, origin, relying party, user presence, user verification and the signature;
 * resolves to the key's new counter, or throws an Error that says what does not hold. Answers given inside
 * another site's frame are refused here: the library lets `crossOrigin` pass where `topOrigin` is missing.
 */
export async function verifyAnswer(answer: KeyAnswer, expected: ExpectedAnswer): Promise<number> {
  const { credential, clientDataJSON, authenticatorData, signature } = answer
  // Loaded with the first answer: a tick that acts on none starts in half the time.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credential,
      rawId: credential,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: expected.challenge.toString('base64url'),
    expectedOrigin: expected.origin,
    expectedRPID: expected.rpId,
    requireUserVerification: true,
    credential: {
      id: credential,
      publicKey: Uint8Array.from(expected.publicKey),
      counter: expected.counter,
    },
  })
  if (!verified) throw new Error('it was made by another key')
  const client: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  if (!framing.safeParse(client).success) throw new Error('it was given inside another page')
  return authenticationInfo.newCounter
}
