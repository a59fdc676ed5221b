// The letter for a posting, composed by rules: who writes, the work that fits, and what hiring must know.
import type { Posting } from '../boards/posting.ts'
import { prepareJob } from '../requirements/index.ts'
import { speaksToMachines } from '../text/instructions.ts'
import { isBoilerplate } from '../text/sections.ts'
import type { Entry, Fact, Facts } from './facts.ts'
import { firstPerson } from './first-person.ts'
import type { Relevance } from './relevance.ts'
import type { Sentence } from './sentence.ts'
import { ended, listed, longDate, longPeriod, lowerFirst } from './wording.ts'

export interface Paragraph {
  sentences: readonly Sentence[]
  /** Left out first when the letter is longer than its page. */
  optional: boolean
}

const paragraph = (sentences: readonly Sentence[], optional = false): Paragraph[] =>
  sentences.length === 0 ? [] : [{ sentences, optional }]

/** The title as a person would say it; null for one that speaks to software or is no title. */
export function spokenTitle({ title }: Pick<Posting, 'title'>): string | null {
  const plain = title
    .replace(/\s*[([]\s*(?:[mwfdxi*]\s*[/|,]\s*){1,3}[mwfdxi*]\s*[)\]]/gi, '')
    .replace(/\s*[-–—|,(]+\s*(?:fully )?(?:remote|hybrid|on-?site)\b.*$/i, '')
    .replace(/[\p{Extended_Pictographic}\p{Cn}\p{Co}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' || plain.length > 150 || speaksToMachines(title) ? null : plain
}

/** The first paragraph: the position, who applies, and what of the posting's wishes they bring. */
export function opening(posting: Posting, facts: Facts, relevance: Relevance): Paragraph[] {
  const title = spokenTitle(posting)
  const applying = title === null ? 'your open position' : `the position of ${title}`
  const self = inOneself(facts)
  const first: Sentence =
    self === null
      ? { text: `I am applying for ${applying}.`, facts: [] }
      : { text: `I am ${self.text}, and I am applying for ${applying}.`, facts: [self.id] }
  const { experience } = facts
  const years: Sentence[] =
    experience === null ? [] : [{ text: `I have ${experience.text}.`, facts: [experience.id] }]
  const brings = whatIsAsked(facts, relevance)
  return paragraph([first, ...years, ...studies(facts, posting), ...brings])
}

const degreeWords =
  /\b(?:degree|bachelor|master|diploma|university|b\.?sc|m\.?sc|studium|abschluss)\b/i
/** After so many years the studies speak only where they are asked for. */
const beginningYears = 3

/** The last studies, of a beginner or where the posting asks. */
function studies({ studies: [latest], experience }: Facts, posting: Posting): Sentence[] {
  const asked = prepareJob(posting).sentences.some(
    ({ low, section }) => !isBoilerplate(section) && degreeWords.test(low),
  )
  if (latest === undefined || ((experience?.years ?? 0) >= beginningYears && !asked)) return []
  return [{ text: ended(`I ${latest.text}`), facts: [latest.id] }]
}

const roles =
  /^(?:[\p{L}-]+[ ]){0,4}(?:engineer|developer|programmer|administrator|architect|designer|analyst|scientist|researcher|manager|consultant|specialist|lead|graduate|student|technician|writer|teacher|librarian|tester)\b/iu

/** The summary's first sentence as something one can say of oneself: "a backend engineer who …". */
function inOneself({ summary }: Facts): Fact | null {
  const [first] = summary
  if (first === undefined || !roles.test(first.text) || first.text.length > 200) return null
  const words = lowerFirst(first.text.replace(/[.!]$/, ''))
  const article = /^(?:an?|the)\b/.test(words) ? '' : /^[aeio]/i.test(words) ? 'an ' : 'a '
  return { ...first, text: article + words }
}

const mostSkills = 5

/** The tools of the posting that are in use, by name, with the time since; at most five. */
function whatIsAsked({ skills }: Facts, relevance: Relevance): Sentence[] {
  const asked = relevance.skills
    .flatMap((id) => skills.find(({ skill, name }) => skill === id && isTool(name)) ?? [])
    .slice(0, mostSkills)
  const dated = Map.groupBy(
    asked.filter(({ since }) => since !== null),
    ({ since }) => since ?? '',
  )
  const since = [...dated].map(
    ([date, group]) => `${listed(group.map(({ name }) => name))} since ${longDate(date)}`,
  )
  const others = asked.filter((skill) => skill.since === null)
  const ids = (group: readonly Fact[]) => group.map(({ id }) => id)
  const sentences: Sentence[] = []
  if (since.length > 0) {
    const text = `Of what you ask for, I have used ${listed(since)}.`
    sentences.push({ text, facts: ids(asked.filter((skill) => skill.since !== null)) })
  }
  if (others.length > 0) {
    const names = listed(others.map(({ name }) => name))
    const text = since.length > 0 ? `I also use ${names}.` : `Of what you ask for, I use ${names}.`
    sentences.push({ text, facts: ids(others) })
  }
  return sentences
}

/** "TypeScript" and "dbt" are used; "job queues" is a thing one knows of. */
function isTool(name: string): boolean {
  return /\p{Lu}/u.test(name) || !name.includes(' ')
}

interface Told {
  entry: Entry
  /** The bullets that can be told, the most relevant first. */
  deeds: { fact: Fact; text: string; worth: number }[]
  worth: number
}

const mostJobs = 2

/** One paragraph for each of the two jobs whose work fits best, the later one first. */
export function work(facts: Facts, relevance: Relevance): Paragraph[] {
  const told = facts.jobs.map((entry) => tell(entry, relevance))
  const fitting = told
    .filter(({ entry, deeds }) => entry.counts && deeds.length > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, mostJobs)
    .toSorted((a, b) => facts.jobs.indexOf(a.entry) - facts.jobs.indexOf(b.entry))
  if (fitting.length === 0) return stated(facts)
  return fitting.flatMap(({ entry, deeds }, at) => {
    const later = fitting[at - 1]?.entry
    if (later === undefined)
      return paragraph(now(entry, deeds.slice(0, fitting.length === 1 ? 3 : 2)))
    const worthwhile = deeds.filter(({ worth }, rank) => rank === 0 || worth > 0).slice(0, 2)
    const next = facts.jobs.indexOf(entry) === facts.jobs.indexOf(later) + 1
    return paragraph(before(entry, later, next, worthwhile))
  })
}

function tell(entry: Entry, relevance: Relevance): Told {
  const going = entry.end === null
  const deeds = entry.bullets
    .flatMap((fact, index) => {
      const text = firstPerson(fact.text, going)
      const worth = relevance.of(fact)
      // As in the CV, the author's own order counts a little; what was done to them comes later.
      const told = text?.startsWith('I was ') ? worth - 0.3 : worth
      return text === null ? [] : [{ fact, text, worth, rank: told - index * 0.02 }]
    })
    .toSorted((a, b) => b.rank - a.rank)
  const best = deeds.slice(0, 2).reduce((sum, { worth }) => sum + worth, 0)
  return { entry, deeds, worth: best + (going ? 0.3 : 0) }
}

/** "Since April 2023 I have been Senior Engineer at Hafenlicht. I designed … I also cut …" */
function now(entry: Entry, deeds: Told['deeds']): Sentence[] {
  return [position(entry), ...deeds.map(deed)]
}

function position({ fact, title, employer, start, end }: Entry): Sentence {
  const post = `${title} at ${employer ?? ''}`
  const text =
    end === null
      ? `Since ${longDate(start ?? '')} I have been ${post}`
      : `From ${longPeriod(start, end)} I was ${post}`
  return { text: ended(text), facts: [fact.id] }
}

/** "Before that, as Engineer at Bücherwald, I rebuilt …"; `next`: nothing else lies between. */
function before(entry: Entry, later: Entry, next: boolean, deeds: Told['deeds']): Sentence[] {
  const [first, ...rest] = deeds
  if (first === undefined) return []
  const over = entry.end !== null && later.start !== null && entry.end <= later.start
  const when = over ? (next ? 'Before that, as' : 'Earlier, as') : 'As'
  const text = `${when} ${entry.title} at ${entry.employer}, ${first.text}`
  return [{ text, facts: [entry.fact.id, first.fact.id] }, ...rest.map((one) => deed(one, 1))]
}

function deed({ fact, text }: Told['deeds'][number], index: number): Sentence {
  return { text: index === 1 ? text.replace(/^I /, 'I also ') : text, facts: [fact.id] }
}

/** Where no bullet can be told in the first person, the positions are, and the CV does the rest. */
function stated({ jobs }: Facts): Paragraph[] {
  const [latest] = jobs
  if (latest === undefined) return []
  const more = { text: 'The enclosed CV says what I have done there.', facts: [] }
  return paragraph([position(latest), more])
}

/** A project of one's own that the posting has to do with. */
export function project({ projects }: Facts, relevance: Relevance): Paragraph[] {
  const [best] = projects
    .filter(
      ({ fact, about }) => relevance.of(fact) >= 0.25 && /^(?:An?|The) /.test(about?.text ?? ''),
    )
    .toSorted((a, b) => relevance.of(b.fact) - relevance.of(a.fact))
  if (best?.about == null) return []
  const { title, fact, about } = best
  const text = ended(`My project ${title} is ${lowerFirst(about.text)}`)
  return paragraph([{ text, facts: [fact.id, about.id] }], true)
}

export function closing(): Paragraph[] {
  return paragraph([{ text: 'I look forward to hearing from you.', facts: [] }])
}
