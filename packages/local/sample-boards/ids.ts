// Ids that stay the same from start to start, derived from what they name.
import { createHash } from 'node:crypto'

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')

export function uuidOf(text: string): string {
  const hex = hexOf(text)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Ten digits, so more than 32 bits hold, as Greenhouse's ids are. */
export function numberOf(text: string): number {
  return 4_300_000_000 + (Number.parseInt(hexOf(text).slice(0, 8), 16) % 600_000_000)
}
