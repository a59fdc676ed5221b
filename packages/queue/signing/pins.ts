// The owner's committed list of who may sign: operators.json, like ssh's allowed_signers.
import { createHash } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as z from 'zod'

const key = z.strictObject({
  /** The id of the credential and its COSE public key, both base64url. */
  credential: z.string().regex(/^[A-Za-z0-9_-]+$/),
  publicKey: z.string().regex(/^[A-Za-z0-9_-]+$/),
  label: z.string(),
  /** `fingerprintWords` of the public key, for the eyes of a reviewer. */
  fingerprint: z.string(),
})

export const pins = z.strictObject({
  operators: z.array(z.strictObject({ name: z.string(), keys: z.array(key) })).max(100),
})
export type Pins = z.infer<typeof pins>
export type PinnedKey = z.infer<typeof key>

/** No operator at all: every deployed irreversible effect is refused. */
export const noPins: Pins = { operators: [] }

/** The key an operator may sign with under this credential id, or undefined. */
export function pinnedKey(
  known: Pins,
  operator: string,
  credential: string,
): PinnedKey | undefined {
  const person = known.operators.find(({ name }) => name === operator)
  return person?.keys.find((candidate) => candidate.credential === credential)
}

/** Whether exactly this key (its id and its COSE public key, base64url) is pinned for this person. */
export function isPinned(
  known: Pins,
  operator: string,
  { credential, publicKey }: Pick<PinnedKey, 'credential' | 'publicKey'>,
): boolean {
  return pinnedKey(known, operator, credential)?.publicKey === publicKey
}

/**
 * A public key's fingerprint as six words: 66 bits of its SHA-256, enough to tell two keys apart by eye,
 * said the same by the page and the command line.
 */
export function fingerprintWords(publicKey: Uint8Array): string {
  const digest = createHash('sha256').update(publicKey).digest()
  const bits = BigInt(`0x${digest.toString('hex')}`)
  const words = Array.from({ length: 6 }, (_, at) => {
    const index = Number((bits >> BigInt(256 - 11 * (at + 1))) & 2047n)
    return wordlist[index] ?? ''
  })
  return words.join('-')
}
