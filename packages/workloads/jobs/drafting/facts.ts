// The facts of a profile that a document may state: each with an id, and none that is marked private.
import { experienceMonths, type Profile } from '../profile/index.ts'
import { skillId, skillsIn } from '../skills.ts'
import { splitLine } from '../text/sentences.ts'
import { longDate, longPeriod, numberWord } from './wording.ts'

/**
 * Something that is so, in the profile's own words. Sentences of a letter name the facts behind them. An
 * id is a bullet's evidence id, or has a slash, which those never have.
 */
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
  /** What was or is studied, the latest first. */
  studies: readonly Fact[]
  /** The sum of all work that counts, in whole years; null under a year. */
  experience: (Fact & { years: number }) | null
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
    return entry(`work/${index}`, text, job, details, hidden)
  })
  const projects = (resume.projects ?? []).map((project, index) => {
    const { name: title, startDate: start = null, endDate: end = null, keywords = [] } = project
    const details = { employer: null, title, start, end, counts: true, keywords }
    const told = { ...project, summary: project.description }
    return entry(`project/${index}`, title, told, details, hidden)
  })
  const jobs = [...work].sort(latestFirst)
  const summary = splitLine(resume.basics.summary?.replace(/\s+/g, ' ') ?? '').map((text, index) =>
    fact(`summary/${index}`, text),
  )
  const skills = skillFacts(resume, today)
  const experience = experienceFact(resume, today)
  const studies = (resume.education ?? [])
    .map((school, index) => ({ school, index }))
    .sort((a, b) => (b.school.endDate ?? '9999').localeCompare(a.school.endDate ?? '9999'))
    .map(({ school, index }) => fact(`education/${index}`, studied(school, today)))
  return indexed({ jobs, projects, summary, skills, studies, experience })
}

/** The same lists with an index by id. */
export function indexed(lists: Omit<Facts, 'byId'>): Facts {
  const { jobs, projects, summary, skills, studies, experience } = lists
  const told = [...jobs, ...projects].flatMap(({ fact, about, bullets }) => [
    fact,
    about,
    ...bullets,
  ])
  const all = [...told, ...summary, ...skills, ...studies, experience].filter((one) => one !== null)
  return { ...lists, byId: new Map(all.map((one) => [one.id, one])) }
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
    .map((bullet, index) => fact(evidence[index] ?? `${id}/${index}`, bullet, id))
    .filter((bullet) => !hidden.has(bullet.id))
  return {
    ...details,
    fact: fact(id, text),
    about: summary === null ? null : fact(`${id}/about`, summary, id),
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
    return [{ id: `skill/${id}`, text, of: null, skill: id, name, since: from }]
  })
}

function experienceFact({ work = [] }: Profile['resume'], today: string): Facts['experience'] {
  const years = Math.floor(experienceMonths(work, today) / 12)
  if (years < 1) return null
  const text = `more than ${numberWord(years)} year${years === 1 ? '' : 's'} of professional experience`
  return { ...fact('work/all', text), years }
}

type School = NonNullable<Profile['resume']['education']>[number]

/** "studied Software Engineering at Háskólinn á Akureyri (BSc, 2025)", or is studying there. */
function studied({ institution, area, studyType, endDate }: School, today: string): string {
  const over = endDate !== undefined && endDate <= today.slice(0, endDate.length)
  const what = area ?? studyType
  const details = [
    area === undefined ? undefined : studyType,
    over ? endDate.slice(0, 4) : undefined,
  ]
  const known = details.filter((detail) => detail !== undefined)
  const verb = over ? 'studied' : 'am studying'
  return `${verb}${what === undefined ? '' : ` ${what}`} at ${institution}${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}
