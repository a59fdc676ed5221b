// Holds the sentences of a letter against the facts that they name: what isn't there is refused.
import { visibleText } from '../text/unicode.ts'
import type { Fact, Facts } from './facts.ts'
import type { Sentence } from './sentence.ts'
import { stemOf } from './stem.ts'
import { plainWords } from './vocabulary.ts'
import { numberOf } from './wording.ts'

/** A sentence that can't be kept, and why, in words that its author can act on. */
export interface Refusal {
  sentence: string
  why: string
}

const maxSentenceChars = 500

/**
 * Every claim must trace to the facts that its sentence names. A word must be one of theirs (in any
 * inflection) or state nothing; a number must be theirs and count the same thing; an address is never
 * allowed; and a deed belongs to the employer that the paragraph speaks of. What is misspelled, in another
 * script or from the posting is therefore refused too. Empty: nothing to object to.
 */
export function refusals(paragraphs: readonly (readonly Sentence[])[], facts: Facts): Refusal[] {
  return paragraphs.flatMap((sentences) => {
    // The jobs of the employer, or position, that was named last.
    let spokenOf: readonly string[] = []
    return sentences.flatMap((sentence) => {
      const problems = [...problemsOf(sentence, facts)]
      const named = employersIn(sentence, facts)
      const strange = misplaced(sentence, facts, named.length > 0 ? named : spokenOf)
      if (strange !== null) problems.push(strange)
      const positions = sentence.facts.filter((id) => facts.jobs.some(({ fact }) => fact.id === id))
      if (named.length > 0 || positions.length > 0) spokenOf = named.length > 0 ? named : positions
      return problems.map((why) => ({ sentence: sentence.text, why }))
    })
  })
}

function* problemsOf({ text, facts: ids }: Sentence, facts: Facts): Generator<string> {
  if (text.length > maxSentenceChars) yield `it is longer than ${maxSentenceChars} characters`
  const plain = text.normalize('NFKC').replace(/ +/g, ' ')
  if (visibleText(text).text !== plain || plain.includes('\n')) {
    yield 'it has characters that a reader does not see'
  }
  if (/https?:|www\.|@|\b[\w-]+\.(?:com|org|net|io|dev|ai|app|eu|de|co)\b/i.test(text)) {
    yield 'it has an address in it'
  }
  const unknown = ids.filter((id) => !facts.byId.has(id))
  if (unknown.length > 0) yield `there is no fact ${unknown.join(', ')}`
  if (ids.length === 0) yield 'it names no fact'
  const told = ids.flatMap((id) => facts.byId.get(id) ?? [])
  if (told.filter(({ of }) => of !== null).length > 1) yield 'it tells of more than one deed'
  if (new Set(entriesOf(told, facts)).size > 1) yield 'it tells of more than one job or project'
  const behind = ids.flatMap((id) => withContext(id, facts))
  const source = behind.map((fact) => fact.text).join(' ')
  const words = strangeWords(text, source)
  if (words.length > 0) yield `its facts do not say: ${words.join(', ')}`
  const numbers = strangeNumbers(text, behind)
  if (numbers.length > 0) yield `its facts have no such number: ${numbers.join(', ')}`
}

/** The jobs and projects that facts are, or belong to. */
function entriesOf(told: readonly Fact[], { jobs, projects }: Facts): string[] {
  const entries = new Set([...jobs, ...projects].map(({ fact }) => fact.id))
  return told.map(({ id, of }) => of ?? id).filter((id) => entries.has(id))
}

/** A fact, and the job or project it is told of. */
function withContext(id: string, facts: Facts): Fact[] {
  const fact = facts.byId.get(id)
  const context = fact?.of == null ? undefined : facts.byId.get(fact.of)
  return [fact, context].filter((one) => one !== undefined)
}

const wordPattern = /[\p{L}\p{M}][\p{L}\p{M}\p{N}+#]*(?:['’][\p{L}]+)?|[\p{L}+#]+/gu

function strangeWords(text: string, source: string): string[] {
  const own = new Set(wordsOf(source).map(stemOf))
  const words = wordsOf(text).filter(
    (word) => !plainWords.has(word.toLowerCase()) && numberOf(word) === undefined,
  )
  return [...new Set(words.filter((word) => !own.has(stemOf(word))))]
}

function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(wordPattern) ?? []
}

interface Counted {
  /** Without thousands separators: "2100", "1.4", "7" for "seven". */
  value: string
  /** The words behind it that state something, nearest first, up to the next mark. */
  counts: string[]
}

const reach = 3

/** Numbers of the text that no fact has for the same thing, or has in another order. */
function strangeNumbers(text: string, behind: readonly Fact[]): string[] {
  const known = behind.flatMap((fact) => countsIn(fact.text))
  let from = 0
  return countsIn(text)
    .filter(({ value, counts: [thing] }) => {
      if (isYear(value)) return !known.some((other) => other.value === value)
      const same = (other: Counted) =>
        other.value === value && (thing === undefined || other.counts.includes(thing))
      const at = known.findIndex((other, index) => index >= from && same(other))
      if (at >= 0) from = at
      return at < 0
    })
    .map(({ value }) => value)
}

function isYear(value: string): boolean {
  return /^(?:19|20)\d\d$/.test(value)
}

function countsIn(text: string): Counted[] {
  const tokens = text.match(/\d[\d.,]*\d|\d|[\p{L}\p{M}]+|[,;:.!?]/gu) ?? []
  return tokens.flatMap((token, at) => {
    const value = /^\d/.test(token)
      ? token.replace(/,(?=\d{3}(?!\d))/g, '')
      : numberOf(token)?.toString()
    if (value === undefined) return []
    const behind = tokens.slice(at + 1)
    const stop = behind.findIndex((next) => /^[,;:.!?]$/.test(next))
    const counts = behind
      .slice(0, stop < 0 ? undefined : stop)
      .filter((next) => !/^\d/.test(next) && !plainWords.has(next.toLowerCase()))
      .slice(0, reach)
      .map(stemOf)
    return [{ value, counts }]
  })
}

function employersIn({ text }: Sentence, { jobs }: Facts): string[] {
  return jobs
    .filter(({ employer }) => employer !== null && names(text, employer))
    .map(({ fact }) => fact.id)
}

/** An employer is named by its whole name or by its first word, if that is a word of some length. */
function names(text: string, employer: string): boolean {
  const first = /^[\p{L}\p{N}]{4,}/u.exec(employer)?.[0]
  return text.includes(employer) || (first !== undefined && text.includes(first))
}

/** A job told of under the name of another. */
function misplaced(
  { facts: ids }: Sentence,
  facts: Facts,
  spokenOf: readonly string[],
): string | null {
  if (spokenOf.length === 0) return null
  const told = entriesOf(
    ids.flatMap((id) => facts.byId.get(id) ?? []),
    facts,
  )
  const strange = facts.jobs.find(
    ({ fact }) => told.includes(fact.id) && !spokenOf.includes(fact.id),
  )
  return strange === undefined ? null : `it tells of ${strange.employer} under another's name`
}
