// An authenticator made of node:crypto: enrols keys and signs what a test wants signed, right or wrong.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { fingerprintWords } from '#queue'

/** What makes an answer wrong; everything is as it should be by default. */
export interface Flaws {
  type?: string
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  userPresent?: boolean
  crossOrigin?: boolean
  topOrigin?: string
  counter?: number
  /** Signs with another key than the one of this credential. */
  signWith?: KeyObject
  credential?: string
}

export interface Answer {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** A key on a device, for one origin. `ed25519` and `rsa` make what some security keys and Windows make. */
export function authenticator(origin: string, kind: 'p256' | 'ed25519' | 'rsa' = 'p256') {
  const rpId = new URL(origin).hostname
  const id = randomBytes(16)
  const { privateKey, jwk } = keyPair(kind)
  const publicKey = coseOf(jwk)
  let counter = 0

  const clientData = (type: string, challenge: string, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: flaws.crossOrigin ?? false,
        ...(flaws.topOrigin && { topOrigin: flaws.topOrigin }),
      }),
    )
  const authData = (flaws: Flaws, attested: Buffer | null) => {
    const verified = flaws.userVerified === false ? 0 : 4
    const present = flaws.userPresent === false ? 0 : 1
    counter += 1
    const head = Buffer.alloc(5)
    head[0] = present | verified | (attested ? 0x40 : 0)
    head.writeUInt32BE(flaws.counter ?? counter, 1)
    return Buffer.concat([sha256(flaws.rpId ?? rpId), head, ...(attested ? [attested] : [])])
  }

  return {
    credential: b64(id),
    publicKey,
    privateKey,
    /** Answers the options of a registration: the JSON that a form is posted with. */
    register(options: { challenge: string }, flaws: Flaws = {}): string {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey])
      const object = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(flaws, attested)],
        ]),
      )
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', options.challenge, flaws)),
          attestationObject: b64(object),
          transports: ['internal'],
        },
      })
    },
    /** Signs a challenge (base64url). */
    answer(challenge: string, flaws: Flaws = {}): Answer {
      const client = clientData('webauthn.get', challenge, flaws)
      const data = authData(flaws, null)
      const signed = Buffer.concat([data, sha256(client)])
      const hash = kind === 'ed25519' ? null : 'sha256'
      return {
        id: flaws.credential ?? b64(id),
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign(hash, signed, flaws.signWith ?? privateKey)),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>

/** The key as operators.json holds it. */
export function pinOf(name: string, { credential, publicKey }: Authenticator) {
  const fingerprint = fingerprintWords(publicKey)
  const cose = publicKey.toString('base64url')
  return { name, keys: [{ credential, publicKey: cose, label: 'key', fingerprint }] }
}

function keyPair(kind: 'p256' | 'ed25519' | 'rsa'): { privateKey: KeyObject; jwk: JsonWebKey } {
  const { privateKey, publicKey } =
    kind === 'p256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { privateKey: createPrivateKey(pem), jwk: publicKey.export({ format: 'jwk' }) }
}

/** The COSE form of a public key (RFC 9052), as authenticators write it. */
function coseOf(jwk: JsonWebKey): Buffer {
  const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  if (jwk.kty === 'EC') {
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ]),
    )
  }
  if (jwk.kty === 'OKP') {
    return cbor(
      new Map<number, unknown>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part(jwk.x)],
      ]),
    )
  }
  return cbor(
    new Map<number, unknown>([
      [1, 3],
      [3, -257],
      [-1, part(jwk.n)],
      [-2, part(jwk.e)],
    ]),
  )
}

/** As much CBOR (RFC 8949) as an authenticator writes: integers, bytes, texts, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
    return Buffer.concat([head(5, value.size), ...members])
  }
  throw new Error(`no CBOR for a ${typeof value}`)
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
