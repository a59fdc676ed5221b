// Which span of the profile a question about years means: a skill's, all work's, or none.
import { experienceMonths, monthsBetween } from '../profile/index.ts'
import { digits } from '../requirements/numbers.ts'
import { skillId, skillsIn } from '../skills.ts'
import type { PlanInput } from './planned.ts'
import { contentOf, type Wording } from './wording.ts'

/** What may stand around "experience" without narrowing it. */
const ofWork = wordsOf(`how many much long total overall full number years years' year least minimum
  experience professional work working relevant paid your professionally at more than wie viele
  jahre erfahrung berufserfahrung`)
/** What may stand around a skill's name without narrowing it. */
const ofSkill = wordsOf(`how many much long total number years years' year experience professional
  work working hands hand using used use run running production programming commercial with at
  least minimum or more plus practical worked developing coding language wie viele jahre erfahrung
  mit`)

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export interface Span {
  months: number
  /** The field of the profile, and what it says. */
  detail: string
}

/** Null unless the question names one skill of the profile, or nothing but work as such. */
export function spanAskedOf({ named }: Wording, { profile, today }: PlanInput): Span | null {
  const { skills = [] } = profile.resume.countersign
  const found = [
    ...skills.flatMap(({ name }) => mentionOf(named, name)),
    ...skillsIn(named).map(({ id, index, end }) => ({ id, from: index, to: end })),
  ]
  const [id, ...more] = new Set(found.map((mention) => mention.id))
  const rest = without(named, found)
  if (id === undefined) {
    const work = profile.resume.work ?? []
    return work.length > 0 && isOnly(rest, ofWork)
      ? { months: experienceMonths(work, today), detail: 'work, by its dates' }
      : null
  }
  const skill = skills.find(({ name }) => skillId(name) === id)
  if (!skill || more.length > 0 || !isOnly(rest, ofSkill)) return null
  const detail = `countersign.skills ${skill.name}`
  if (skill.none === true) return { months: 0, detail: `${detail}: none` }
  if (skill.since === undefined) return null
  const months = monthsBetween(skill.since, skill.until, today)
  return { months, detail: `${detail}: since ${skill.since}` }
}

interface Mentioned {
  id: string
  from: number
  to: number
}

/** A skill by the profile's own name for it; names that are words too keep their capitals. */
function mentionOf(named: string, name: string): Mentioned[] {
  const isWord = /^(?:go|c|r|swift|rust|express|spring|node|excel|lambda)$/i.test(name)
  const from = isWord ? named.indexOf(name) : named.toLowerCase().indexOf(name.toLowerCase())
  if (from < 0) return []
  const to = from + name.length
  const touches = /[\p{L}\p{N}+#]/u
  const apart = !touches.test(named[from - 1] ?? ' ') && !touches.test(named[to] ?? ' ')
  return apart ? [{ id: skillId(name), from, to }] : []
}

function without(text: string, mentions: readonly Mentioned[]): string {
  return text
    .split('')
    .map((char, at) => (mentions.some(({ from, to }) => at >= from && at < to) ? ' ' : char))
    .join('')
}

/** "In regulated environments" narrows what was asked; "professional" doesn't. */
function isOnly(rest: string, known: ReadonlySet<string>): boolean {
  const left = contentOf(digits(rest.toLowerCase())).split(' ')
  return left.every((word) => word === '' || /^\d+\+?$/.test(word) || known.has(word))
}
