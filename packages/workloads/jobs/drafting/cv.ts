// The CV for a posting: the profile's own words, chosen and ordered by what the posting asks for.
import type { Posting } from '../boards/posting.ts'
import type { CvInput } from '../documents/content.ts'
import type { Profile } from '../profile/index.ts'
import { skillId, skillsIn } from '../skills.ts'
import { contactOf, linksOf, paperFor, webAddress } from './contact.ts'
import type { Entry, Fact, Facts } from './facts.ts'
import type { Relevance } from './relevance.ts'
import type { Evidence } from './sentence.ts'
import { ended, withoutBrackets } from './wording.ts'

/** Bullets of a job by its place in time, the latest first; of work that doesn't count, one. */
const mostBullets = [7, 6, 5, 4]
/** So many stand even where the posting asks for nothing of the kind. */
const leastBullets = [5, 4, 3, 2]
const older = 2
const mostProjects = 3
/** How much the author's own order counts beside the posting. */
const authorsOrder = 0.15

/**
 * The CV, and the fact behind each of its pieces. Every word is the profile's: pieces are chosen and
 * ordered, never rewritten. Bullets are the most relevant first, as trimming to two pages expects.
 */
export function draftCv(
  { resume }: Profile,
  facts: Facts,
  relevance: Relevance,
  posting: Posting,
): { cv: CvInput; evidence: Evidence[] } {
  const { basics } = resume
  const jobs = facts.jobs.map((job, age) => ({ job, bullets: chosen(job, age, relevance) }))
  const projects = facts.projects
    .map((project) => ({ job: project, bullets: chosen(project, 2, relevance).slice(0, 3) }))
    .sort((a, b) => relevance.of(b.job.fact) - relevance.of(a.job.fact))
    .slice(0, mostProjects)
  const cv: CvInput = {
    paper: paperFor(posting, resume),
    name: basics.name,
    ...(basics.label === undefined ? {} : { headline: basics.label }),
    contact: contactOf(resume),
    links: linksOf(resume),
    ...(basics.summary === undefined ? {} : { summary: basics.summary }),
    jobs: jobs.map(({ job, bullets }) => ({
      title: job.title,
      employer: job.employer ?? '',
      ...(job.location === null ? {} : { location: job.location }),
      ...body(job, bullets),
    })),
    projects: projects.map(({ job, bullets }) => ({
      name: job.title,
      ...(job.url === null ? {} : { url: webAddress(job.url) }),
      ...body(job, bullets),
    })),
    skills: skillGroups(resume, relevance),
    education: schools(resume),
    certificates: certificates(resume),
    languages: (resume.languages ?? []).map(({ language, fluency }) => ({
      language,
      ...(fluency === undefined ? {} : { level: withoutBrackets(fluency) }),
    })),
  }
  const evidence = [
    { place: 'cv.summary', text: basics.summary ?? '', facts: facts.summary.map(({ id }) => id) },
    ...evidenceOf('jobs', jobs),
    ...evidenceOf('projects', projects),
    ...(cv.education ?? []).map(({ degree }, at) => {
      return { place: `cv.education[${at}]`, text: degree, facts: [`education/${at}`] }
    }),
  ].filter(({ facts: behind }) => behind.length > 0)
  return { cv, evidence }
}

/** The bullets to print, best first: by relevance, then by the author's order. */
function chosen(entry: Entry, age: number, relevance: Relevance): Fact[] {
  const most = entry.counts ? (mostBullets[age] ?? older) : 1
  const least = leastBullets[age] ?? older
  const worth = (bullet: Fact, index: number) =>
    relevance.of(bullet) + authorsOrder * (1 - index / entry.bullets.length)
  const ranked = entry.bullets
    .map((bullet, index) => ({ bullet, worth: worth(bullet, index) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ bullet }) => bullet)
  return ranked.filter((bullet, rank) => rank < least || relevance.of(bullet) > 0).slice(0, most)
}

/** An `end` of null says that it goes on. */
function body(entry: Entry, bullets: readonly Fact[]) {
  return {
    ...(entry.start === null ? {} : { start: entry.start, end: entry.end }),
    ...(entry.about === null ? {} : { summary: entry.about.text }),
    bullets: bullets.map(({ text }) => text),
  }
}

/** Groups and their items with what the posting asks for first, otherwise in the author's order. */
function skillGroups(resume: Profile['resume'], relevance: Relevance) {
  const dated = resume.countersign.skills ?? []
  const none = new Set(dated.filter((skill) => skill.none).map(({ name }) => skillId(name)))
  const rank = (item: string) => {
    const at = relevance.skills.indexOf(idOf(item))
    return at < 0 ? relevance.skills.length : at
  }
  const asked = (items: readonly string[]) =>
    items.filter((item) => rank(item) < relevance.skills.length).length
  return (resume.skills ?? [])
    .map(({ name, keywords }) => ({
      group: name,
      items: (keywords ?? []).filter((item) => !none.has(idOf(item))),
    }))
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({ group, items: items.toSorted((a, b) => rank(a) - rank(b)) }))
    .toSorted((a, b) => asked(b.items) - asked(a.items))
}

function idOf(item: string): string {
  return skillsIn(item)[0]?.id ?? skillId(item)
}

function schools({ education = [] }: Profile['resume']) {
  return education.map(({ institution, area, studyType, startDate, endDate, score, courses }) => {
    const grade = score !== undefined && /\p{L}/u.test(score) ? score : score && `Grade ${score}`
    const note = [grade, courses?.length ? courses.join(', ') : undefined].filter(Boolean)
    const going = startDate !== undefined && endDate === undefined ? { end: null } : {}
    return {
      degree: degreeName(studyType, area),
      institution,
      ...(startDate === undefined ? {} : { start: startDate }),
      ...(endDate === undefined ? going : { end: endDate }),
      ...(note.length > 0 ? { note: ended(note.join('; ')) } : {}),
    }
  })
}

/** "BSc Mathematics", "Bachelor of Science in Mathematics". */
function degreeName(studyType: string | undefined, area: string | undefined): string {
  if (studyType === undefined || area === undefined) return studyType ?? area ?? 'Studies'
  const abbreviation = /^(?:\p{Lu}[\p{L}.]{0,3}){2,}$/u.test(studyType)
  return `${studyType}${abbreviation ? '' : ' in'} ${area}`
}

function certificates({ certificates: given = [], awards = [] }: Profile['resume']): string[] {
  return [
    ...given.map(({ name, issuer, date }) => {
      const by = issuer === undefined ? '' : `, ${issuer}`
      return `${name}${by}${date === undefined ? '' : ` (${date.slice(0, 4)})`}`
    }),
    ...awards.map(({ title, awarder }) => (awarder === undefined ? title : `${title}, ${awarder}`)),
  ]
}

function evidenceOf(
  list: 'jobs' | 'projects',
  entries: readonly { job: Entry; bullets: readonly Fact[] }[],
): Evidence[] {
  return entries.flatMap(({ job, bullets }, at) => [
    { place: `cv.${list}[${at}]`, text: job.title, facts: [job.fact.id] },
    ...bullets.map(({ id, text }, index) => {
      return { place: `cv.${list}[${at}].bullets[${index}]`, text, facts: [id] }
    }),
  ])
}
