// Finds known names in a text in one pass over its words, the longest name first.
import { matches } from './pattern.ts'

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
    const word = name.slice(lead).match(/^[\p{L}\p{N}]+/u)?.[0]
    if (word === undefined) continue
    const list = byFirst.get(word) ?? []
    list.push({ name, value, lead })
    byFirst.set(word, list)
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.name.length - a.name.length)
  const words = wordsLike(byFirst.keys())
  return (text) => {
    const found: Found<T>[] = []
    let from = 0
    for (const { 0: word, index: at } of matches(text, words)) {
      if (at < from) continue
      const match = byFirst.get(word)?.find(({ name, lead }) => stands(text, name, at - lead))
      if (!match) continue
      from = at - match.lead + match.name.length
      found.push({ value: match.value, text: match.name, index: at - match.lead, end: from })
    }
    return found
  }
}

/** Every word of a text that begins with the two characters of one of these: few others do. */
function wordsLike(words: Iterable<string>): RegExp {
  const starts = Map.groupBy(
    [...words].map((word) => [...word]),
    ([first]) => first,
  )
  const either = [...starts].map(([first, of]) => {
    const next = [...new Set(of.map((word) => word[1] ?? ''))].join('')
    const ends = of.some((word) => word.length === 1) ? '|(?![\\p{L}\\p{N}])' : ''
    return `${first}(?:[${next}]${ends})`
  })
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${either.join('|')})[\\p{L}\\p{N}]*`, 'gu')
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

function stands(text: string, name: string, index: number): boolean {
  if (!text.startsWith(name, index)) return false
  const next = text[index + name.length]
  return next === undefined || !wordChar.test(next)
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
