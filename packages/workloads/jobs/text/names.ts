// Finds known names in a text in one pass over its words, the longest name first.

export interface Found<T> {
  value: T
  text: string
  index: number
  end: number
}

const wordChar = /[\p{L}\p{N}]/u

/**
 * A finder for many names. A name counts where no letter or digit touches it. Names are looked
 * up by their first word, so a text costs the same however many names are known.
 */
export function nameFinder<T>(names: ReadonlyMap<string, T>): (text: string) => Found<T>[] {
  const byFirst = new Map<string, { name: string; value: T; lead: number }[]>()
  for (const [name, value] of names) {
    // ".NET" starts before its first word.
    const lead = name.search(wordChar)
    const word = name.slice(lead).match(/^[\p{L}\p{N}]+/u)?.[0] ?? name
    const list = byFirst.get(word) ?? []
    list.push({ name, value, lead })
    byFirst.set(word, list)
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.name.length - a.name.length)
  // Most words can't start a name; their first two characters say so without a look-up of the word.
  const starts = new Uint8Array(65_536)
  for (const word of byFirst.keys()) starts[startOf(word, 0, word.length)] = 1
  return (text) => {
    const found: Found<T>[] = []
    let from = 0
    let index = -1
    for (let end = 0; end <= text.length; end++) {
      if (inWord(text, end)) {
        if (index < 0) index = end
        continue
      }
      const at = index
      index = -1
      if (at < from || starts[startOf(text, at, end)] === 0) continue
      const names = byFirst.get(text.slice(at, end))
      const match = names?.find(({ name, lead }) => stands(text, name, at - lead))
      if (!match) continue
      from = at - match.lead + match.name.length
      found.push({ value: match.value, text: match.name, index: at - match.lead, end: from })
    }
    return found
  }
}

/**
 * Matches single lower-case words: no name is in a text without a word that matches. For masks, so
 * that most sentences aren't searched at all.
 */
export function wordsOfNames(names: Iterable<string>): RegExp {
  // Of several words the longest: "york" is rarer than "new".
  const rarest = [...names].map((name) => {
    const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [name]
    return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
  })
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...new Set(rarest)].join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  )
}

/** Of the first two characters; not every pair has its own number. */
function startOf(text: string, index: number, end: number): number {
  const second = index + 1 < end ? text.charCodeAt(index + 1) : 0
  return (text.charCodeAt(index) * 257 + second) & 65_535
}

function stands(text: string, name: string, index: number): boolean {
  if (!text.startsWith(name, index)) return false
  const next = text[index + name.length]
  return next === undefined || !wordChar.test(next)
}

/** 1 for each letter and digit of ASCII, by its code. */
const ascii = Uint8Array.from({ length: 128 }, (_, code) =>
  wordChar.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Letters and digits. ASCII is read from the table, the rest by its Unicode class. */
function inWord(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  return code < 128 ? ascii[code] === 1 : wordChar.test(text.charAt(at))
}

/** How many texts a reader remembers: a sentence, and it without what is said of others. */
const remembered = 4

/**
 * Remembers the answers for the last texts: the rules ask the same of one sentence several times
 * in a row.
 */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known: { text: string; found: T }[] = []
  let oldest = 0
  return (text) => {
    for (const entry of known) if (entry.text === text) return entry.found
    const found = read(text)
    known[oldest] = { text, found }
    oldest = (oldest + 1) % remembered
    return found
  }
}
