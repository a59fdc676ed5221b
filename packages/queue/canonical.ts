// The canonical text of a request (RFC 8785) and its digest: what a person signs and a worker verifies.
import { createHash } from 'node:crypto'
import type { Json } from './json.ts'

const maxDepth = 16
const maxBytes = 256 * 1024

/** A value that has no canonical text here, and where in it the reason lies. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical'
}

/**
 * The one text of a value: keys sorted by UTF-16 code units, no white space, strings escaped as
 * ECMAScript does. Narrower than RFC 8785 so that every reader agrees: strings without lone surrogates,
 * booleans, null and safe integers, at most 16 levels and 256 KiB. Throws NotCanonical, naming the place.
 */
export function canonical(value: Json): string {
  const text = write(value, '', 0)
  if (Buffer.byteLength(text) > maxBytes) throw new NotCanonical(`larger than ${maxBytes} bytes`)
  return text
}

/** The SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Parses a text that must be its own canonical form; throws NotCanonical where it is not. */
export function parseCanonical(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new NotCanonical('not JSON', { cause })
  }
  // Doubled keys, escapes, numbers and white space that a parser forgives all end here.
  if (canonical(value) !== text) throw new NotCanonical('not in canonical form')
  return value
}

function write(value: Json, path: string, depth: number): string {
  if (depth > maxDepth) throw new NotCanonical(`${path || '/'} is deeper than ${maxDepth} levels`)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new NotCanonical(
        `${path || '/'} is a number that is no safe integer: write it as a string`,
      )
    }
    return String(value)
  }
  if (typeof value === 'string') return writeString(value, path)
  if (Array.isArray(value)) {
    return `[${value.map((item, at) => write(item, `${path}/${at}`, depth + 1)).join(',')}]`
  }
  if (typeof value !== 'object') throw new NotCanonical(`${path || '/'} is a ${typeof value}`)
  const members = Object.keys(value)
    .sort()
    .map(
      (key) =>
        `${writeString(key, path)}:${write(value[key] ?? null, `${path}/${key}`, depth + 1)}`,
    )
  return `{${members.join(',')}}`
}

function writeString(text: string, path: string): string {
  if (!text.isWellFormed()) throw new NotCanonical(`${path || '/'} has a lone surrogate`)
  return JSON.stringify(text)
}
