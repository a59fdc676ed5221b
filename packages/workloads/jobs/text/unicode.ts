// Visible text only: takes out characters a reader can't see, and says when they carried something.
import { pattern } from './pattern.ts'

/**
 * Tag characters spell hidden ASCII; bidi overrides reorder what is read. Neither has a use in a
 * posting.
 */
const smuggling = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]|[\u{E0100}-\u{E01EF}]/gu
/**
 * Zero-width characters, fillers and soft hyphens: common leftovers of editors, harmless in
 * small numbers.
 */
const invisible = pattern('g')`
    \u034F|
    [\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|
    [\u180B-\u180D]|[\uFE00-\uFE0F]
  `
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g
const anyInvisible = new RegExp(`${smuggling.source}|${invisible.source}|${controls.source}`, 'u')

export interface VisibleText {
  text: string
  /** True when the removed characters could have carried a message or reordered the text. */
  suspicious: boolean
}

/**
 * The text as a person would see it: NFKC, without invisible characters, spaces made plain.
 * Suspicious from the first tag or bidi character on, or when zero-width characters outnumber
 * words' joints (more than 20: a stray one per bullet is what editors leave behind).
 */
export function visibleText(raw: string): VisibleText {
  if (!anyInvisible.test(raw))
    return { text: plainSpaces(raw.normalize('NFKC')), suspicious: false }
  const smuggled = raw.match(smuggling)?.length ?? 0
  const hidden = raw.match(invisible)?.length ?? 0
  const text = raw.replace(smuggling, '').replace(invisible, '').replace(controls, ' ')
  return { text: plainSpaces(text.normalize('NFKC')), suspicious: smuggled > 0 || hidden > 20 }
}

function plainSpaces(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\S\n]+/g, ' ')
}

/** One line: trimmed, inner white space collapsed. For titles, names and places. */
export function oneLine(raw: string): string {
  return visibleText(raw).text.replace(/\s+/g, ' ').trim()
}

/**
 * A comparison key that keeps every script: lower case, letters and digits only.
 * A name with neither (an emoji) keeps its characters, so that no two names meet in an empty key.
 */
export function nameKey(name: string): string {
  const folded = oneLine(name).toLowerCase()
  const letters = folded
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? folded : letters
}
