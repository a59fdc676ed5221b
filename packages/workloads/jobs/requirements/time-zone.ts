// Time zone: how far the working day would have to move.

import { type Mention, placesIn, placeWords } from '../geography/index.ts'
import { matches, pattern } from '../text/pattern.ts'
import { digits } from './numbers.ts'
import type { Finding, Requirement, Verdict } from './types.ts'
import { conditional, isHedged, quoteOf } from './wording.ts'

const dimension = 'time-zone'

/** Hours from UTC in standard time. Daylight saving moves most of them together. */
const zones: Readonly<Record<string, number>> = {
  hst: -10,
  pst: -8,
  pdt: -8,
  pt: -8,
  pacific: -8,
  central: -6,
  mst: -7,
  mdt: -7,
  mt: -7,
  mountain: -7,
  cst: -6,
  cdt: -6,
  ct: -6,
  est: -5,
  edt: -5,
  et: -5,
  eastern: -5,
  brt: -3,
  utc: 0,
  gmt: 0,
  wet: 0,
  bst: 0,
  cet: 1,
  cest: 1,
  mez: 1,
  eet: 2,
  msk: 3,
  gst: 4,
  ist: 5.5,
  sgt: 8,
  jst: 9,
  aest: 10,
  aedt: 10,
}
const regions: Readonly<Record<string, readonly [number, number]>> = {
  eu: [0, 2],
  eea: [0, 2],
  europe: [0, 2],
  emea: [0, 4],
  dach: [1, 1],
  nordics: [1, 2],
  americas: [-8, -3],
  'north-america': [-8, -5],
  'latin-america': [-6, -3],
  apac: [5.5, 12],
  asia: [5.5, 9],
  'middle-east': [2, 4],
  africa: [0, 3],
  US: [-8, -5],
  CA: [-8, -4],
  AU: [8, 10],
  BR: [-4, -3],
}

const zoneName = new RegExp(`(?<![\\p{L}])(?:${Object.keys(zones).join('|')})(?![\\p{L}])`, 'giu')
const utc = /\b(?:utc|gmt)\s?([+-]\s?\d{1,2})(?::?(30|45))?/gi
const about = pattern('')`
    time ?-?zones?|zeitzone|overlap|\b(?:core|working|business|office|regular|
    standard) hours\b|\bhours\b|\btime\b|\bam\b|\bpm\b|utc|gmt|\bcet\b|schedule|availab|\bawake\b|\d (?:pacific|eastern|mountain)
  `

/** The interval of home offsets that would mean no shift at all. */
function interval(norm: string): readonly [number, number] | null {
  const offsets = matches(norm, utc).map(
    (match) =>
      Number((match[1] ?? '0').replace(/\s/g, '')) + (match[2] ? Number(match[2]) / 60 : 0),
  )
  if (offsets.length > 0) return [Math.min(...offsets), Math.max(...offsets)]
  const named = matches(norm, zoneName).filter((match) => plausible(match[0], norm, match.index))
  const values = named.map((match) => zones[match[0].toLowerCase()] ?? 0)
  if (values.length > 0) return [Math.min(...values), Math.max(...values)]
  const spans = placesIn(norm).flatMap(span)
  if (spans.length === 0) return null
  return [Math.min(...spans.map(([low]) => low)), Math.max(...spans.map(([, high]) => high))]
}

/**
 * Short zone names are capitals in text; "est" and "ct" in lower case are words of other
 * languages.
 */
function plausible(word: string, norm: string, index: number): boolean {
  if (word.length <= 4 && word !== word.toUpperCase()) return false
  if (/^(?:pacific|mountain|central|eastern)$/i.test(word))
    return /^(?:\s*(?:,|\/|or|and|&)?\s*(?:pacific|mountain|central|eastern)\b)*\s*(?:standard |daylight )?(?:time|hours|zone|business|working|[.,;]|$)/i.test(
      norm.slice(index + word.length),
    )
  if (/^(?:CT|MT|PT|ET|IST|BST)$/.test(word)) return /\d|am|pm|time|hours|zone|overlap/i.test(norm)
  return true
}

function span(place: Mention): (readonly [number, number])[] {
  const known = regions[place.name]
  if (known) return [known]
  return place.offset === null ? [] : [[place.offset, place.offset]]
}

function distance(home: number, [low, high]: readonly [number, number]): number {
  if (home >= low && home <= high) return 0
  const gap = (to: number) => {
    const direct = Math.abs(home - to)
    return Math.min(direct, 24 - direct)
  }
  return Math.min(gap(low), gap(high))
}

const placeTime = /^(?:'s)? (?:(?:business|standard|local|shift|working|daylight) )?time\b/i

/** "Berlin time", "until 3 pm ET"; a place in a sentence with "at this time" is none. */
function saysTime(norm: string): boolean {
  if (placesIn(norm).some(({ end }) => placeTime.test(norm.slice(end)))) return true
  if (!/\d|availab|time\b/i.test(norm)) return false
  return matches(norm, zoneName).some((match) => plausible(match[0], norm, match.index))
}

const clockHours =
  /\b(\d{1,2})(?::\d\d)?\s*(am|pm)?\s*(?:-|to|until|bis)\s*(\d{1,2})(?::\d\d)?\s*(am|pm)?\b/

/** An hour of the clock from 0 to 24; `half` is am, pm or nothing for 24 hours. */
function hourOf(value: string | undefined, half: string | undefined): number {
  const hour = Number(value)
  return half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
}

/**
 * Hours a nine-to-five day at home must move to cover named hours elsewhere: "10am-2pm EST" is
 * 16 to 20 in Berlin and moves it by three. Null when no hours are named.
 */
function shiftForHours(text: string, home: number, zone: number): number | null {
  const match = clockHours.exec(text)
  if (!match) return null
  const start = hourOf(match[1], match[2] ?? match[4])
  const named = hourOf(match[3], match[4])
  // "9-5" ends in the afternoon, "10pm-6am" on the next day.
  const round = match[4] === undefined ? 12 : 24
  const length = named > start ? named - start : round - ((start - named) % round)
  if (start > 23 || length < 1 || length > 14) return null
  // "Four hours of overlap with 9am-5pm" needs that much of them only.
  const needed = Math.min(length, (/overlap/.test(text) ? hoursIn(text) : null) ?? length)
  const at = (start + home - zone + 48) % 24
  // The window may lie after the day at home or, counted back, before it.
  return Math.min(
    ...[at, at - 24].map((from) => Math.max(0, 9 - (from + length - needed), from + needed - 17)),
  )
}

const tolerances = pattern('')`
  (?:±|\+\s?\/\s?-|\+-|within(?: an?)?|plus or minus|max(?:imum)? (?:of )?)\s*(\d{1,2})(?:\s*(?:-|
  to)\s*(\d{1,2}))?\s*(?:h\b|hrs?|hours?|stunden)?
`

/**
 * Hours the working day must move: the distance, less what a partial overlap or a tolerance
 * leaves free.
 */
function shiftHours(low: string, gap: number): number {
  const text = digits(low)
  const tolerance = tolerances.exec(text)
  if (tolerance) return Math.max(0, gap - Number(tolerance[2] ?? tolerance[1]))
  if (!/overlap|availab/.test(text)) return gap
  if (/\d\s*(?:am|pm|:00)/.test(text)) return gap
  if (/full|complete|entire/.test(text)) return gap
  // An overlap without a number is read as half a working day.
  return Math.max(0, gap - (8 - (hoursIn(text) ?? 4)))
}

/** "4 hours", "4-6 h": the least that is named. */
function hoursIn(text: string): number | null {
  const hours =
    /(\d{1,2})(?:\s*(?:-|to)\s*(\d{1,2}))?\s*\+?\s*(?:h\b|hrs?\b|hours?\b|stunden)/.exec(text)
  return hours ? Number(hours[1]) : null
}

const spreadTeam = pattern('')`
  \b(?:we|team|teams|colleagues|customers|company|employees|people)\b[^.;]{0,40}\b(?:span|
  spread|across|distributed|in (?:\d+|many|several|multiple|different))\b
`

/** Said not to be needed, or a moment of the clock and no working day. */
const notAsked = pattern('')`
  \b(?:never|not|n't|needn't|no need)\b[^.;]{0,20}\b(?:have to|need|expect|required|stay up)|
  n't have to(?<!\byou (?:do|wo)n't have to(?=.*\bbut\b))|
  ^(?!.*\b(?:overlap|must|required?)).*\basync|\boutside\b[^.;]{0,20}\bhours\b|
  ^(?!.*(?:overlap|zone|hours|availab|\byou\b|-)).*\bat \d{1,2}(?:[:.]\d\d| ?[ap]\.?m)
`

export const timeZone: Requirement = {
  dimension,
  ofTheTeam: true,
  mentions: pattern('')`
      zone|overlap|hours|utc|gmt|\b(?:pst|pdt|est|edt|cst|cet|cest|eet|ist|sgt|jst|aest|et|
      pt)\b|pacific|eastern|central|mountain|\btime\b|availab
    `,
  beside: new RegExp(`${placeWords.source}|${zoneName.source}`, 'u'),
  judge(sentence, _job, applicant) {
    const { low, norm } = sentence
    if (applicant.timeZone === null || conditional.test(low) || !about.test(low)) return null
    if (
      /\b(?:full|part)[- ]time\b/.test(low) &&
      !/zone|overlap|utc|gmt|(?:standard|pacific|eastern|central|mountain) time/.test(low)
    )
      return null
    if (spreadTeam.test(low) || notAsked.test(low)) return null
    const placed =
      /\d (?:pacific|eastern|mountain)|time ?-?zone|zeitzone|overlap|hours|utc|gmt/.test(low) ||
      saysTime(norm)
    if (
      !placed ||
      /\bhours (?:a|per|each) (?:week|day|month)|hours of (?:training|pto|leave|volunt)/.test(low)
    )
      return null
    const span = interval(norm)
    if (span === null) return null
    const at = low.search(/time ?-?zone|zeitzone|overlap|hours|utc|gmt|time\b/)
    if (isHedged(low, Math.max(0, at), Math.max(0, at) + 4)) return null
    const { offsetHours, maxShiftHours } = applicant.timeZone
    const named = span[0] === span[1] ? shiftForHours(digits(low), offsetHours, span[0]) : null
    const shift = named ?? shiftHours(low, distance(offsetHours, span))
    const finding = (verdict: Verdict, reason: string): Finding => ({
      dimension,
      verdict,
      quote: quoteOf(sentence.text),
      reason,
    })
    if (maxShiftHours === null) {
      return shift <= 2
        ? finding('meets', 'time zone')
        : finding('unclear', `the day would move by ${shift} hours`)
    }
    if (shift <= maxShiftHours) return finding('meets', 'time zone')
    return finding(
      'misses',
      `the day would move by ${shift} hours, ${maxShiftHours} at most wanted`,
    )
  },
}
