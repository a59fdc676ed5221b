// The first line of a request: the gate's own sentence, filled from what will be done.
import type { RequestBody } from '#queue'
import { at } from './pointer.ts'

/**
 * Fills `{/action/…}` in the gate's template from the request: never from a model's or a worker's prose.
 * A pointer that names nothing stays visible as it is, so that a gap is seen.
 */
export function sentenceOf(template: string, request: RequestBody): string {
  return template.replaceAll(/\{(\/[^{}]*)\}/g, (whole, pointer: string) => {
    const value = at({ ...request }, pointer)
    if (value === undefined) return whole
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** Six characters by which a person knows a request again, in the message and on the page: K7Q-2MD. */
export function codeOf(publicId: string): string {
  // Crockford's alphabet: no letter that reads like a figure.
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const bits = Number.parseInt(publicId.slice(0, 8), 16)
  const code = Array.from({ length: 6 }, (_, i) => alphabet[Math.floor(bits / 32 ** i) % 32]).join(
    '',
  )
  return `${code.slice(0, 3)}-${code.slice(3)}`
}
