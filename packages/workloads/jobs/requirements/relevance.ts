// Which rules a sentence may matter to, from its words alone. A night repeats its words, so each is
// tested once.

/** Word → bits, one per pattern. */
export type WordMask = (low: string) => number

/** At most 31 patterns; bit n of a text is set when one of its words matches pattern n. */
export function wordMask(patterns: readonly RegExp[]): WordMask {
  const known = new Map<string, number>()
  const bitsOf = (word: string) =>
    patterns.reduce((sum, pattern, at) => (pattern.test(word) ? sum | (1 << at) : sum), 0)
  return (low) => {
    let mask = 0
    for (const word of low.split(' ')) {
      let bits = known.get(word)
      if (bits === undefined) {
        bits = bitsOf(word)
        if (known.size >= 100_000) known.clear()
        // A copy: a slice would keep the whole posting it was cut from.
        known.set([...word].join(''), bits)
      }
      mask |= bits
    }
    return mask
  }
}
