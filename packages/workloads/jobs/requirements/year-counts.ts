// The counts of years in a text, and what each of them is of.

import { type SkillMention, skillsIn } from '../skills.ts'
import { matches, pattern } from '../text/pattern.ts'
import { degreesIn } from './degree-words.ts'

export interface YearsAtom {
  months: number
  /** "More than seven" needs more than 84 months. */
  moreThan: boolean
  /** "Around eight" leaves room. */
  about: boolean
  index: number
  end: number
  /** What the years are in: the words up to the next number or turn. */
  subject: string
  skills: readonly SkillMention[]
}

const count = String.raw`(\d{1,3}(?:[.,]\d)?)(?:\s*\(\s*\d+\s*\+?\s*\))?`
const range = String.raw`(?:\s*\+?\s*(?:-|to|bis|or|à|a)\s*(\d{1,2})(?![.,]\d))?`
const unit = `(?:years?|yrs?|jahren?|jahre|jaar|années?|años|ans|months?|monaten?|monate)`
const withUnit = new RegExp(
  String.raw`(?=\d)(?<![\d$€£.,#])${count}${range}\s*(?:\+|plus\b|or more\b|oder mehr\b)?\s*(?:full |solid |relevant |professional |hands-on )?[- ]?(${unit})(?![a-zäöüßé])`,
  'g',
)
/**
 * "2+ with Go", "plus four": a number without a unit, after years were mentioned or beside a
 * degree.
 */
const withoutUnit = pattern('g')`
    (?<![\d$€£.,#])(\d{1,2})\s?\+(?!\s?(?:%|k\b|million|\d|years?|yrs?|months?|people|
    engineers|customers|countries|employees|days|hours|team))|(?<=\byears?[^.;\d]{0,40}, (?:including |at least )*)
    (?=\d)(\d{1,2}) (?:of (?:them|those|which)|or more)(?= (?:with|in|using|as|on)\b)
  `
const plus =
  /\b(?:plus|and|with)\s+(\d{1,2})\b(?!\s*(?:%|-|\+?\s*(?:years?|yrs?|months?|days|hours)))/g

const nearly = pattern('')`
  (?:around|about|roughly|approximately|circa|ca\.|~|typically|usually|generally|probably|
  etwa|rund|likely)\s*(?:have\s*)?$
`

const asField = /years of (?:\w+ )?experience\s*[:=]\s*(\d{1,2})\b/g
const bareNumber = /(?<![\d$€£.,#])(\d{1,2})\s?\+/g

export function yearsIn(norm: string): YearsAtom[] {
  const low = norm.toLowerCase()
  const spots: { index: number; end: number; months: number }[] = []
  for (const match of matches(low, withUnit)) {
    const number = Number((match[1] ?? '0').replace(',', '.'))
    const months = /^mon/.test(match[3] ?? '') ? number : number * 12
    spots.push({
      index: match.index,
      end: match.index + match[0].length,
      months: Math.round(months),
    })
  }
  for (const match of matches(low, asField)) {
    const end = match.index + match[0].length
    spots.push({ index: end - (match[1]?.length ?? 1), end, months: Number(match[1]) * 12 })
  }
  const loose = spots.length > 0 ? matches(low, withoutUnit) : []
  const bare = degreesIn(norm).length > 0 ? matches(low, plus) : []
  for (const match of [...loose, ...bare]) {
    const index = match.index + match[0].search(/\d/)
    const taken = spots.some((spot) => index >= spot.index && index < spot.end)
    if (!taken)
      spots.push({
        index,
        end: match.index + match[0].length,
        months: Number(match[1] ?? match[2]) * 12,
      })
  }
  if (spots.length === 0) return []
  spots.sort((a, b) => a.index - b.index)
  const skills = skillsIn(norm)
  const labels = spots.map((spot, at) =>
    labelOf(skills, low, spot, spots[at - 1]?.end ?? 0, spots[at + 1]?.index ?? low.length),
  )
  return spots.map((spot, at) => {
    const before = low.slice(Math.max(0, spot.index - 24), spot.index)
    const shared = {
      ...spot,
      moreThan: /(?:more than|over|mehr als|plus de)\s*$/.test(before),
      about: nearly.test(before) || /^\s*(?:or so)\b/.test(low.slice(spot.end)),
    }
    const label = labels[at] ?? []
    if (label[0] !== undefined)
      return { ...shared, subject: low.slice(label[0].index, spot.index), skills: label }
    const next = labels[at + 1]?.[0]?.index ?? spots[at + 1]?.index ?? low.length
    const subject = subjectOf(low.slice(spot.end, next))
    return { ...shared, subject, skills: skillsOf(skills, spot, spot.end + subject.length, before) }
  })
}

interface Spot {
  index: number
  end: number
}

/** What may stand between a skill and its years: "TypeScript: 5+ years", "Go experience (min. 3 years". */
const labelled = pattern('')`
  ^(?: experience| exp\.?)?\s*(?:,(?=\s*(?:min|at least))|[:(=-])?\s*(?:min(?:imum|\.)?(?: of)?|at least)?\s*$
`
/** What follows years whose skill stands in front of them; "of Go" would name another. */
const listed = pattern('')`
  ^\s*(?:[)\].,;|(+]|and\b|or\b|$|-\s|(?:experience|exp)\b\.?\s*(?:[,.;)|]|$))
`

/** The skills directly in front of years that name none behind them: "TypeScript or Java: 5+ years". */
function labelOf(
  skills: readonly SkillMention[],
  low: string,
  spot: Spot,
  from: number,
  to: number,
): SkillMention[] {
  const last = skills.findLastIndex(({ index, end }) => index >= from && end <= spot.index)
  const nearest = skills[last]
  if (nearest === undefined || spot.index - nearest.end > 24) return []
  if (!labelled.test(low.slice(nearest.end, spot.index)) || !listed.test(low.slice(spot.end, to)))
    return []
  let first = last
  for (let at = last - 1; at >= 0; at--) {
    const [one, next] = [skills[at], skills[at + 1]]
    if (!one || !next || one.index < from) break
    if (!/^(?:,? (?:and\/)?or | ?\/ ?|, ?)$/.test(low.slice(one.end, next.index))) break
    first = at
  }
  // "Java, Kotlin or Go: 5+ years" is of any; "Java, Go (5+ years)" only of the last.
  const choice = /\bor\b|\//.test(low.slice(skills[first]?.end, nearest.index))
  return choice ? skills.slice(first, last + 1) : [nearest]
}

/** Those behind the years; else the one in front of "for two years". */
function skillsOf(
  skills: readonly SkillMention[],
  spot: Spot,
  stop: number,
  before: string,
): SkillMention[] {
  const behind = skills.filter((skill) => skill.index >= spot.end && skill.index < stop)
  if (behind.length > 0 || !/\bfor (?:at least |more than |over )?$/.test(before)) return behind
  const ahead = skills.filter((skill) => skill.index < spot.index && skill.index >= spot.index - 48)
  return ahead.length === 1 ? ahead : []
}

const turns = pattern('')`
  [;.]|\bincluding\b|\bof which\b|\bas well as\b|\bplus\b|,\s*(?:with|and (?:a|an|strong|
  good|the|you|proven|experience)|preferabl|ideally|having|who|where|strong|you)\b|
  \((?:preferred|ideally|a plus)|\band (?:an? |the )?(?:willing|interest|eager|curio|open(?:ness)?\b|
  any\b|some\b|basic|familiar|exposure|understanding|ability|preferabl|ideally)
`

/**
 * Up to the turn of the phrase: a semicolon, a full stop, "including", a comma that opens
 * something new.
 */
function subjectOf(rest: string): string {
  const stop = rest.search(turns)
  return stop < 0 ? rest : rest.slice(0, stop)
}

export function bareYears(part: string): YearsAtom[] {
  return matches(part.toLowerCase(), bareNumber).map((match) => ({
    months: Number(match[1]) * 12,
    moreThan: false,
    about: false,
    index: match.index,
    end: match.index + match[0].length,
    subject: '',
    skills: [],
  }))
}
