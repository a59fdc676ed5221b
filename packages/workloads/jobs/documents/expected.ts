// What a finished CV or letter must contain, derived from its content.
import type { CvContent, LetterContent, Link } from './content.ts'
import { sectionTitles } from './cv-template.ts'
import { formatPeriod } from './dates.ts'
import { linkText } from './preamble.ts'
import { type PlacedText, textsOf } from './unprintable.ts'

/** What the checks look for. */
export interface Planned {
  /** Each must be found word for word. */
  texts: readonly PlacedText[]
  /** All that is printed on this many pages, so that a letter too many is found as well. */
  everything?: (pages: number) => readonly string[]
  /** All that the content says, where it isn't known what else is printed. */
  written?: readonly string[]
  /** The addresses of all links. */
  links?: readonly string[]
}

/** Of a template that isn't ours (`ownTemplate` false) it is known only that name, address and employers must be there. */
export function plannedCv(cv: CvContent, ownTemplate: boolean): Planned {
  if (!ownTemplate) {
    const employers = cv.jobs.map(({ employer }, index) => {
      return { place: `jobs[${index}].employer`, text: employer }
    })
    const texts = [...nameAndAddress('', cv.name, cv.contact.email), ...employers]
    return { texts, written: textsOf(cv).map(({ text }) => text) }
  }
  const texts = textsOf({
    ...cv,
    links: cv.links.map(linkText),
    jobs: cv.jobs.map(withPeriod),
    projects: cv.projects.map((project) => ({
      ...withPeriod(project),
      label: project.url === undefined ? undefined : linkText({ url: project.url }),
    })),
    education: cv.education.map(withPeriod),
  })
  const titles = Object.entries(sectionTitles).flatMap(([part, title]) =>
    texts.some(({ place }) => place.startsWith(part)) ? [title] : [],
  )
  const everything = (pages: number) => [
    ...texts.map(({ text }) => text),
    ...titles,
    ...(pages > 1 ? [cv.name, '2'] : []),
  ]
  const projectLinks = cv.projects.flatMap(({ url }) => (url === undefined ? [] : [{ url }]))
  return { texts, everything, links: addresses(cv.contact.email, [...cv.links, ...projectLinks]) }
}

export function plannedLetter(letter: LetterContent, ownTemplate: boolean): Planned {
  const { sender, recipient } = letter
  if (!ownTemplate) {
    const company = { place: 'recipient.company', text: recipient.company }
    const texts = [...nameAndAddress('sender.', sender.name, sender.contact.email), company]
    return { texts, written: textsOf(letter).map(({ text }) => text) }
  }
  const texts = textsOf({ ...letter, sender: { ...sender, links: sender.links.map(linkText) } })
  return {
    texts,
    everything: () => [...texts.map(({ text }) => text), sender.name],
    links: addresses(sender.contact.email, sender.links),
  }
}

function nameAndAddress(prefix: string, name: string, email: string): PlacedText[] {
  return [
    { place: `${prefix}name`, text: name },
    { place: `${prefix}contact.email`, text: email },
  ]
}

function withPeriod<P extends Parameters<typeof formatPeriod>[0]>(entry: P) {
  return { ...entry, period: formatPeriod(entry) }
}

function addresses(email: string, links: readonly Link[]): string[] {
  return [`mailto:${email}`, ...links.map(({ url }) => url)]
}
