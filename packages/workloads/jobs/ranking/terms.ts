// The terms a posting is searched by: skills in its must-have sections and in the rest, boilerplate
// left out.
import { type JobSentence, setAsideBit, skillBit } from '../requirements/index.ts'
import { benefits, equalOpportunity } from '../requirements/wording.ts'
import { isKnownSkill, skillsIn } from '../skills.ts'
import { nameFinder } from '../text/names.ts'
import { isBoilerplate } from '../text/sections.ts'
import type { Sentence } from '../text/sentences.ts'

export interface PostingTerms {
  must: string[]
  rest: string[]
}

/**
 * Sentences that repeat through an account's postings: at least four postings, and in most of
 * them.
 */
export function repeatedSentences(postings: readonly (readonly Sentence[])[]): ReadonlySet<string> {
  if (postings.length < 4) return new Set()
  const counts = new Map<string, number>()
  for (const sentences of postings) {
    for (const { low } of sentences) counts.set(low, (counts.get(low) ?? 0) + 1)
  }
  const most = Math.ceil(postings.length * 0.6)
  return new Set([...counts].filter(([, count]) => count >= most).map(([low]) => low))
}

/**
 * Terms by section. A posting without a must-have section is read as one, apart from its
 * boilerplate.
 */
export function termsOf(
  sentences: readonly JobSentence[],
  repeated: ReadonlySet<string>,
  phrases: PhraseFinder,
): PostingTerms {
  const own = sentences.filter(
    (sentence) =>
      !isBoilerplate(sentence.section) &&
      !repeated.has(sentence.low) &&
      ((sentence.mask & setAsideBit) === 0 ||
        !(benefits.test(sentence.low) || equalOpportunity.test(sentence.low))),
  )
  const musts = own.filter((sentence) => sentence.section === 'must')
  const first = musts.length > 0 ? musts : own.filter((sentence) => sentence.section === 'other')
  const chosen = new Set(first)
  const terms = (list: readonly JobSentence[]) =>
    list.flatMap((sentence) => termsIn(sentence, phrases))
  return { must: terms(first), rest: terms(own.filter((sentence) => !chosen.has(sentence))) }
}

function termsIn(sentence: JobSentence, phrases: PhraseFinder): string[] {
  const named = (sentence.mask & skillBit) !== 0
  const skills = named ? skillsIn(sentence.norm).map((skill) => skill.id) : []
  return [...skills, ...phrases(sentence.low)]
}

/** The profile's own phrases in a lower-case text, as often as they are there. */
type PhraseFinder = (low: string) => string[]

/** Finds the profile's phrases that the skill table doesn't know ("job queues"). */
export function phraseFinder(terms: readonly string[]): PhraseFinder {
  const unknown = terms.filter((term) => !isKnownSkill(term) && /\p{L}{3}/u.test(term))
  if (unknown.length === 0) return () => []
  const find = nameFinder(new Map(unknown.map((term) => [term, term])))
  // They are few and rare: to look for each costs less than to read the words one by one.
  return (low) =>
    unknown.some((term) => low.includes(term)) ? find(low).map(({ value }) => value) : []
}
