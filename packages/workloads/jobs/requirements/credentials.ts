// Degrees and years in one sentence, with their alternatives: "a BSc and six years, or a master's
// and three".

import { remembering } from '../text/names.ts'
import { matches, pattern } from '../text/pattern.ts'
import { type DegreeAtom, degreesIn } from './degree-words.ts'
import { digits } from './numbers.ts'
import { bareYears, type YearsAtom, yearsIn } from './year-counts.ts'

export interface Branch {
  years: YearsAtom[]
  degrees: readonly DegreeAtom[]
  /** "… or equivalent experience". */
  equivalent: boolean
}

/** "Or six with a degree", also in brackets and there without the "or". */
const alternative = pattern('gi')`
    \s\((?=\d{1,2}\s?\+?\s(?:years? )?(?:with|if you have)\b[^)]*\b(?:degree|bachelor|master|ph\.?d))|
    ,?\s+\(?(?:and\/or|or|oder|ou)\s+(?=(?:at least |minimum |a |an |the |with |hold(?:ing)?[ ]|
    (?:ein(?:e)? ))?(?:\d|bachelor|master|ph\.?d|doctor|degree|equivalent|comparable|bs\b|
    ms\b|msc\b|bsc\b|b\.|m\.|advanced|university|
    (?:significant|extensive) (?:\w+ )?experience))
  `
const ample = /\bor (?:significant|extensive)/i
const equivalentWords = pattern('i')`
    equivalent(?<!\b(?:foreign|u\.?s\.?) equivalent)|comparable (?:experience|qualification)|similar experience|vergleichbar|
    practical experience in lieu|in lieu of|gleichwertig|equivalente
  `

/**
 * A sentence's branches: any one of them is enough. Takes digitised text; offsets are those of
 * the whole text, since a branch is the text with everything outside of it blanked.
 */
export const branchesOf: (text: string) => readonly Branch[] = remembering(readBranches)

function readBranches(text: string): Branch[] {
  const known = yearsIn(text)
  const degrees = degreesIn(text)
  const equivalent = equivalentWords.test(text)
  const parts =
    known.length + degrees.length >= 2 || equivalent || (degrees.length > 0 && ample.test(text))
      ? splitBranches(text)
      : [text]
  if (parts.length < 2) return [{ years: known, degrees, equivalent }]
  return parts.map((part) => {
    const years = yearsIn(part)
    const bare = years.length === 0 && known.length > 0 ? bareYears(part) : []
    return {
      years: [...years, ...bare],
      degrees: degreesIn(part),
      equivalent: equivalentWords.test(part),
    }
  })
}

function keep(text: string, from: number, to: number): string {
  return ' '.repeat(from) + text.slice(from, to) + ' '.repeat(text.length - to)
}

function splitBranches(text: string): string[] {
  const cuts = [0]
  for (const match of matches(text, alternative))
    cuts.push(match.index, match.index + match[0].length)
  cuts.push(text.length)
  const parts: string[] = []
  for (let at = 0; at + 1 < cuts.length; at += 2)
    parts.push(keep(text, cuts[at] ?? 0, cuts[at + 1] ?? text.length))
  return parts.flatMap(splitList)
}

/** "BS/MS/PhD": every degree of the list is a branch of its own. */
function splitList(part: string): string[] {
  const degrees = degreesIn(part)
  const joined = degrees
    .slice(1)
    .every((degree, at) => /^[\s./,]*$/.test(part.slice(degrees[at]?.end ?? 0, degree.index)))
  if (degrees.length < 2 || !joined) return [part]
  const from = degrees[0]?.index ?? 0
  const to = degrees.at(-1)?.end ?? part.length
  const blank = part.slice(0, from) + ' '.repeat(to - from) + part.slice(to)
  return degrees.map(
    (degree) =>
      blank.slice(0, degree.index) + part.slice(degree.index, degree.end) + blank.slice(degree.end),
  )
}

const alones = new Map<string, RegExp>()

/** A number word where it stands alone; there are few of them. */
function alone(word: string): RegExp {
  const known = alones.get(word) ?? new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu')
  alones.set(word, known)
  return known
}

/** Words to digits without touching the capitals of the rest. */
export function digitised(norm: string): string {
  const low = norm.toLowerCase()
  const changed = digits(low)
  if (changed === low) return norm
  let text = norm
  for (const word of low.match(/half a decade|(?:a|one) decade|two decades|[\p{L}]+/gu) ?? []) {
    const digit = digits(word)
    if (digit !== word) text = text.replace(alone(word), digit)
  }
  return text.replace(/\b(?:between|zwischen|entre) (\d+) (?:and|und|et|y) (\d+)\b/gi, '$1-$2')
}
