// Values on their way into jsonb: what Postgres cannot store is replaced, and the record says so.

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const maxBytes = 4 * 1024 * 1024
const maxDepth = 100

/**
 * The JSON text of a value, fit for jsonb. Always succeeds: NUL and lone surrogates become U+FFFD,
 * numbers that are no finite double become strings, what is too deep, too large or no JSON at all is
 * replaced by a note `{ "unstorable": reason }`. `undefined` is SQL null.
 */
export function storable(value: unknown): string | null {
  if (value === undefined || value === null) return null
  let text: string | undefined
  try {
    text = JSON.stringify(clean(value, 0))
  } catch (error) {
    return note(error instanceof Error ? error.message : 'not JSON')
  }
  if (text === undefined) return note(`a ${typeof value} is not JSON`)
  if (Buffer.byteLength(text) > maxBytes) return note(`larger than ${maxBytes} bytes`)
  return text
}

/** Text fit for a text column: no NUL, no lone surrogate, at most `maxLength` characters. */
export function storableText(text: string, maxLength = 4_000): string {
  return text.slice(0, maxLength).replaceAll('\0', '\uFFFD').toWellFormed()
}

function note(reason: string): string {
  return JSON.stringify({ unstorable: storableText(reason, 200) })
}

function clean(value: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new Error(`deeper than ${maxDepth} levels`)
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return clean(value.toJSON(), depth + 1)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  // Own keys only, onto an object without a prototype: `__proto__` is a key like any other.
  const entries = Object.entries(value).map(([key, item]) => [
    key.replaceAll('\0', '\uFFFD').toWellFormed(),
    clean(item, depth + 1),
  ])
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
