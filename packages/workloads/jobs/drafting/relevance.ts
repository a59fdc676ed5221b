// How much a bullet, a project or a skill has to do with a posting, and which words say so.
import MiniSearch from 'minisearch'
import type { Posting } from '../boards/posting.ts'
import { prepareJob } from '../requirements/index.ts'
import { skillsIn } from '../skills.ts'
import { speaksToMachines } from '../text/instructions.ts'
import { isBoilerplate, type Section } from '../text/sections.ts'
import { sentence } from '../text/sentences.ts'
import type { Entry, Fact, Facts } from './facts.ts'
import { stemOf } from './stem.ts'

export interface Relevance {
  /** Fact id → 0 to 1; 1 is the most relevant of all. */
  of(fact: Fact): number
  /** The terms that a fact shares with the posting, the weightiest first. */
  because(fact: Fact): readonly string[]
  /** Skill ids that the posting names, those it insists on first. */
  skills: readonly string[]
}

const weights: Readonly<Record<Section, number>> = {
  must: 1,
  duties: 0.8,
  other: 0.7,
  nice: 0.5,
  about: 0,
  benefits: 0,
  legal: 0,
}
const titleWeight = 1.2
/** Less than this is a word in common by chance. */
const noise = 0.12
const skillFactor = 3

/** Words of every posting, which tell one from another no more than "the" does. */
const common = new Set(
  `about able across also and are background been being best both bring building business can candidate
  clear company could day deep each else etc ever every excellent experience experienced from fast for
  good great has have help here high hands how ideal into its job join just know knowledge level like
  looking love make makes more most must need new nice not one only open other our out over own part
  people plus preferred product proven relevant required requirements responsibilities role some solid
  someone software something strong such team teams than that the their them then these they thing things
  this those through time together tools understanding use used using very want was way well were what when
  where which who why will with within without work working world would year years you your`.split(
    /\s+/,
  ),
)

/** The terms of a text: skills by id, other words by stem. A term named twice is one. */
export function termsIn(text: string): string[] {
  const { norm, low } = sentence(text)
  const named = skillsIn(norm)
  const skills = named.map(({ id }) => `skill:${id}`)
  // What a skill's name is made of counts as the skill, not as words besides.
  const rest = named.reduceRight(
    (left, { index, end }) => `${left.slice(0, index)} ${left.slice(end)}`,
    low,
  )
  const words = rest.match(/[\p{L}][\p{L}'’]{2,}/gu) ?? []
  const stems = words.filter((word) => !common.has(word)).map((word) => stemOf(word))
  return [...new Set([...skills, ...stems])]
}

/**
 * BM25 of the posting's terms in each bullet and project, weighted by where the posting has them.
 * Sentences that give orders to software have no say. Deterministic; repeating a text changes nothing.
 */
export function relevanceTo(posting: Posting, facts: Facts): Relevance {
  const terms = termsOf(posting)
  const entries = [...facts.jobs, ...facts.projects]
  const documents = entries.flatMap((entry) => [
    { id: entry.fact.id, terms: termsIn(entryText(entry)).join('\n') },
    ...entry.bullets.map(({ id, text }) => ({ id, terms: termsIn(text).join('\n') })),
  ])
  const index = new MiniSearch<{ id: string; terms: string }>({
    fields: ['terms'],
    tokenize: (text) => (text === '' ? [] : text.split('\n')),
    processTerm: (term) => term,
  })
  index.addAll(documents)
  const results = index.search([...terms.keys()].join('\n'), {
    boostTerm: (term) => terms.get(term) ?? 0,
    bm25: { k: 1.2, b: 0.3, d: 0 },
  })
  const best = Math.max(...results.map(({ score }) => score), 0) || 1
  const scores = new Map(results.map((result) => [String(result.id), result]))
  const byWeight = (a: string, b: string) =>
    (terms.get(b) ?? 0) - (terms.get(a) ?? 0) || (a < b ? -1 : 1)
  return {
    of: ({ id }) => {
      const share = (scores.get(id)?.score ?? 0) / best
      return share < noise ? 0 : share
    },
    because: ({ id }) => [...(scores.get(id)?.terms ?? [])].sort(byWeight),
    skills: [...terms.keys()]
      .filter((term) => term.startsWith('skill:'))
      .sort((a, b) => (terms.get(b) ?? 0) - (terms.get(a) ?? 0))
      .map((term) => term.slice('skill:'.length)),
  }
}

/** A job is found by its title, a project by all it says. */
function entryText(entry: Entry): string {
  const about = entry.about?.text ?? ''
  return entry.employer === null
    ? `${about} ${entry.keywords.join(', ')}`
    : `${entry.title} ${about}`
}

/** Term → weight: the highest of the sections that name it. */
function termsOf(posting: Posting): Map<string, number> {
  const job = prepareJob(posting)
  const terms = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of termsIn(text)) {
      const own = weight * (term.startsWith('skill:') ? skillFactor : 1)
      terms.set(term, Math.max(terms.get(term) ?? 0, own))
    }
  }
  if (!speaksToMachines(job.title.text)) add(job.title.text, titleWeight)
  for (const { text, section } of job.sentences) {
    if (!isBoilerplate(section)) add(text, weights[section])
  }
  return terms
}
