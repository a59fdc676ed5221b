// Judges one posting against one applicant: every dimension gets a verdict, its quote and its
// reason.
import type { Posting } from '../boards/posting.ts'
import { placeCodes } from '../geography/index.ts'
import { skillWords } from '../skills.ts'
import { machineWords, speaksToMachines } from '../text/instructions.ts'
import type { Section } from '../text/sections.ts'
import { type Line, readLine, readSentences, type Sentence, sentence } from '../text/sentences.ts'
import { authorisation } from './authorisation.ts'
import { clearance } from './clearance.ts'
import { degree } from './degree.ts'
import { employment } from './employment.ts'
import { exclusions } from './exclusions.ts'
import { languages } from './languages.ts'
import { placesOf, remoteMark } from './locations.ts'
import {
  findingsBefore,
  foundIn,
  nothingRead,
  type ReadBefore,
  readOnce,
  silence,
} from './memory.ts'
import { pay } from './pay.ts'
import { wordMask } from './relevance.ts'
import { residence } from './residence.ts'
import { seniority } from './seniority.ts'
import { startDate } from './start-date.ts'
import { timeZone } from './time-zone.ts'
import type {
  Applicant,
  Dimension,
  Finding,
  Job,
  JobSentence,
  Requirement,
  Verdict,
} from './types.ts'
import { asksAnything } from './voice/asking.ts'
import { asked, tradesIn } from './voice/voice.ts'
import { setAside } from './wording.ts'
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

interface DimensionVerdict {
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

const wordsOf = wordMask([
  ...requirements.map(({ mentions }) => mentions),
  machineWords,
  setAside,
  skillWords,
  ...requirements.map(({ beside }) => beside ?? /(?:)/),
])
const anyRule = (1 << requirements.length) - 1
/** Set on sentences that give orders to software. */
const machineBit = 1 << requirements.length
/** Set on sentences that may be benefits or equal-opportunity text. */
export const setAsideBit = machineBit << 1
/** Set on sentences that may name a skill. */
export const skillBit = machineBit << 2

const besideShift = requirements.length + 3

/** Rules whose other word is a place. */
const ofPlaces = requirements.reduce(
  (bits, { beside }, at) => (beside?.test('berlin') === true ? bits | (1 << at) : bits),
  0,
)

/** A rule's bit stays where both of its words are, or may be. */
function masked(sentence: Sentence): JobSentence {
  const words = wordsOf(sentence.low)
  const mentioned = words & anyRule
  const beside = words >> besideShift
  const coded = (mentioned & ofPlaces & ~beside) !== 0 && placeCodes.test(sentence.norm)
  const rules = mentioned & (coded ? beside | ofPlaces : beside)
  const orders = (words & machineBit) !== 0 && speaksToMachines(sentence.text) ? machineBit : 0
  const { text, norm, low, section } = sentence
  return { text, norm, low, section, mask: rules | orders | (words & (setAsideBit | skillBit)) }
}

function maskedLine(line: string, section: Section): Line<JobSentence> {
  const read = readLine(line, section)
  return { section: read.section, sentences: read.sentences.map(masked) }
}

/**
 * Prepares a posting for the rules: sentences, places, whether anything says remote. Sentences
 * that give orders to software are left out: they are flagged on the posting and judged by
 * nobody. `before` is what was read of the account's other postings.
 */
export function prepareJob(posting: Posting, before = nothingRead()): Job {
  const sentences = readSentences(posting.text, (raw, section) =>
    readOnce(before, raw, section, maskedLine),
  ).filter(({ mask }) => (mask & machineBit) === 0)
  const locationText = posting.locations.map((location) => location.text).join(' · ')
  return {
    posting,
    title: masked(sentence(posting.title)),
    sentences,
    places: posting.locations.flatMap(placesOf),
    locationText: locationText === '' ? 'not given' : locationText,
    remote:
      posting.workplace === 'remote' ||
      posting.locations.some((location) => remoteMark.test(location.text)),
  }
}

/**
 * Every dimension's verdict. Only an explicit miss is `misses`; silence meets, except where the
 * profile makes it a question (a visa that would be needed, pay under a floor), which is
 * `unclear`. Pure and deterministic, whatever was read `before` for the same applicant.
 */
export function judge(job: Job, applicant: Applicant, before = nothingRead()): Judgement {
  const said = sayings(job, applicant, before)
  const dimensions = {} as Record<Dimension, DimensionVerdict>
  const unclear: Dimension[] = []
  let missed: Dimension | null = null
  for (const [at, requirement] of requirements.entries()) {
    const settled = settledOn(requirement, said[at] ?? [], job, applicant)
    dimensions[requirement.dimension] = settled
    if (settled.verdict === 'misses') missed ??= requirement.dimension
    if (settled.verdict === 'unclear') unclear.push(requirement.dimension)
  }
  const verdict = missed !== null ? 'misses' : unclear.length > 0 ? 'unclear' : 'meets'
  return { verdict, missed, unclear, dimensions }
}

/** What each rule finds in the sentences: all rules read one sentence before the next. */
function sayings(job: Job, applicant: Applicant, before: ReadBefore): Finding[][] {
  const said = requirements.map((): Finding[] => [])
  const trades = tradesIn(job.title.low)
  const anywhere = findingsBefore(before, trades)
  const here = findingsBefore(before, JSON.stringify([trades, job.posting.locations, job.remote]))
  for (const sentence of [job.title, ...job.sentences]) {
    const silent = before.silent.get(sentence) ?? 0
    // Lowest bit first: the rules whose words are in the sentence.
    for (let left = sentence.mask & anyRule & ~silent; left !== 0; left &= left - 1) {
      const at = 31 - Math.clz32(left & -left)
      const requirement = requirements[at]
      if (requirement === undefined) break
      const found = foundIn(requirement.ofThePlace === true ? here : anywhere, sentence)
      const finding = found[at] ?? findingOf(requirement, sentence, job, applicant)
      if (finding === null) silence(before, sentence, at)
      else {
        found[at] = finding
        if (finding !== 'elsewhere') said[at]?.push(finding)
      }
    }
  }
  return said
}

/**
 * What a rule finds in a sentence. Whose words they are is asked only where it finds something; a
 * title has no other people in it.
 */
function findingOf(
  requirement: Requirement,
  sentence: JobSentence,
  job: Job,
  applicant: Applicant,
): Finding | 'elsewhere' | null {
  const whole = requirement.judge(sentence, job, applicant)
  if (whole === null || whole === 'elsewhere' || sentence === job.title) return whole
  const heard = asked(sentence, job.title.low, requirement.ofTheTeam === true)
  // What is said of others is nothing to this job, but may be to one of another title.
  const finding =
    heard === sentence ? whole : (requirement.judge(heard, job, applicant) ?? 'elsewhere')
  if (finding === 'elsewhere' || finding.verdict !== 'misses') return finding
  // "A doctorate?" may be answered by "We don't mind".
  if (sentence.low.endsWith('?')) return unsure(finding, 'only a question')
  return asksAnything(heard.low) ? finding : unsure(finding, 'asks nobody for it')
}

function unsure(finding: Finding, why: string): Finding {
  return { ...finding, verdict: 'unclear', reason: `${finding.reason}; ${why}` }
}

/** One for all: a night has a hundred thousand of them. */
const nothingSaid: DimensionVerdict = { verdict: 'meets', quote: null, reason: 'nothing said' }

function settledOn(
  requirement: Requirement,
  said: readonly Finding[],
  job: Job,
  applicant: Applicant,
): DimensionVerdict {
  const all = [...said, ...(requirement.fields?.(job, applicant, said) ?? [])]
  const deciding = requirement.settle?.(all) ?? all
  const worst =
    deciding.find((finding) => finding.verdict === 'misses') ??
    deciding.find((finding) => finding.verdict === 'unclear') ??
    deciding.find((finding) => finding.quote !== null) ??
    deciding[0]
  if (!worst) return nothingSaid
  return { verdict: worst.verdict, quote: worst.quote, reason: worst.reason }
}
