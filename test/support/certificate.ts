// A self-signed certificate made on the spot, since Node can read X.509 but not write it.
import { generateKeyPairSync, sign } from 'node:crypto'

/** PEM texts of a certificate for one DNS name or IPv4 address, and of its key. Valid for an hour. */
export function selfSigned(name: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const commonName = sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))
  const subject = sequence(der(0x31, commonName))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    ecdsaWithSha256,
    subject, // the issuer is itself
    sequence(time(-3_600_000), time(3_600_000)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(alternative(name)))))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(
    toBeSigned,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  const base64 = certificate.toString('base64').replace(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** One DER element (ITU-T X.690): tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))

function time(fromNowMs: number): Buffer {
  const iso = new Date(Date.now() + fromNowMs).toISOString()
  return der(0x17, Buffer.from(`${iso.replace(/[-:T]/g, '').slice(2, 14)}Z`))
}

function alternative(name: string): Buffer {
  const isAddress = /^\d+(\.\d+){3}$/.test(name)
  return isAddress
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name))
}
