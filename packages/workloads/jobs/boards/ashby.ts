// Ashby job boards: GET /posting-api/job-board/{account}?includeCompensation=true (the public
// posting API, no key).
import { z } from 'zod'
import { countryCode, placesIn, stateCode } from '../geography/index.ts'
import { readHtml, readPlain } from '../text/html.ts'
import { oneLine } from '../text/unicode.ts'
import { ask, type Board, joinParts, outcomeOf, readEntries, without } from './board.ts'
import {
  bodyHash,
  canonicalUrl,
  instant,
  type Location,
  locationFromText,
  type Pay,
  type Posting,
  rawHash,
  type Workplace,
} from './posting.ts'

const apiUrl = 'https://api.ashbyhq.com'

const text = z.string().nullish()
const Address = z
  .looseObject({
    postalAddress: z
      .looseObject({ addressLocality: text, addressRegion: text, addressCountry: text })
      .nullish(),
  })
  .nullish()
const Component = z.looseObject({
  compensationType: z.string(),
  interval: text,
  currencyCode: text,
  minValue: z.number().nullish(),
  maxValue: z.number().nullish(),
  summary: text,
})
const Job = z.looseObject({
  id: z.string(),
  title: z.string(),
  department: text,
  team: text,
  employmentType: text,
  location: text,
  secondaryLocations: z.array(z.looseObject({ location: z.string(), address: Address })).nullish(),
  address: Address,
  publishedAt: text,
  isListed: z.boolean().nullish(),
  isRemote: z.boolean().nullish(),
  /** Missing from boards recorded before 2025. */
  workplaceType: text,
  jobUrl: z.url(),
  applyUrl: z.url().nullish(),
  descriptionHtml: text,
  descriptionPlain: text,
  compensation: z
    .looseObject({
      compensationTiers: z
        .array(
          z.looseObject({
            title: text,
            tierSummary: text,
            additionalInformation: text,
            components: z.array(Component).nullish(),
          }),
        )
        .nullish(),
      summaryComponents: z.array(Component).nullish(),
      compensationTierSummary: text,
    })
    .nullish(),
})
type Job = z.infer<typeof Job>

const workplaces: Readonly<Record<string, Workplace>> = {
  remote: 'remote',
  hybrid: 'hybrid',
  onsite: 'onsite',
  'on-site': 'onsite',
}

/** One posting from a job of the list. */
export function ashbyPosting(
  raw: unknown,
  account: string,
  company?: string,
): Posting | { leftOut: string } {
  const job = Job.parse(raw)
  if (job.isListed === false) return { leftOut: 'not listed' }
  const html = readHtml(job.descriptionHtml ?? '')
  const part = html.text === '' ? readPlain(job.descriptionPlain ?? '') : html
  if (part.text === '') return { leftOut: 'no description' }
  const read = joinParts([{ part }])
  const title = oneLine(job.title)
  const { locations, workplace } = whereOf(job)
  const url = canonicalUrl(job.jobUrl)
  return {
    board: 'ashby',
    account,
    externalId: job.id,
    company: oneLine(company ?? account),
    title,
    url,
    applyUrl: canonicalUrl(job.applyUrl ?? `${url}/application`),
    locations,
    workplace,
    commitment: job.employmentType ?? null,
    pay: payOf(job),
    department: job.department ?? job.team ?? null,
    language: null,
    postedAt: instant(job.publishedAt),
    deadline: null,
    ...read,
    rawHash: rawHash(raw),
    bodyHash: bodyHash(title, locations, read.text),
  }
}

/**
 * `isRemote` is true on hybrid jobs too, so it counts only where no workplace type is given, and
 * then as a location.
 */
function whereOf(job: Job): { locations: Location[]; workplace: Workplace } {
  const workplace = workplaces[job.workplaceType?.toLowerCase() ?? ''] ?? 'unknown'
  const all = [
    ...(job.location ? [located(job.location, job.address)] : []),
    ...(job.secondaryLocations ?? []).map((entry) => located(entry.location, entry.address)),
  ]
  const saysRemote = all.some((location) => /\bremote\b/i.test(location.text))
  if (workplace === 'unknown' && job.isRemote === true && !saysRemote) {
    return {
      workplace,
      locations: [...all, { text: 'Remote', country: null, region: null, city: null }],
    }
  }
  return { workplace, locations: all }
}

/**
 * Addresses are unnormalised ("USA", "California "); what can't be read is left to the
 * location's own words.
 */
function located(name: string, address: z.infer<typeof Address>): Location {
  const location = locationFromText(oneLine(name))
  const postal = address?.postalAddress
  const country =
    location.country ?? (postal?.addressCountry ? countryCode(postal.addressCountry) : null)
  if (country === null) {
    // "European Union" stands where a country should.
    const several = placesIn(postal?.addressCountry ?? '').some(({ kind }) => kind === 'region')
    return several ? { ...location, region: oneLine(postal?.addressCountry ?? '') } : location
  }
  const region =
    location.region ?? (postal?.addressRegion ? stateCode(country, postal.addressRegion) : null)
  return {
    ...location,
    country,
    region,
    city: location.city ?? (postal?.addressLocality?.trim() || null),
  }
}

const units: Readonly<Record<string, Pay['period']>> = {
  YEAR: 'year',
  MONTH: 'month',
  WEEK: 'week',
  DAY: 'day',
  HOUR: 'hour',
}

/** Salary components of every tier, wherever they stand: the first component may be equity. */
function payOf(job: Job): Pay[] {
  const compensation = job.compensation
  if (!compensation) return []
  const tiers = compensation.compensationTiers ?? []
  const inTiers = tiers.flatMap((tier) =>
    (tier.components ?? []).map((component) => ({
      component,
      words: oneLine(
        `${tier.title ?? ''} ${tier.tierSummary ?? ''} ${tier.additionalInformation ?? ''}`,
      ),
    })),
  )
  const inSummary = (compensation.summaryComponents ?? []).map((component) => ({
    component,
    words: oneLine(compensation.compensationTierSummary ?? ''),
  }))
  const salaries = (inTiers.length > 0 ? inTiers : inSummary).filter(
    ({ component }) => component.compensationType === 'Salary' && component.currencyCode,
  )
  return salaries.map(({ component, words }) => ({
    min: component.minValue ?? null,
    max: component.maxValue ?? null,
    currency: component.currencyCode ?? '',
    period: periodOf(component.interval),
    kind: /\bote\b|on[- ]target/i.test(words) ? 'ote' : 'base',
    text: words === '' ? (component.summary ?? 'compensation') : words,
  }))
}

function periodOf(interval: string | null | undefined): Pay['period'] {
  const [count, unit] = (interval ?? '').split(' ')
  if (unit === 'WEEK' && count === '2') return 'two-weeks'
  return count === '1' && unit ? (units[unit] ?? 'unknown') : 'unknown'
}

const List = z.looseObject({ jobs: z.array(z.unknown()).max(5_000) })

export const ashby: Board = {
  name: 'ashby',
  async list({ account, company }, http, options = {}) {
    const base = options.baseUrl ?? apiUrl
    const path = `/posting-api/job-board/${encodeURIComponent(account)}`
    const url = `${base}${path}?includeCompensation=true`
    const answer = await ask(http, url, options.validator, (json) => List.parse(json))
    if ('outcome' in answer) return answer
    const read = outcomeOf(
      readEntries(answer.value.jobs, (job) => ashbyPosting(job, account, company)),
      answer.reply.validator,
    )
    // A name that doesn't exist has been seen to answer 200 with nothing, so nothing proves
    // nothing.
    return read.outcome === 'empty' && answer.value.jobs.length === 0
      ? { ...read, outcome: 'unknown', validator: null }
      : read
  },

  /** There is no call for one posting: it is open while the board lists it. */
  async live(posting, http, options = {}) {
    const { account, company, externalId } = posting
    const reading = await ashby.list({ account, company }, http, options)
    const now = reading.postings.find((other) => other.externalId === externalId)
    if (now) return { state: 'open', detail: 'listed', posting: now }
    return reading.outcome === 'ok'
      ? without('closed', 'the board no longer lists it')
      : without('inconclusive', reading.detail)
  },
}
