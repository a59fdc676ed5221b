// A posting's text as sentences, each with the section it stands in.
import { speaksToMachines } from './instructions.ts'
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

export interface ReadSentences {
  sentences: Sentence[]
  /** Sentences that speak to software; they are in no other list. */
  instructions: string[]
}

const maxSentences = 2_000
const maxSentenceChars = 2_000

/** A full stop after one of these doesn't end a sentence; nor does one after a single letter (U.S., e.g., z.B.). */
const abbreviation =
  /(?:^|[\s("'/-])(?:[\p{L}]|[\p{L}](?:\.[\p{L}])+|approx|incl|excl|etc|vs|Sr|Jr|Dr|Mr|Mrs|Ms|Inc|Ltd|Corp|Co|No|St|Ph\.?D|M\.?Sc|B\.?Sc|yrs?|hrs?|min|max|ca|bzw|ggf|inkl|evtl|mind|usw|Nr|Std|exp|dept|est)\.$/iu
const ending = /[.!?…。！？]+["')\]]*(?=\s|$)/g

/** Quotes, hyphens and spaces made plain, one character for one, so that offsets and lengths stay. */
export function plainMarks(text: string): string {
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
  const parts: string[] = []
  let start = 0
  for (const match of line.matchAll(ending)) {
    const end = match.index + match[0].length
    const before = line.slice(Math.max(start, match.index - 14), match.index + 1)
    const next = line.slice(end).trimStart()
    if (match[0].startsWith('.') && abbreviation.test(before) && !endsForSure(before, next))
      continue
    if (/^\d/.test(next) && /\d\.$/.test(before)) continue
    if (/^[\p{Ll}]/u.test(next) && match[0].startsWith('.')) continue
    const part = line.slice(start, end).trim()
    if (part !== '') parts.push(part)
    start = end
  }
  const rest = line.slice(start).trim()
  if (rest !== '') parts.push(rest)
  return parts
}

/** "… in the U.S. You must" does end; "U.S. Citizens" doesn't. */
function endsForSure(before: string, next: string): boolean {
  return (
    /(?:U\.S|U\.K|U\.S\.A|E\.U|etc|exp|yrs?)\.$/i.test(before) &&
    /^(?:We|You|The|This|Our|It|If|In|For|No|All|Must|A|An|Please)\b/.test(next)
  )
}

/**
 * Reads a posting's lines (`## ` headings, `- ` bullets) into distinct sentences. A sentence said twice counts once,
 * so that repeating a text changes nothing. At most 2,000 sentences of 2,000 characters are read.
 */
export function readSentences(text: string): ReadSentences {
  const sentences: Sentence[] = []
  const instructions: string[] = []
  const seen = new Set<string>()
  let section: Section = 'other'
  for (const raw of text.split('\n')) {
    if (sentences.length >= maxSentences) break
    const line = raw.replace(/^(?:- )+/, '').trim()
    if (line === '') continue
    const heading = headingOf(raw, line)
    if (heading !== null) {
      section = sectionOf(heading)
      // A heading can be a requirement too ("Remote within the EU"), so it goes on as a sentence.
    }
    for (const part of splitLine(heading ?? line)) {
      const quote = part.slice(0, maxSentenceChars)
      const key = quote.toLowerCase()
      if (seen.has(key)) continue
      seen.add(key)
      if (speaksToMachines(quote)) instructions.push(quote)
      else sentences.push(sentence(quote, section))
    }
  }
  return { sentences, instructions }
}

function headingOf(raw: string, line: string): string | null {
  if (line.startsWith('## ')) return line.slice(3).trim()
  if (raw.startsWith('- ') || line.length > 60) return null
  if (/^[^.!?]{3,}:$/.test(line)) return line
  const letters = line.replace(/[^\p{L}]/gu, '')
  return letters.length >= 6 && letters === letters.toUpperCase() && /\s|^\p{Lu}+$/u.test(line)
    ? line
    : null
}
