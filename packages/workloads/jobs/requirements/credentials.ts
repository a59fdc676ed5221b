// Degrees and years in one sentence, with their alternatives: "a BSc and six years, or a master's
// and three".

import { type SkillMention, skillsIn } from '../skills.ts'
import { remembering } from '../text/names.ts'
import { matches, pattern } from '../text/pattern.ts'
import { digits } from './numbers.ts'
import type { Degree } from './types.ts'

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

interface DegreeAtom {
  level: Degree
  index: number
  end: number
}

export interface Branch {
  years: YearsAtom[]
  degrees: readonly DegreeAtom[]
  /** "… or equivalent experience". */
  equivalent: boolean
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
    engineers|customers|countries|employees|days|hours|team))|(?<=\byears?[^.;\d]{0,40}, (?:at least )?)
    (?=\d)(\d{1,2}) of (?:them|those|which)(?= (?:with|in|using|as|on)\b)
  `
const plus =
  /\b(?:plus|and|with)\s+(\d{1,2})\b(?!\s*(?:%|-|\+?\s*(?:years?|yrs?|months?|days|hours)))/g

const degreeWords: readonly (readonly [Degree, RegExp])[] = [
  [
    'doctorate',
    pattern('gi')`
      \bph\.? ?d\b\.?|\bphds?\b|\bdoctora(?:te|l)\b|\bdoktor(?:at|grad)?\b|\bpromovierte[rn]?\b|
      \bpromotion abgeschlossen\b|\babgeschlossene promotion\b|\bpromotion in \w+ (?:erforderlich|zwingend|vorausgesetzt)
    `,
  ],
  [
    'master',
    pattern('gi')`
      \bmaster(?:'s|s)?(?:[- ](?:level )?degree|[- ]?abschluss|studium)\b|\bmasterstudium\b|
      \bmaster(?:'?s)?\b(?=\s*(?:$|[,;.)/]|or\b|and\b|in\b|of\b|with\b|is\b|only\b|preferred|
      required|plus|thesis))|\bm\.?sc\b\.?|\bMS\b(?=\s*(?:$|[;.()]|[,/]\s?(?:or |and )?(?:ph|m\.?s|mb|ma\b|doct|equiv|comput|in\b)|or\b|degree|in\b|with\b))|(?<=\bB\.?[SA]\.?\s?[,/]\s?(?:or )?)MS\b|\bM\.S\.|
      \bMEng\b|\bMBA\b|\badvanced degrees?\b|\b(?:post)?graduate degree\b|\bdiplom\b
    `,
  ],
  [
    'bachelor',
    pattern('gi')`
      \bbachelor(?:'s|s)?\b|\bb\.?sc\b\.?|\bB\.?S\.?\b(?=\s*(?:$|[,;.()/]|or\b|degree|in\b|
      with\b|and\b))|\bB\.?A\.?\b(?=\s*(?:[,;/]|or\b|degree|in\b))|\bBEng\b|
      \bundergraduate degree\b|\bundergraduate\b(?=,? (?:or|and|\/)\b)|\b(?:university|college|four-year|4-year|technical|cs|stem|
      engineering|relevant|related|science|academic|higher) degree\b|\bdegree (?:in|from|
      or)\b|\ba degree\b|\b(?:abgeschlossenes|absolviertes) (?:\S+ )?(?:studium|
      hochschulstudium)\b|\bhochschulabschluss\b|\buniversity education\b|\blicence\b(?= en)
    `,
  ],
]
const notDegree = pattern('i')`
    (?:ph\.?d\.?|doctoral|master'?s?|bachelor'?s?)[- ]level (?!degree)|ph\.?d\.?s? (?:data )?(?:scientist|researcher|colleague|engineer|expert|teammate)|
    no b\.?s\b|
    scrum master|master (?:data|branch|service|plan|class|record|of ceremonies|agreement)|
    masterclass|mastery|software master|visa \/ master|master (?:in|of) the art|headmaster|webmaster|postmaster|quartermaster|degree of (?!science|
    arts|engineering|bachelor|master)|degrees? (?:celsius|fahrenheit)|360|high degree|
    large degree|ms (?:sql|office|word|excel|teams|project|azure)|, ma\b(?!\s*(?:degree|or|
    in))
  `

const maybeDegree = pattern('i')`
    degree|bachelor|master|ph\.? ?d|doctor|doktor|promotion|promovier|\bb\.?s|\bm\.?s|\bb\.?a\b|beng|
    meng|mba|diplom|studium|abschluss|university|licence
  `

const degreesIn: (norm: string) => readonly DegreeAtom[] = remembering(readDegrees)

function readDegrees(norm: string): DegreeAtom[] {
  if (!maybeDegree.test(norm)) return []
  const found: DegreeAtom[] = []
  for (const [level, words] of degreeWords) {
    for (const match of matches(norm, words)) {
      const around = norm.slice(Math.max(0, match.index - 8), match.index + match[0].length + 16)
      if (notDegree.test(around)) continue
      if (/^(?:bs|ba|ms|b\.s|b\.a)$/i.test(match[0]) && match[0] !== match[0].toUpperCase())
        continue
      const end = match.index + match[0].length
      if (found.some((other) => match.index < other.end && end > other.index)) continue
      found.push({ level, index: match.index, end })
    }
  }
  return found.sort((a, b) => a.index - b.index)
}

const nearly = pattern('')`
  (?:around|about|roughly|approximately|circa|ca\.|~|typically|usually|generally|probably|
  etwa|rund|likely)\s*(?:have\s*)?$
`

const asField = /years of (?:\w+ )?experience\s*[:=]\s*(\d{1,2})\b/g
const bareNumber = /(?<![\d$€£.,#])(\d{1,2})\s?\+/g

function yearsIn(norm: string): YearsAtom[] {
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
  return spots.map((spot, at) => {
    const next = spots[at + 1]?.index ?? norm.length
    const subject = subjectOf(low.slice(spot.end, next))
    const stop = spot.end + subject.length
    const before = low.slice(Math.max(0, spot.index - 24), spot.index)
    return {
      ...spot,
      subject,
      moreThan: /(?:more than|over|mehr als|plus de)\s*$/.test(before),
      about: nearly.test(before) || /^\s*(?:or so)\b/.test(low.slice(spot.end)),
      skills: skillsOf(skills, spot, stop, before),
    }
  })
}

/** Those behind the years; else the one in front of "for two years". */
function skillsOf(
  skills: readonly SkillMention[],
  spot: { index: number; end: number },
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
  \((?:preferred|ideally|a plus)
`

/**
 * Up to the turn of the phrase: a semicolon, a full stop, "including", a comma that opens
 * something new.
 */
function subjectOf(rest: string): string {
  const stop = rest.search(turns)
  return stop < 0 ? rest : rest.slice(0, stop)
}

const alternative = pattern('gi')`
    ,?\s+(?:and\/or|or|oder|ou)\s+(?=(?:at least |minimum |a |an |the |with |hold(?:ing)?[ ]|
    (?:ein(?:e)? ))?(?:\d|bachelor|master|ph\.?d|doctor|degree|equivalent|comparable|bs\b|
    ms\b|msc\b|bsc\b|b\.|m\.|advanced|university|
    (?:significant|extensive) (?:\w+ )?experience))
  `
const ample = /\bor (?:significant|extensive)/i
const equivalentWords = pattern('i')`
    equivalent(?<!\b(?:foreign|u\.?s\.?) equivalent)|comparable (?:experience|qualification)|similar experience|vergleichbar|
    practical experience in lieu|in lieu of|gleichwertig|equivalente
  `

/**
 * A sentence's branches: any one of them is enough. Takes digitised text; offsets are those of
 * the whole text, since a branch is the text with everything outside of it blanked.
 */
export const branchesOf: (text: string) => readonly Branch[] = remembering(readBranches)

function readBranches(text: string): Branch[] {
  const known = yearsIn(text)
  const degrees = degreesIn(text)
  const equivalent = equivalentWords.test(text)
  const parts =
    known.length + degrees.length >= 2 || equivalent || (degrees.length > 0 && ample.test(text))
      ? splitBranches(text)
      : [text]
  if (parts.length < 2) return [{ years: known, degrees, equivalent }]
  return parts.map((part) => {
    const years = yearsIn(part)
    const bare = years.length === 0 && known.length > 0 ? bareYears(part) : []
    return {
      years: [...years, ...bare],
      degrees: degreesIn(part),
      equivalent: equivalentWords.test(part),
    }
  })
}

function keep(text: string, from: number, to: number): string {
  return ' '.repeat(from) + text.slice(from, to) + ' '.repeat(text.length - to)
}

function splitBranches(text: string): string[] {
  const cuts = [0]
  for (const match of matches(text, alternative))
    cuts.push(match.index, match.index + match[0].length)
  cuts.push(text.length)
  const parts: string[] = []
  for (let at = 0; at + 1 < cuts.length; at += 2)
    parts.push(keep(text, cuts[at] ?? 0, cuts[at + 1] ?? text.length))
  return parts.flatMap(splitList)
}

/** "BS/MS/PhD": every degree of the list is a branch of its own. */
function splitList(part: string): string[] {
  const degrees = degreesIn(part)
  const joined = degrees
    .slice(1)
    .every((degree, at) => /^[\s./,]*$/.test(part.slice(degrees[at]?.end ?? 0, degree.index)))
  if (degrees.length < 2 || !joined) return [part]
  const from = degrees[0]?.index ?? 0
  const to = degrees.at(-1)?.end ?? part.length
  const blank = part.slice(0, from) + ' '.repeat(to - from) + part.slice(to)
  return degrees.map(
    (degree) =>
      blank.slice(0, degree.index) + part.slice(degree.index, degree.end) + blank.slice(degree.end),
  )
}

function bareYears(part: string): YearsAtom[] {
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

const alones = new Map<string, RegExp>()

/** A number word where it stands alone; there are few of them. */
function alone(word: string): RegExp {
  const known = alones.get(word) ?? new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu')
  alones.set(word, known)
  return known
}

/** Words to digits without touching the capitals of the rest. */
export function digitised(norm: string): string {
  const low = norm.toLowerCase()
  const changed = digits(low)
  if (changed === low) return norm
  let text = norm
  for (const word of low.match(/half a decade|(?:a|one) decade|two decades|[\p{L}]+/gu) ?? []) {
    const digit = digits(word)
    if (digit !== word) text = text.replace(alone(word), digit)
  }
  return text.replace(/\b(?:between|zwischen|entre) (\d+) (?:and|und|et|y) (\d+)\b/gi, '$1-$2')
}
