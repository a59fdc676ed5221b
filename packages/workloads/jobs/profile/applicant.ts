// The profile on a given day in the form the requirement rules compare: years from dates, never
// from a posting.
import { cityName, type Place, placesIn, stateCode } from '../geography/index.ts'
import type { Applicant, Degree, Level, PayWish, Standing } from '../requirements/index.ts'
import { skillId } from '../skills.ts'
import type { Profile } from './profile.ts'
import type { Extension, Resume } from './resume.ts'

/** Months since year 0 of a date; a bare year counts from (or to) its middle. */
function monthOf(date: string): number {
  const [year, month] = date.split('-')
  return Number(year) * 12 + (month === undefined ? 6 : Number(month) - 1)
}

/**
 * Months between two dates, the month of an end counted in full; an open end runs to `today`'s
 * month.
 */
export function monthsBetween(start: string, end: string | undefined, today: string): number {
  const to = end === undefined ? monthOf(today) : Math.min(monthOf(end) + 1, monthOf(today) + 1)
  return Math.max(0, to - monthOf(start))
}

/** Months covered by at least one job, overlaps counted once. */
export function experienceMonths(work: NonNullable<Resume['work']>, today: string): number {
  const spans = work
    .filter((entry) => entry.relevant !== false)
    .map((entry) => {
      const from = monthOf(entry.startDate)
      return { from, to: from + monthsBetween(entry.startDate, entry.endDate, today) }
    })
    .sort((a, b) => a.from - b.from)
  let months = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    months += Math.max(0, span.to - Math.max(span.from, reached))
    reached = Math.max(reached, span.to)
  }
  return months
}

function skillMonths(extension: Extension, today: string): Record<string, number> {
  const known: Record<string, number> = {}
  for (const { name, since, until, none } of extension.skills ?? []) {
    if (none === true) known[skillId(name)] = 0
    else if (since !== undefined) known[skillId(name)] = monthsBetween(since, until, today)
  }
  return known
}

const ladder: readonly Degree[] = ['none', 'bachelor', 'master', 'doctorate']
const degreeNames: readonly (readonly [Degree, RegExp])[] = [
  ['doctorate', /ph\.?\s?d|doctor|doktor|dr\./i],
  ['master', /master|\bm\.?\s?sc|\bm\.?a\.?\b|\bmeng\b|diplom|magister|\bmba\b/i],
  ['bachelor', /bachelor|\bb\.?\s?sc|\bb\.?a\.?\b|\bbeng\b|licen[cs]e/i],
]

function degreeOf(resume: Resume, today: string): { degree: Degree; studying: boolean } {
  let degree: Degree = 'none'
  let studying = false
  for (const { studyType, startDate, endDate } of resume.education ?? []) {
    const finished = endDate !== undefined && endDate.slice(0, 10) <= today.slice(0, endDate.length)
    if (!finished && startDate !== undefined) studying = true
    const named = degreeNames.find(([, pattern]) => pattern.test(studyType ?? ''))?.[0]
    if (named && finished && ladder.indexOf(named) > ladder.indexOf(degree)) degree = named
  }
  return { degree: resume.countersign.degree ?? degree, studying }
}

function standing(entry: {
  authorised: boolean
  sponsorship: 'none' | 'transfer' | 'needed'
}): Standing {
  if (entry.sponsorship === 'transfer') return 'transfer'
  return entry.authorised && entry.sponsorship === 'none' ? 'free' : 'needs-sponsorship'
}

function standings(extension: Extension): Pick<Applicant, 'standings' | 'elsewhere'> {
  const all = Object.entries(extension.authorisation ?? {}).map(
    ([code, entry]) => [code, standing(entry)] as const,
  )
  const elsewhere = all.find(([code]) => code === 'elsewhere')?.[1] ?? 'unknown'
  return { standings: Object.fromEntries(all.filter(([code]) => code !== 'elsewhere')), elsewhere }
}

function placeOf(entry: {
  city?: string | undefined
  region?: string | undefined
  country: string
}): Place {
  const state =
    entry.region === undefined ? null : (stateCode(entry.country, entry.region) ?? entry.region)
  const found =
    entry.city === undefined
      ? undefined
      : placesIn(entry.city).find((place) => place.country === entry.country)
  if (found) return found
  const kind = entry.city !== undefined ? 'city' : state !== null ? 'state' : 'country'
  return {
    kind,
    name: entry.city ?? state ?? entry.country,
    country: entry.country,
    state,
    offset: null,
  }
}

/** Hours from UTC in standard time: the smaller of January's and July's offset. */
function standardOffset(zone: string, year: string): number {
  const at = (month: string) => {
    const date = new Date(`${year}-${month}-15T12:00:00Z`)
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(date)
      .find((part) => part.type === 'timeZoneName')?.value
    const match = /GMT(?:([+-]\d{2}):(\d{2}))?/.exec(name ?? '')
    const hours = Number(match?.[1] ?? 0)
    return hours + (Math.sign(hours) || 1) * (Number(match?.[2] ?? 0) / 60)
  }
  return Math.min(at('01'), at('07'))
}

function payWish({ resume, search }: Profile): PayWish | null {
  const pay = resume.countersign.pay
  if (!pay) return null
  const { hoursPerYear, daysPerYear, rates } = search.conversions
  const perYear = {
    year: 1,
    month: 12,
    'two-weeks': 26,
    week: 52,
    day: daysPerYear,
    hour: hoursPerYear,
  }
  return { floor: pay.floor, currency: pay.currency, period: pay.period, perYear, rates }
}

function availableFrom(extension: Extension, today: string): string {
  if (extension.availableFrom)
    return extension.availableFrom.length === 10
      ? extension.availableFrom
      : `${extension.availableFrom}-01`.slice(0, 10)
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 7 * (extension.noticeWeeks ?? 0))
  return date.toISOString().slice(0, 10)
}

/** Everything the rules compare. `today` is an ISO date in the user's own zone. Pure. */
export function applicantOf(profile: Profile, today: string): Applicant {
  const { resume, search } = profile
  const extension = resume.countersign
  const home = extension.residence
  const zone = extension.timeZone
  const code = home?.country ?? resume.basics.location?.countryCode ?? ''
  const region = home?.region ?? resume.basics.location?.region
  const city = home?.city ?? resume.basics.location?.city
  return {
    today,
    home: {
      country: code,
      region: region === undefined ? null : stateCode(code, region),
      city: city === undefined ? null : cityName(city),
    },
    citizenships: extension.citizenships ?? [],
    permanentResidences: extension.permanentResidences ?? [],
    ...standings(extension),
    clearances: extension.clearances ?? [],
    experienceMonths: experienceMonths(resume.work ?? [], today),
    skillMonths: skillMonths(extension, today),
    ...degreeOf(resume, today),
    languages: (extension.languages as Record<string, Level> | undefined) ?? null,
    pay: payWish(profile),
    offices: extension.workplaces
      ? (extension.workplaces.offices ?? []).map((office) => ({
          place: placeOf(office),
          maxDaysPerWeek: office.maxDaysPerWeek,
        }))
      : null,
    remote: extension.workplaces?.remote ?? true,
    relocation: (extension.workplaces?.relocation ?? []).map(placeOf),
    timeZone: zone
      ? {
          offsetHours: standardOffset(zone.zone, today.slice(0, 4)),
          maxShiftHours: zone.maxShiftHours ?? null,
        }
      : null,
    employment: search.hard.employment,
    partTime: search.hard.partTime,
    seniority: search.hard.seniority ?? null,
    availableFrom: availableFrom(extension, today),
    exclusions: {
      ...search.exclude,
      maxTravelPercent: search.hard.maxTravelPercent ?? null,
      drivingLicence: extension.drivingLicence ?? null,
    },
  }
}
