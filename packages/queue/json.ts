// Values on their way into jsonb: what Postgres cannot store is replaced, and the record says so.

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const maxBytes = 4 * 1024 * 1024
const maxDepth = 100

/**
 * The JSON text of a value, fit for jsonb. Always succeeds: NUL and lone surrogates become U+FFFD,
 * numbers that are no finite double and big integers become strings, an Error its name and message; what
 * is too deep, too large (4 MiB) or no JSON at all is replaced by a note `{ "unstorable": reason }`.
 * `undefined` and null are SQL null.
 */
export function storable(value: unknown): string | null {
  if (value === undefined || value === null) return null
  let text: string | undefined
  try {
    text = JSON.stringify(clean(value, { depth: 0, left: maxBytes }))
  } catch (error) {
    return note(error instanceof RangeError ? error.message : 'it cannot be read')
  }
  if (text === undefined) return note('it is not JSON')
  return Buffer.byteLength(text) > maxBytes ? note(tooLarge) : text
}

/** Text fit for a text column: no NUL, no lone surrogate, at most `maxLength` characters. */
export function storableText(text: string, maxLength = 4_000): string {
  return storableString(text.slice(0, maxLength))
}

function storableString(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

function note(reason: string): string {
  return JSON.stringify({ unstorable: storableText(reason, 200) })
}

const tooLarge = `it is larger than ${maxBytes} bytes`

/** How deep the walk is, and how many characters the whole text may still have. */
interface Budget {
  depth: number
  left: number
}

/** A copy that JSON.stringify can only write in one way. Throws RangeError beyond a limit. */
function clean(value: unknown, budget: Budget): unknown {
  // At least a character and a comma: so one object that is referred to again and again is bounded too.
  spend(budget, typeof value === 'string' ? value.length : 2)
  if (typeof value === 'string') return storableString(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (budget.depth >= maxDepth) throw new RangeError(`it is deeper than ${maxDepth} levels`)
  budget.depth += 1
  const copy = cleanObject(value, budget)
  budget.depth -= 1
  return copy
}

function cleanObject(value: object, budget: Budget): unknown {
  if (ArrayBuffer.isView(value)) throw new RangeError('it is binary')
  if ('toJSON' in value && typeof value.toJSON === 'function') return clean(value.toJSON(), budget)
  if (value instanceof Error) return clean({ name: value.name, message: value.message }, budget)
  if (Array.isArray(value)) {
    if (value.length > budget.left) throw new RangeError(tooLarge)
    return value.map((item) => clean(item, budget))
  }
  // Own keys only, onto an object without a prototype: `__proto__` is a key like any other.
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) {
    spend(budget, key.length)
    copy[storableString(key)] = clean(item, budget)
  }
  return copy
}

function spend(budget: Budget, characters: number) {
  budget.left -= characters
  if (budget.left < 0) throw new RangeError(tooLarge)
}
