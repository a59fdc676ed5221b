// CV and letter as plain text, for forms that take no file.
import type { Draft } from './state.ts'

/** The letter as one would type it: no addresses, since the form has them. */
export function letterText(letter: Draft['letter'], paragraphs: readonly string[]): string {
  const { salutation, closing, sender } = letter
  return [salutation, ...paragraphs, `${closing}\n${sender.name}`].join('\n\n')
}

export function cvText(cv: Draft['cv']): string {
  const { name, headline, contact, links, summary, jobs, projects, skills, education } = cv
  const head = [
    name,
    headline,
    [contact.email, contact.location].filter(isThere).join(' · '),
    ...links.map(({ url }) => url),
  ]
  const sections = [
    part(
      'Experience',
      jobs.map((job) => entry(`${job.title}, ${job.employer}`, job)),
    ),
    part(
      'Projects',
      projects.map((project) => entry(project.name, project)),
    ),
    part(
      'Skills',
      skills.map(({ group, items }) => `${group}: ${items.join(', ')}`),
    ),
    part(
      'Education',
      education.map((one) => `${one.degree}, ${one.institution}${period(one)}`),
    ),
    part(
      'Languages',
      cv.languages.map(({ language, level }) => [language, level].filter(isThere).join(': ')),
    ),
  ]
  return [head.filter(isThere).join('\n'), summary, ...sections].filter(isThere).join('\n\n')
}

const isThere = (text: string | undefined): text is string => text !== undefined && text !== ''

function part(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : [title, ...lines].join('\n')
}

interface Span {
  start?: string | undefined
  end?: string | null | undefined
}

function period({ start, end }: Span): string {
  return start === undefined ? '' : ` (${start} to ${end ?? 'today'})`
}

function entry(title: string, one: Span & { bullets: readonly string[] }): string {
  return [`${title}${period(one)}`, ...one.bullets.map((bullet) => `- ${bullet}`)].join('\n')
}
