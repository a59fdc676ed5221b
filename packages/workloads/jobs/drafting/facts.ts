// The facts of a profile that a document may state: each with an id, and none that is marked private.
import { experienceMonths, type Profile } from '../profile/index.ts'
import { skillId, skillsIn } from '../skills.ts'
import { splitLine } from '../text/sentences.ts'
import { longDate, longPeriod, numberWord } from './wording.ts'

/** Something that is so, in the profile's own words. Sentences of a letter name the facts behind them. */
export interface Fact {
  id: string
  text: string
  /** The job or project that it is told of. */
  of: string | null
}

export interface Entry {
  fact: Fact
  /** Position, or name of the project. */
  title: string
  /** Null for a project. */
  employer: string | null
  location: string | null
  url: string | null
  start: string | null
  /** Null: it goes on. */
  end: string | null
  /** What the job or project is about. */
  about: Fact | null
  /** False for work that is shown and doesn't count as experience. */
  counts: boolean
  keywords: readonly string[]
  bullets: readonly Fact[]
}

export interface SkillFact extends Fact {
  skill: string
  name: string
  since: string | null
}

export interface Facts {
  /** The latest first. */
  jobs: readonly Entry[]
  projects: readonly Entry[]
  /** The summary, sentence by sentence. */
  summary: readonly Fact[]
  /** Skills in use: not those that ended, nor those that the profile says there is nothing of. */
  skills: readonly SkillFact[]
  /** The sum of all work that counts, in whole years; null under a year. */
  experience: Fact | null
  byId: ReadonlyMap<string, Fact>
}

/** All facts that may be stated, as of `today` (an ISO date). Pure. */
export function factsOf({ resume }: Profile, today: string): Facts {
  const hidden = new Set(resume.countersign.private ?? [])
  const work = (resume.work ?? []).map((job, index) => {
    const { name: employer, position: title, startDate: start, endDate: end = null } = job
    const details = { employer, title, start, end, counts: job.relevant !== false, keywords: [] }
    const where = job.location === undefined ? '' : ` in ${job.location}`
    const text = `${title} at ${employer}${where}, ${longPeriod(start, end)}.`
    return entry(`work-${index}`, text, job, details, hidden)
  })
  const projects = (resume.projects ?? []).map((project, index) => {
    const { name: title, startDate: start = null, endDate: end = null, keywords = [] } = project
    const details = { employer: null, title, start, end, counts: true, keywords }
    const told = { ...project, summary: project.description }
    return entry(`project-${index}`, title, told, details, hidden)
  })
  const jobs = [...work].sort(latestFirst)
  const summary = splitLine(resume.basics.summary?.replace(/\s+/g, ' ') ?? '').map((text, index) =>
    fact(`summary-${index}`, text),
  )
  const skills = skillFacts(resume, today)
  const experience = experienceFact(resume, today)
  return indexed({ jobs, projects, summary, skills, experience })
}

function indexed(lists: Omit<Facts, 'byId'>): Facts {
  const { jobs, projects, summary, skills, experience } = lists
  const told = [...jobs, ...projects].flatMap(({ fact, about, bullets }) => [
    fact,
    about,
    ...bullets,
  ])
  const all = [...told, ...summary, ...skills, experience].filter((one) => one !== null)
  return { ...lists, byId: new Map(all.map((one) => [one.id, one])) }
}

/**
 * The facts for a model: nothing by which the person could be named or reached, and no dates of single
 * skills.
 */
export function modelFacts(facts: Facts, { basics }: Profile['resume']): Facts {
  const { address, postalCode } = basics.location ?? {}
  const profiles = (basics.profiles ?? []).flatMap(({ url, username }) => [url, username])
  const plain = (text: string) => text.toLowerCase().replace(/[\s()./-]/g, '')
  const contacts = [basics.name, basics.email, basics.phone, basics.url, address, postalCode]
    .concat(profiles)
    .flatMap((contact) => (contact === undefined || contact.length < 4 ? [] : plain(contact)))
  const open = ({ text }: Fact) => !contacts.some((contact) => plain(text).includes(contact))
  const cleaned = (entries: readonly Entry[]) =>
    entries
      .filter((one) => open(one.fact))
      .map((one) => ({
        ...one,
        about: one.about !== null && open(one.about) ? one.about : null,
        bullets: one.bullets.filter(open),
      }))
  return indexed({
    jobs: cleaned(facts.jobs),
    projects: cleaned(facts.projects),
    summary: facts.summary.filter(open),
    // Since when a skill is in use is said by the rules, which can't pair it with another's date.
    skills: facts.skills.filter(open).map((skill) => ({ ...skill, text: skill.name })),
    experience: facts.experience,
  })
}

function fact(id: string, text: string, of: string | null = null): Fact {
  return { id, text, of }
}

interface Told {
  location?: unknown
  url?: string | undefined
  summary?: string | undefined
  highlights?: readonly string[] | undefined
  evidence?: readonly string[] | undefined
}

function entry(
  id: string,
  text: string,
  told: Told,
  details: Pick<Entry, 'employer' | 'title' | 'start' | 'end' | 'counts' | 'keywords'>,
  hidden: ReadonlySet<string>,
): Entry {
  const { highlights = [], evidence = [], summary = null, url = null } = told
  const bullets = highlights
    .map((bullet, index) => fact(evidence[index] ?? `${id}-${index}`, bullet, id))
    .filter((bullet) => !hidden.has(bullet.id))
  return {
    ...details,
    fact: fact(id, text),
    about: summary === null ? null : fact(`${id}-about`, summary, id),
    location: typeof told.location === 'string' ? told.location : null,
    url,
    bullets,
  }
}

/** What goes on comes first, then what ended last. */
function latestFirst(a: Entry, b: Entry): number {
  const ended = (b.end ?? '9999').localeCompare(a.end ?? '9999')
  return ended !== 0 ? ended : (b.start ?? '').localeCompare(a.start ?? '')
}

function skillFacts(resume: Profile['resume'], today: string): SkillFact[] {
  const dated = resume.countersign.skills ?? []
  const over = ({ none, until }: (typeof dated)[number]) =>
    none === true || (until !== undefined && until < today.slice(0, until.length))
  const gone = new Set(dated.filter(over).map(({ name }) => skillId(name)))
  const since = new Map(dated.map((skill) => [skillId(skill.name), skill.since ?? null]))
  const named = (resume.skills ?? []).flatMap(({ name, keywords }) => keywords ?? [name])
  const seen = new Set<string>()
  return [...dated.map(({ name }) => name), ...named].flatMap((name) => {
    const id = skillsIn(name)[0]?.id ?? skillId(name)
    if (gone.has(id) || seen.has(id)) return []
    seen.add(id)
    const from = since.get(id) ?? null
    const text = from === null ? name : `${name} since ${longDate(from)}`
    return [{ id: `skill-${id}`, text, of: null, skill: id, name, since: from }]
  })
}

function experienceFact({ work = [] }: Profile['resume'], today: string): Fact | null {
  const years = Math.floor(experienceMonths(work, today) / 12)
  if (years < 1) return null
  const text = `more than ${numberWord(years)} year${years === 1 ? '' : 's'} of professional experience`
  return fact('experience', text)
}
