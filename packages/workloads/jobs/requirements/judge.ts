// Judges one posting against one applicant: every dimension gets a verdict, its quote and its reason.
import type { Posting } from '../boards/posting.ts'
import { type Place, placesIn } from '../geography/index.ts'
import { readSentences, type Sentence, sentence } from '../text/sentences.ts'
import { authorisation } from './authorisation.ts'
import { clearance } from './clearance.ts'
import { degree } from './degree.ts'
import { employment } from './employment.ts'
import { exclusions } from './exclusions.ts'
import { languages } from './languages.ts'
import { pay } from './pay.ts'
import { residence } from './residence.ts'
import { seniority } from './seniority.ts'
import { startDate } from './start-date.ts'
import { timeZone } from './time-zone.ts'
import type { Applicant, Dimension, Finding, Job, Requirement, Verdict } from './types.ts'
import { workplace } from './workplace.ts'
import { years } from './years.ts'

const requirements: readonly Requirement[] = [
  authorisation,
  residence,
  workplace,
  timeZone,
  years,
  degree,
  languages,
  pay,
  employment,
  seniority,
  clearance,
  startDate,
  exclusions,
]

export interface DimensionVerdict {
  verdict: Verdict
  quote: string | null
  reason: string
}

export interface Judgement {
  /** `misses` as soon as one dimension does; only that skips a posting. */
  verdict: Verdict
  /** The dimension that decided a miss. */
  missed: Dimension | null
  unclear: Dimension[]
  dimensions: Record<Dimension, DimensionVerdict>
}

/** Prepares a posting for the rules: sentences, places, whether anything says remote. */
export function prepareJob(posting: Posting): Job {
  const { sentences } = readSentences(posting.text)
  const locationText = posting.locations.map((location) => location.text).join(' · ')
  return {
    posting,
    title: sentence(posting.title),
    sentences,
    places: posting.locations.flatMap(placesOf),
    locationText: locationText === '' ? 'not given' : locationText,
    remote:
      posting.workplace === 'remote' ||
      posting.locations.some((location) => /\bremote\b|anywhere|home ?office/i.test(location.text)),
  }
}

function placesOf(location: Posting['locations'][number]): Place[] {
  const named: Place[] = [...placesIn(location.text)]
  if (named.length > 0 || location.country === null) return named
  const { country, region, city } = location
  const kind = city !== null ? 'city' : region !== null ? 'state' : 'country'
  return [{ kind, name: city ?? region ?? country, country, state: region, offset: null }]
}

/**
 * Every dimension's verdict. Only an explicit miss is `misses`; silence meets, except where the profile makes it a
 * question (a visa that would be needed, pay under a floor), which is `unclear`. Pure and deterministic.
 */
export function judge(job: Job, applicant: Applicant): Judgement {
  const dimensions = {} as Record<Dimension, DimensionVerdict>
  const unclear: Dimension[] = []
  let missed: Dimension | null = null
  const candidates = [job.title, ...job.sentences]
  const masks = candidates.map(({ low }) => relevance(low))
  for (const [at, requirement] of requirements.entries()) {
    const bit = 1 << at
    const relevant = candidates.filter((_, index) => ((masks[index] ?? 0) & bit) !== 0)
    const settled = decide(requirement, relevant, job, applicant)
    dimensions[requirement.dimension] = settled
    if (settled.verdict === 'misses') missed ??= requirement.dimension
    if (settled.verdict === 'unclear') unclear.push(requirement.dimension)
  }
  const verdict = missed !== null ? 'misses' : unclear.length > 0 ? 'unclear' : 'meets'
  return { verdict, missed, unclear, dimensions }
}

/** Word → which requirements it may matter to, one bit each. Filled as words are met. */
const masksByWord = new Map<string, number>()

/** Requirements a sentence may matter to. A night repeats its words, so each is tested once. */
function relevance(low: string): number {
  let mask = 0
  for (const word of low.split(' ')) {
    let bits = masksByWord.get(word)
    if (bits === undefined) {
      bits = requirements.reduce(
        (sum, { mentions }, at) => (mentions.test(word) ? sum | (1 << at) : sum),
        0,
      )
      if (masksByWord.size >= 100_000) masksByWord.clear()
      masksByWord.set(word, bits)
    }
    mask |= bits
  }
  return mask
}

function decide(
  requirement: Requirement,
  sentences: readonly Sentence[],
  job: Job,
  applicant: Applicant,
): DimensionVerdict {
  const said: Finding[] = []
  for (const candidate of sentences) {
    const finding = requirement.judge(candidate, job, applicant)
    if (finding !== null) said.push(finding)
  }
  const all = [...said, ...(requirement.fields?.(job, applicant, said) ?? [])]
  const deciding = requirement.settle?.(all) ?? all
  const worst =
    deciding.find((finding) => finding.verdict === 'misses') ??
    deciding.find((finding) => finding.verdict === 'unclear') ??
    deciding.find((finding) => finding.quote !== null) ??
    deciding[0]
  if (!worst) return { verdict: 'meets', quote: null, reason: 'nothing said' }
  return { verdict: worst.verdict, quote: worst.quote, reason: worst.reason }
}
