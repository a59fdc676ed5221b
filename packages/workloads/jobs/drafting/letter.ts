// The letter for a posting, composed by rules: who applies, with what of its wishes, and the last line.
import type { Posting } from '../boards/posting.ts'
import { prepareJob } from '../requirements/index.ts'
import { speaksToMachines } from '../text/instructions.ts'
import { isBoilerplate } from '../text/sections.ts'
import type { Fact, Facts } from './facts.ts'
import type { Relevance } from './relevance.ts'
import { type Paragraph, paragraph, type Sentence } from './sentence.ts'
import { ended, listed, longDate, lowerFirst } from './wording.ts'

/** The title as a person would say it; null for what is no title. */
export function spokenTitle({ title }: Pick<Posting, 'title'>): string | null {
  const plain = title
    .replace(/\s*[([]\s*(?:[mwfdxi*]\s*[/|,]\s*){1,3}[mwfdxi*]\s*[)\]]/gi, '')
    .replace(/\s*[-–—|,(]+\s*(?:fully )?(?:remote|hybrid|on-?site)\b.*$/i, '')
    .replace(/[\p{Extended_Pictographic}\p{Cn}\p{Co}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' || plain.length > 150 || isStrange(title) ? null : plain
}

/** The employer as the letter addresses it; by the board's name for it where its own is no name. */
export function addressee({ company, account }: Pick<Posting, 'company' | 'account'>): string {
  return company.length > 120 || isStrange(company) ? account : company
}

/** Orders to software, and addresses: neither belongs into a title or a name. */
function isStrange(text: string): boolean {
  return speaksToMachines(text) || /:\/\/|www\.|@/i.test(text)
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
