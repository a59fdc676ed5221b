// Checks an export of `countersign verify <task> --export <file>` with nothing but Node's own crypto:
//   node docs/verify-export.mjs <export.json> [operators.json]
// It trusts no program of this project and no database. Give the committed operators.json, so that the keys
// are those the owner pinned and not those the export claims. Exit code 0: everything holds.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [exportFile, pinsFile] = process.argv.slice(2)
const data = JSON.parse(readFileSync(exportFile, 'utf8'))
const pins = pinsFile ? JSON.parse(readFileSync(pinsFile, 'utf8')) : data.pins
const sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const bytesOf = (text) => Buffer.from(text, 'base64url')

let wrong = 0
function check(about, holds, says) {
  if (!holds) wrong += 1
  console.log(`${holds ? 'holds        ' : 'DOES NOT HOLD'}  ${about}: ${says}`)
}

// RFC 8785 for what a statement holds: strings and safe integers in one flat object.
function canonical(flat) {
  const members = Object.keys(flat).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${JSON.stringify(flat[name])}`).join(',')}}`
}

// A COSE key (RFC 9052) is a CBOR map of small integers to integers or bytes.
function coseKey(cose) {
  let at = 0
  const count = (info) => {
    if (info < 24) return info
    const size = 1 << (info - 24)
    at += size
    return cose.readUIntBE(at - size, size)
  }
  const item = () => {
    const head = cose[at++]
    const length = count(head & 31)
    if (head >> 5 === 0) return length
    if (head >> 5 === 1) return -1 - length
    if (head >> 5 !== 2) throw new Error('no COSE key')
    at += length
    return cose.subarray(at - length, at)
  }
  const members = cose[at++] & 31
  const key = new Map()
  for (let n = 0; n < members; n += 1) key.set(item(), item())
  const part = (label) => key.get(label).toString('base64url')
  const jwk =
    key.get(3) === -7
      ? { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }
      : key.get(3) === -8
        ? { kty: 'OKP', crv: 'Ed25519', x: part(-2) }
        : { kty: 'RSA', n: part(-1), e: part(-2) }
  return {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    hash: key.get(3) === -8 ? null : 'sha256',
  }
}

/** Why the signature of an approval does not hold, or undefined when it does. */
function signatureFault(request, began) {
  const { statement, credential, clientDataJSON, authenticatorData, signature } =
    request.assertion ?? {}
  if (!statement) return 'there is no signature'
  const expected = {
    stage: data.stage.name,
    origin: data.stage.origin,
    task: data.task.id,
    capability: data.task.capability,
    gate: request.gate,
    approval: request.id,
    revision: request.revision,
    verdict: 'approve',
    digest: request.digest,
    operator: request.decidedBy,
  }
  for (const [name, value] of Object.entries(expected)) {
    if (statement[name] !== value) return `the signature is over another ${name}`
  }
  const person = pins.operators.find(({ name }) => name === statement.operator)
  const pinned = person?.keys.find((key) => key.credential === credential)
  if (!pinned) return `the key is not pinned for ${statement.operator}`
  if (began >= statement.actBefore) return 'what was signed had to be done earlier'

  const challenge = sha256(`countersign/approval/v1\n${canonical(statement)}`).toString('base64url')
  const client = JSON.parse(bytesOf(clientDataJSON).toString('utf8'))
  if (client.type !== 'webauthn.get' || client.challenge !== challenge)
    return 'the key signed something else'
  if (client.origin !== statement.origin || client.crossOrigin || client.topOrigin)
    return 'it was signed on another page'
  const answer = bytesOf(authenticatorData)
  const rp = sha256(new URL(statement.origin).hostname)
  if (!answer.subarray(0, 32).equals(rp)) return 'it was signed for another site'
  if ((answer[32] & 5) !== 5) return 'the person was not present, or not verified'
  const { key, hash } = coseKey(bytesOf(pinned.publicKey))
  const signed = Buffer.concat([answer, sha256(bytesOf(clientDataJSON))])
  return verify(hash, signed, key, bytesOf(signature))
    ? undefined
    : 'the signature is not of this key'
}

for (const request of data.requests) {
  const about = `request ${request.id}`
  const intact = request.body === null || sha256(request.body).toString('hex') === request.digest
  check(
    about,
    intact,
    request.body === null ? 'its text was erased, its digest stays' : 'its text and its digest',
  )
}
const loopback = new URL(data.stage.origin).hostname === 'localhost'
for (const effect of data.effects) {
  const about = `effect ${effect.id}, ${effect.name}`
  if (effect.approvalId === null) {
    check(about, effect.ungatedReason !== null, `acts without asking (${effect.ungatedReason})`)
    continue
  }
  const request = data.requests.find(({ id }) => id === effect.approvalId)
  const covered =
    request?.verdict === 'approve' &&
    request.digest === effect.digest &&
    request.effects.includes(effect.name)
  check(about, covered === true, `was approved as request ${effect.approvalId}, for this digest`)
  if (!covered) continue
  const session = request.assertion === null && (loopback || request.irreversible === false)
  const fault = session ? undefined : signatureFault(request, effect.beganAt)
  check(
    about,
    !fault,
    fault ??
      (session
        ? `approved by ${request.decidedBy} in a session`
        : `signed by ${request.decidedBy}`),
  )
  const late = request.revokedAt !== null && effect.beganAt > request.revokedAt
  if (late) check(about, false, `begun after it was revoked at ${request.revokedAt}`)
}
console.log(wrong === 0 ? 'everything holds' : `${wrong} findings do not hold`)
process.exitCode = wrong === 0 ? 0 : 1
