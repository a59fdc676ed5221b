// Fills a template that the user wrote (`cv.tex`, `letter.tex`): named placeholders, escaped values.

import mustache, { type TemplateSpans } from 'mustache'
import { fontPreamble } from '#clients'
import type { CvContent, LetterContent, Link } from './content.ts'
import { formatPeriod } from './dates.ts'
import { escapeText, isLatex, type Latex, latex, ownSource, sourceOf } from './escape.ts'
import { linkText } from './preamble.ts'

/** The template can't be filled; the message names line and placeholder. */
export class TemplateFailed extends Error {
  override name = 'TemplateFailed'
  readonly line: number
  /** The message without the line. */
  readonly reason: string

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super(`line ${line}: ${reason}`, options)
    this.line = line
    this.reason = reason
  }
}

type Value = string | boolean | Latex | null | readonly View[] | readonly string[]
type View = { readonly [key: string]: Value }

/**
 * The placeholders of a `cv.tex`. A missing value is empty; lists are repeated with
 * `<<#jobs>> … <</jobs>>`, and `<<#headline>> … <</headline>>` is left out where there is none.
 * `fonts` is the font set-up that the list of printable characters was measured with; `url` belongs
 * into `\href{…}`, `label` is its visible text; `.` is the item of a plain list such as `bullets`.
 * All bullets of an old job may be left out to fit two pages, so put the list into
 * `<<#hasBullets>> … <</hasBullets>>`.
 */
function cvView(cv: CvContent): View {
  return {
    ...common(cv),
    headline: cv.headline ?? null,
    summary: cv.summary ?? null,
    jobs: cv.jobs.map((job) => ({
      title: job.title,
      employer: job.employer,
      location: job.location ?? null,
      period: formatPeriod(job),
      summary: job.summary ?? null,
      hasBullets: job.bullets.length > 0,
      bullets: job.bullets,
    })),
    projects: cv.projects.map((project) => ({
      project: project.name,
      url: project.url === undefined ? null : address(project.url),
      label: project.url === undefined ? null : linkText({ url: project.url }),
      period: formatPeriod(project),
      summary: project.summary ?? null,
      hasBullets: project.bullets.length > 0,
      bullets: project.bullets,
    })),
    skills: cv.skills.map(({ group, items }) => ({ group, items: items.join(', ') })),
    education: cv.education.map((school) => ({
      degree: school.degree,
      institution: school.institution,
      location: school.location ?? null,
      period: formatPeriod(school),
      note: school.note ?? null,
    })),
    certificates: cv.certificates,
    languages: cv.languages.map(({ language, level }) => ({ language, level: level ?? null })),
  }
}

/** The placeholders of a `letter.tex`. */
function letterView(letter: LetterContent): View {
  return {
    ...common({ ...letter.sender, paper: letter.paper }),
    date: letter.date,
    person: letter.recipient.person ?? null,
    company: letter.recipient.company,
    lines: letter.recipient.lines,
    subject: letter.subject ?? null,
    salutation: letter.salutation,
    paragraphs: letter.paragraphs.map(({ text }) => text),
    closing: letter.closing,
  }
}

function common(sender: {
  paper: CvContent['paper']
  name: string
  contact: CvContent['contact']
  links: readonly Link[]
}): View {
  return {
    fonts: ownSource(fontPreamble),
    paper: ownSource(`${sender.paper}paper`),
    name: sender.name,
    email: sender.contact.email,
    phone: sender.contact.phone ?? null,
    location: sender.contact.location ?? null,
    links: sender.links.map((link) => ({ url: address(link.url), label: linkText(link) })),
  }
}

/** In `\\href` and `\\url` these four signs need a backslash; the rest of an address stands as it is. */
function address(url: string): Latex {
  return ownSource(url.replace(/[%#&_]/g, '\\$&'))
}

const example: { cv: CvContent; letter: LetterContent } = {
  cv: {
    ...{ paper: 'a4', name: 'n', contact: { email: 'e' }, links: [{ url: 'u' }] },
    jobs: [{ title: 't', employer: 'e', bullets: ['b'] }],
    projects: [{ name: 'n', bullets: ['b'] }],
    skills: [{ group: 'g', items: ['i'] }],
    education: [{ degree: 'd', institution: 'i' }],
    certificates: ['c'],
    languages: [{ language: 'l' }],
  },
  letter: {
    paper: 'a4',
    sender: { name: 'n', contact: { email: 'e' }, links: [{ url: 'u' }] },
    ...{ date: 'd', recipient: { company: 'c', lines: ['l'] }, salutation: 's', closing: 'c' },
    paragraphs: [{ text: 't', optional: false }],
  },
}

const cvNames: ReadonlySet<string> = namesOf(cvView(example.cv))
const letterNames: ReadonlySet<string> = namesOf(letterView(example.letter))

/** Fills `template` with a CV. @throws TemplateFailed */
export function fillCv(template: string, cv: CvContent): Latex {
  return fill(template, cvView(cv), cvNames)
}

/** Fills `template` with a letter. @throws TemplateFailed */
export function fillLetter(template: string, letter: LetterContent): Latex {
  return fill(template, letterView(letter), letterNames)
}

/** What keeps a template from being filled, whatever it is filled with. */
export function templateProblem(
  kind: 'cv' | 'letter',
  template: string,
): { line: number; message: string } | undefined {
  try {
    checkPlaceholders(template, kind === 'cv' ? cvNames : letterNames)
    return undefined
  } catch (error) {
    if (!(error instanceof TemplateFailed)) throw error
    return { line: error.line, message: error.reason }
  }
}

const tags: [string, string] = ['<<', '>>']

function fill(template: string, view: View, known: ReadonlySet<string>): Latex {
  checkPlaceholders(template, known)
  return ownSource(
    mustache.render(template, view, {}, { tags, escape: (value: unknown) => escapeValue(value) }),
  )
}

/** A value stands in braces, so that a command before it can't swallow its first letter. */
function escapeValue(value: unknown): string {
  if (isLatex(value)) return sourceOf(value)
  return typeof value === 'string' ? sourceOf(latex`{${value}}`) : escapeText(String(value))
}

function namesOf(view: View): Set<string> {
  const names = new Set(['.'])
  for (const [name, value] of Object.entries(view)) {
    names.add(name)
    if (!Array.isArray(value)) continue
    for (const item of value) {
      if (typeof item === 'object' && !isLatex(item))
        for (const inner of namesOf(item)) names.add(inner)
    }
  }
  return names
}

/** Refuses unknown names and every form that would put in a value without escaping it. */
function checkPlaceholders(template: string, known: ReadonlySet<string>): void {
  const pending = [...parse(template)]
  for (let token = pending.shift(); token !== undefined; token = pending.shift()) {
    const [type, value, start, , inner] = token
    if (Array.isArray(inner)) pending.push(...inner)
    if (type === 'text' || type === '!') continue
    const line = template.slice(0, start).split('\n').length
    if (!['name', '#', '^'].includes(type)) {
      throw new TemplateFailed(
        line,
        `<<${type}${value}>> is not allowed; write <<${value}>>, which is escaped`,
      )
    }
    if (!known.has(value)) {
      throw new TemplateFailed(
        line,
        `there is no placeholder <<${value}>>; there are ${[...known].sort().join(', ')}`,
      )
    }
  }
}

function parse(template: string): TemplateSpans {
  try {
    return mustache.parse(template, tags)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const at = Number(/ at (\d+)$/.exec(reason)?.[1] ?? 0)
    const line = template.slice(0, at).split('\n').length
    throw new TemplateFailed(line, `a placeholder is not closed: ${reason}`, { cause: error })
  }
}
