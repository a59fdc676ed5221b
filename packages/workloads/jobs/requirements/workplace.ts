// Workplace: office, hybrid or remote, in which city, on how many days a week.

import { overlap, type Place, placesIn, placeWords } from '../geography/index.ts'
import { matches, pattern } from '../text/pattern.ts'
import { digits } from './numbers.ts'
import type { Applicant, Finding, Job, Requirement, Verdict } from './types.ts'
import { conditional, isHedged, nearby, quoteOf } from './wording.ts'

const dimension = 'workplace'

const office = pattern('')`
    \b(?:on-?site|on site|in[- ](?:the |our |an? |your )?(?:\w+[- ]){0,2}?(?:office|hq|studio|
    lab)|in[- ]person|office-based|(?:to|at|from) (?:the|our) (?:\w+ )?office|vor ort|im büro|
    in präsenz|au bureau|sur site|meets?|in (?:\w+ )?(?:office|lab)|
    (?:where|place|location|workplace|arbeitsort): [^.;]{0,30}\b(?:office|studio|hq)|at (?:our|the) (?:\w+ )?(?:campus|site|plant))\b
  `
const remoteWork = pattern('')`
    \bremote(?:ly)?\b|from home|home ?-?office|\bwfh\b|anywhere|worldwide|wherever|hybrid|
    flexible (?:location|workplace)|télétravail|mobile[sn]? arbeit|distributed|telecommut
  `
const weekly = pattern('')`
    (\d)(?:\s*(?:-|to|bis|or|–)\s*(\d))?\s*(?:\+\s*)?(?:(?:full|fixed|set|core|mandatory) )?(?:remote |home ?-?office |office[ ]|
    on-?site )?(?:x|times|days?|tagen?|tage|jours?)(?:['’]s)?[- ]?(?:on[- ]?site[ ]|
    in[- ]office |in the office |of (?:the|each) |im büro |vor ort |from home |remote(?:ly)?[ ]|
    home ?-?office )?(?:\/|a|an|per|each|every|pro|die|in der|par|out of|of the|
    every single)?\s?(?:the |each )?(?:work(?:ing)? ?)?(?:week|woche|wk|semaine)?
  `
const daily = pattern('')`
    \b(?:daily|every (?:working |week)?day|each day|full[- ]time on[- ]?site|
    fully on[- ]?site|100\s?% on[- ]?site|5 days|täglich|monday (?:to|through|-) friday)\b
  `
/** Meals, first days and interviews take place somewhere too. */
const otherDays = pattern('')`
    \b(?:bonus for|commuter benefits|option of working|option to work|founded in|office hubs in|we used to|whether (?:or not )?you)\b|would be beneficial|
    love to have you|\bnot eligible for remote work in\b|
    ^(?!.*\byou\b).*\b(?:lunch|breakfast|dinner|meals?|snacks|fruit|coffee)\b|(?<!after )\bonboarding\b|
    \b(?:interviews?|trial days?|(?:is|are) (?:open|staffed)|(?:in|for|during) (?:the|your) first (?!year|(?:\d+|two|three|four|six|nine|twelve|eighteen) months)|kick-?off|retreat|guild|meet-?ups?|club|party|drinks)\b
  `
const rare = pattern('')`
    \b(?:month|quarter|year|monat|quartal|jahr|annual|occasional|once in a while|
    from time to time|ad[- ]hoc)(?:ly|s|al)?\b
  `
const fromHome = /from home|home ?-?office|\bwfh\b|remote(?:ly)?|télétravail|mobile[sn]? arbeit/
const notRemote = pattern('')`
    (?:\bnot|n't|\bno|\bnever|\bkeine?)\b[^.;,]{0,20}\bremote|remote[^.;,]{0,20}(?:\bnot|n't|
    \bnicht)\b|\b(?:nobody|no one)\b[^.;]{0,30}(?:from home|remote)
  `

const eachOffice = new RegExp(office.source, 'g')
const eachHome = new RegExp(fromHome.source, 'g')
/** "Five days a week, from home or from the office": either will do. */
const eitherPlace = pattern('')`
    \b(?:from|at) home,? or\b[^.;]{0,20}\boffice\b|\boffice,? or (?:remote|(?:from|at) home)
  `
/** "60% of your time in our Manchester office", "80% Berlin office". */
const percentage = pattern('g')`
    \b(\d{2,3})\s?%(?=(?: of (?:your |the |working )*(?:time|work|week)\b[^.;,]{0,24}|
    (?: (?:in|at|from)(?: [\w-]+){0,2}| [\w-]+)?) (?:office|on-?site)\b)
  `

/** "3 days a week Berlin office": the days are spent in it. */
const bareOffice = /\bdays? a week(?= (?:(?!home\b|in\b|at\b|from\b|no\b)\S+ )?office\b)/g

/** Without any of these, only a city says where the days of a week are spent. */
const anyPlaceOfWork = new RegExp(`${office.source}|${fromHome.source}|hybrid`)

interface Attendance {
  /** Least days a week the words ask for; null when they name none. */
  days: number | null
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri']
const weekday = /\b(mon|tue|wed|thu|fri)(?:s|rs?|day|nesday|sday|rsday)?s?\b/g

const through = /^\s*(?:to|through|thru|-|until|bis)\s*$/

/** Named weekdays: "Tuesdays and Thursdays" are two, "Tuesday to Thursday" three. */
function namedDays(low: string): number {
  const days = new Set<number>()
  let last = -1
  let end = 0
  for (const match of matches(low, weekday)) {
    const day = weekdays.indexOf(match[1] ?? '')
    const from = last >= 0 && through.test(low.slice(end, match.index)) ? last : day
    for (let each = Math.min(from, day); each <= day; each++) days.add(each)
    last = day
    end = match.index + match[0].length
  }
  return days.size
}

/** What is said of the office, without the days from home. */
function atOffice(low: string): string {
  const parts = low.split(
    /,\s|;|\s-\s|\band\b(?=[^,;]*(?:from home|at home|remote|home ?office|wherever))/,
  )
  const kept: string[] = []
  let home = false
  // "Monday, Thursday and Friday from home": bare days belong to what follows them.
  for (const part of parts.toReversed()) {
    if (fromHome.test(part) || /at home|wherever/.test(part)) home = true
    else if (office.test(part)) home = false
    if (!home) kept.unshift(part)
  }
  return kept.some((part) => office.test(part)) ? kept.join(' ') : low
}

/** Characters between a count of days and the nearest of the words; a comma counts for many. */
function gapTo(words: RegExp, text: string, from: number, to: number): number {
  const gaps = matches(text, words).map(({ index, 0: found }) => {
    const between = index >= to ? text.slice(to, index) : text.slice(index + found.length, from)
    return between.length + (/[,;]/.test(between) ? 24 : 0)
  })
  return Math.min(...gaps)
}

/** Whether the days between `from` and `to` are said to be spent at home. */
function spentAtHome(text: string, from: number, to: number): boolean {
  if (!fromHome.test(text)) return false
  return !office.test(text) || gapTo(eachHome, text, from, to) < gapTo(eachOffice, text, from, to)
}

/** Days a week on site, from either side: "three days in the office", "two days from home". */
function attendance(low: string, inCity: () => boolean): Attendance | null {
  const said = digits(low)
    .replace(/\bonce (?:a|per) week/, '1 day a week')
    .replace(/\btwice (?:a|per) week/, '2 days a week')
    .replace(percentage, (_, percent) => `${Math.floor(Number(percent) / 20)} days a week`)
  const isWeekly =
    /week|woche|\bwk\b|semaine|days? (?:in|on)[- ]|days? from home|tage? (?:im|vor)|(?:\d)x\b/.test(
      said,
    )
  if (!isWeekly && !anyPlaceOfWork.test(said)) return null
  const counted = isWeekly ? said.replace(bareOffice, '$& in the') : said
  const match = weekly.exec(counted)
  if (match && isWeekly && !/\byears?\b|holiday|vacation|annual leave|\bpto\b|urlaub/.test(low)) {
    const least = Number(match[1])
    const most = Number(match[2] ?? match[1])
    if (least <= 7) {
      if (eitherPlace.test(counted)) return { days: 0 }
      // Up to three days from home leaves at least two on site.
      if (spentAtHome(counted, match.index, match.index + match[0].length))
        return { days: Math.max(0, 5 - most) }
      if (office.test(counted) || /hybrid/.test(counted) || (!fromHome.test(counted) && inCity()))
        return { days: /\bup to\b|bis zu/.test(counted) ? 0 : least }
    }
  }
  const byName = namedDays(atOffice(counted))
  if (byName > 0 && office.test(counted)) return { days: byName }
  if (
    daily.test(counted) &&
    office.test(counted) &&
    !/daily (?:stand-?ups?|meal|lunch|scrum|business)/.test(counted)
  )
    return { days: 5 }
  if (notRemote.test(counted)) return { days: null }
  if (!office.test(counted) || /\bmeets?\b/.test(counted) || remoteWork.test(counted)) return null
  return (counted.length <= 50 &&
    !/interview|event|offsite|training|travel|budget|stipend|manager|equipment|snacks|lunch/.test(
      counted,
    )) ||
    /\b(?:must|required?|expected|role|position|job|fully|based|work(?:ing)?)\b/.test(counted)
    ? { days: null }
    : null
}

/** Days a week the applicant would go to one of the places; null when to none of them. */
function wanted(applicant: Applicant, places: readonly Place[]): number | null {
  const days = (applicant.offices ?? [])
    .filter((entry) => places.some((place) => overlap(entry.place, place)))
    .map((entry) => entry.maxDaysPerWeek)
  return days.length === 0 ? null : Math.max(...days)
}

/** Single words, one of which is in any of the phrases above. */
const placeOfWork = pattern('')`
  site|office|person|\bhq\b|studio|\blab\b|campus|plant|hybrid|\bort\b|büro|präsenz|bureau|home|
  remot|wfh|travail|arbeit|\bmeets?\b|anywhere|wherever|distributed
`

export const workplace: Requirement = {
  dimension,
  ofThePlace: true,
  ofTheTeam: true,
  mentions: pattern('')`
      site|office|person\b|\bhq\b|studio|\blab\b|campus|plant|hybrid|\bort\b|büro|präsenz|bureau|home|
      remot|\bmeets?\b|daily|every|\b(?:mon|tue|wed|thu|fri)(?:s|rs?)?\b|(?:mon|tues|wednes|thurs|fri)day|\bdays?\b|\btagen?\b|
      \btage\b|week|woche|semaine
    `,
  beside: new RegExp(`${placeWords.source}|${placeOfWork.source}`, 'u'),
  judge(sentence, job, applicant) {
    const { low, norm } = sentence
    const cities = () => placesIn(norm).filter((place) => place.kind === 'city')
    const said = attendance(low, () => cities().length > 0)
    if (said === null || nearby(low)) return null
    if (conditional.test(low) || otherDays.test(low) || (rare.test(low) && !/week|woche/.test(low)))
      return null
    if (said.days === 0)
      return {
        dimension,
        verdict: 'meets',
        quote: quoteOf(sentence.text),
        reason: 'days in the office',
      }
    if (isHedged(low, low.length, low.length) && /ideal|prefer|wünsch/.test(low)) return null
    const named = cities()
    const places = named.length > 0 ? named : job.places
    if (places.length === 0) return 'elsewhere'
    return attended(said.days, places, named.length > 0, job, applicant, quoteOf(sentence.text))
  },
  fields(job, applicant, said) {
    if (said.some((finding) => finding.verdict === 'misses')) return []
    return fromFields(job, applicant)
  },
}

function attended(
  days: number | null,
  places: readonly Place[],
  named: boolean,
  job: Job,
  applicant: Applicant,
  quote: string,
): Finding | 'elsewhere' {
  const most = wanted(applicant, places)
  const found = (verdict: Verdict, reason: string): Finding => ({
    dimension,
    verdict,
    quote,
    reason,
    strict: true,
  })
  if (applicant.offices === null) return found('unclear', 'the profile names no offices')
  if (most === null) {
    // A remote post that speaks of office days contradicts itself unless it names the city.
    if (!named && (job.remote || places.some((place) => place.kind !== 'city')))
      return found('unclear', 'office days in an open place')
    if (days === null && !named) return 'elsewhere'
    return found('misses', 'office days in a city that is out of reach')
  }
  if (days === null)
    return most >= 5
      ? found('meets', 'office days')
      : found('unclear', 'on site, on how many days is not said')
  return days <= most
    ? found('meets', 'office days')
    : found('misses', `${days} office days a week, ${most} at most wanted`)
}

const remoteInText = pattern('')`
    \bremote|home ?-?office|from home|anywhere|wherever|hybrid|distributed|télétravail|
    mobile[sn]? arbeit
  `

/** The board's own workplace field outranks its locations, and both outrank a remote mark. */
function fromFields(job: Job, applicant: Applicant): Finding[] {
  const field = job.posting.workplace
  const quote = `Location: ${job.locationText}${field === 'unknown' ? '' : `; workplace: ${field}`}`
  const found = (verdict: Verdict, reason: string): Finding[] => [
    { dimension, verdict, quote, reason, field: true },
  ]
  if (field === 'remote' || (field === 'unknown' && job.remote)) {
    return applicant.remote
      ? found('meets', 'remote')
      : found('misses', 'remote, which is not wanted')
  }
  if (job.places.length === 0)
    return field === 'unknown' ? [] : found('unclear', 'the city is not said')
  if (applicant.offices === null) return found('unclear', 'the profile names no offices')
  const most = wanted(applicant, job.places)
  if (most !== null) {
    if (field === 'onsite' && most < 5)
      return found('unclear', 'on site, on how many days is not said')
    return found('meets', 'a city within reach')
  }
  if (job.places.some((place) => applicant.relocation.some((goal) => overlap(goal, place))))
    return found('unclear', 'would mean moving')
  if (field === 'hybrid' || field === 'onsite') {
    if (job.remote && applicant.remote) return found('unclear', 'some of its locations are remote')
    return found('misses', 'a city that is out of reach')
  }
  const open = [job.title, ...job.sentences].some(
    ({ low }) => remoteInText.test(low) && !notRemote.test(low),
  )
  if (open) return found('unclear', 'remote work is mentioned, from where is not said')
  return found('misses', 'a place that is out of reach; nothing offers remote work')
}
