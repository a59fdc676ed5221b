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
  const starts = new Set([...byFirst.keys()].map((word) => startOf(word, 0, word.length)))
  return (text) => {
    const found: Found<T>[] = []
    let from = 0
    eachWord(text, (index, end) => {
      if (index < from || !starts.has(startOf(text, index, end))) return
      const names = byFirst.get(text.slice(index, end))
      const match = names?.find(({ name, lead }) => stands(text, name, index - lead))
      if (!match) return
      const at = index - match.lead
      from = at + match.name.length
      found.push({ value: match.value, text: match.name, index: at, end: from })
    })
    return found
  }
}

/**
 * Matches single lower-case words: no name is in a text without a word that matches. For masks, so
 * that most sentences aren't searched at all.
 */
export function wordsOfNames(names: Iterable<string>): RegExp {
  const first = [...names].map((name) => /[\p{L}\p{N}]+/u.exec(name.toLowerCase())?.[0] ?? name)
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...new Set(first)].join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  )
}

function startOf(text: string, index: number, end: number): number {
  const second = index + 1 < end ? text.charCodeAt(index + 1) : 0
  return text.charCodeAt(index) * 65_536 + second
}

function stands(text: string, name: string, index: number): boolean {
  if (!text.startsWith(name, index)) return false
  const next = text[index + name.length]
  return next === undefined || !wordChar.test(next)
}

/** Runs of letters and digits. ASCII is read by code, the rest by its Unicode class. */
function eachWord(text: string, visit: (index: number, end: number) => void): void {
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    const inWord =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      (code > 127 && wordChar.test(text.charAt(at)))
    if (inWord && start < 0) start = at
    else if (!inWord && start >= 0) {
      visit(start, at)
      start = -1
    }
  }
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
