// Which rules a sentence may matter to, from its words alone. A night repeats its words, so each is
// tested once.

import { compact } from '../text/compact.ts'

/** Text → bits, one per pattern. */
export type WordMask = (low: string) => number

/** Slots of the table; a power of two, and never more than half of them are taken. */
const slots = 65_536

/** At most 31 patterns; bit n of a text is set when one of its words matches pattern n. */
export function wordMask(patterns: readonly RegExp[]): WordMask {
  const words = new Array<string>(slots).fill('')
  const bits = new Int32Array(slots)
  let taken = 0
  const bitsOf = (word: string) =>
    patterns.reduce((sum, pattern, at) => (pattern.test(word) ? sum | (1 << at) : sum), 0)
  /** The word's slot, by its hash: cheaper than to cut the word out and look it up in a map. */
  const slotOf = (low: string, from: number, to: number, hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    for (let known = words[slot]; known; known = words[slot]) {
      if (known.length === to - from && low.startsWith(known, from)) return slot
      slot = (slot + 1) & (slots - 1)
    }
    if (taken >= slots / 2) {
      taken = 0
      words.fill('')
    }
    taken++
    const word = compact(low.slice(from, to))
    words[slot] = word
    bits[slot] = bitsOf(word)
    return slot
  }
  return (low) => {
    let mask = 0
    let from = 0
    let hash = 0
    for (let at = 0; at <= low.length; at++) {
      const code = at < low.length ? low.charCodeAt(at) : 32
      if (code !== 32) {
        hash = Math.imul(hash ^ code, 16_777_619)
        continue
      }
      if (at > from) mask |= bits[slotOf(low, from, at, hash)] ?? 0
      from = at + 1
      hash = 0
    }
    return mask
  }
}
