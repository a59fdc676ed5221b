// A posting's text as sentences, each with the section it stands in.
import { compact } from './compact.ts'
import { matches, pattern } from './pattern.ts'
import { type Section, sectionOf } from './sections.ts'

export interface Sentence {
  /** As written: what a person is shown as the quote. */
  text: string
  /** The same with plain quotes and hyphens, same length. */
  norm: string
  /** `norm` in lower case. */
  low: string
  section: Section
}

const maxSentences = 2_000
const maxSentenceChars = 2_000

/**
 * A full stop after one of these doesn't end a sentence; nor does one after a single letter
 * (U.S., e.g., z.B.).
 */
const abbreviation = pattern('iu')`
    (?:^|[\s("'/-])(?:[\p{L}]|[\p{L}](?:\.[\p{L}])+|approx|incl|excl|etc|vs|Sr|Jr|Dr|Mr|Mrs|
    Ms|Inc|Ltd|Corp|Co|No|St|Ph\.?D|M\.?Sc|B\.?Sc|yrs?|hrs?|min|max|ca|bzw|ggf|inkl|evtl|mind|
    usw|Nr|Std|exp|dept|est)\.$
  `
/** "1. Januar": an ordinal, and no end. */
const germanMonth = /^(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/
const ending = /[.!?…。！？]+["')\]]*(?=\s|$)/g

const fancyMarks =
  /[\u2018\u2019\u02BC\u2032`´\u201C\u201D\u201E\u00AB\u00BB\u2033\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/

/** Quotes and hyphens made plain, one character for one, so that offsets and lengths stay. */
function plainMarks(text: string): string {
  if (!fancyMarks.test(text)) return text
  return text
    .replace(/[\u2018\u2019\u02BC\u2032`´]/g, "'")
    .replace(/[\u201C\u201D\u201E\u00AB\u00BB\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-')
}

function lower(norm: string): string {
  const low = norm.toLowerCase()
  return low.length === norm.length ? low : norm
}

/** One sentence outside any posting, e.g. a title. */
export function sentence(text: string, section: Section = 'other'): Sentence {
  const norm = plainMarks(text)
  return { text, norm, low: lower(norm), section }
}

/** Splits one line. Bullets and headings are handled by the caller. */
export function splitLine(line: string): string[] {
  return cutsOf(line).map(([start, end]) => line.slice(start, end))
}

/** Start and end of each sentence of a line, white space trimmed. */
function cutsOf(line: string): [number, number][] {
  const cuts: [number, number][] = []
  let start = 0
  const cut = (end: number) => {
    const text = line.slice(start, end)
    const trimmed = text.trim()
    const from = start + text.indexOf(trimmed)
    if (trimmed !== '') cuts.push([from, from + trimmed.length])
    start = end
  }
  for (const match of matches(line, ending)) {
    const end = match.index + match[0].length
    if (goesOn(line, start, match.index, match[0], end)) continue
    cut(end)
  }
  cut(line.length)
  return cuts
}

/**
 * True when the mark at `index` doesn't end a sentence: an abbreviation, a number, a small
 * letter behind it.
 */
function goesOn(line: string, start: number, index: number, mark: string, end: number): boolean {
  if (!mark.startsWith('.')) return false
  const before = line.slice(Math.max(start, index - 14), index + 1)
  const next = line.slice(end, end + 12).trimStart()
  if (/^\p{Ll}/u.test(next)) return true
  if (/^\d/.test(next) && /\d\.$/.test(before)) return true
  if (/\b[0-3]?\d\.$/.test(before) && germanMonth.test(next)) return true
  return abbreviation.test(before) && !endsForSure(before, next)
}

/** "… in the U.S. You must" does end; "U.S. Citizens" doesn't. */
function endsForSure(before: string, next: string): boolean {
  return (
    /(?:U\.S|U\.K|U\.S\.A|E\.U|etc|exp|yrs?)\.$/i.test(before) &&
    /^(?:We|You|The|This|Our|It|If|In|For|No|All|Must|A|An|Please)\b/.test(next)
  )
}

/** A posting's line: its sentences, and the section that it stands in or opens. */
export interface Line<S extends Sentence> {
  section: Section
  sentences: readonly S[]
}

/** Reads a line (`## ` heading, `- ` bullet) behind others that left `section` open. */
export function readLine(line: string, section: Section): Line<Sentence> {
  const heading = headingOf(line)
  const opened = heading === null ? section : sectionOf(heading)
  // A heading can be a requirement too ("Remote within the EU"), so it goes on as a sentence.
  const said = line.startsWith('## ') ? line.slice(3) : line.replace(/^(?:- )+/, '')
  const plain = plainMarks(said)
  const norm = plain === said ? said : compact(plain)
  const low = lower(norm)
  const sentences = cutsOf(said).map(([from, end]) => {
    const to = Math.min(end, from + maxSentenceChars)
    const text = said.slice(from, to)
    return { text, norm: norm.slice(from, to), low: low.slice(from, to), section: opened }
  })
  return { section: opened, sentences }
}

/**
 * Reads a posting's lines into distinct sentences. A sentence said twice counts once, so that
 * repeating a text changes nothing. At most 2,000 sentences of 2,000 characters are read.
 */
export function readSentences<S extends Sentence>(
  text: string,
  read: (raw: string, section: Section) => Line<S>,
): S[] {
  const sentences = new Map<string, S>()
  let section: Section = 'other'
  for (const raw of text.split('\n')) {
    if (sentences.size >= maxSentences) break
    const line = read(raw, section)
    section = line.section
    for (const sentence of line.sentences) {
      if (!sentences.has(sentence.low)) sentences.set(sentence.low, sentence)
    }
  }
  return [...sentences.values()]
}

function headingOf(raw: string): string | null {
  if (raw.startsWith('## ')) return raw.slice(3).trim()
  if (raw.startsWith('- ') || raw.length > 60 || raw === '') return null
  const line = raw.trim()
  if (/^[^.!?]{3,}:$/.test(line)) return line
  const letters = line.replace(/[^\p{L}]/gu, '')
  return letters.length >= 5 && letters === letters.toUpperCase() ? line : null
}
