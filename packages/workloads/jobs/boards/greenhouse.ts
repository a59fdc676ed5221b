// Greenhouse job boards: GET /v1/boards/{account}/jobs?content=true (the public Job Board API, no
// key).

import { z } from 'zod'
import { decodeTwice, readEscapedHtml } from '../text/html.ts'
import { oneLine } from '../text/unicode.ts'
import {
  ask,
  type Board,
  joinParts,
  outcomeOf,
  pageStatus,
  readAlone,
  readEntries,
  without,
} from './board.ts'
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

const apiUrl = 'https://boards-api.greenhouse.io'

const Metadata = z.looseObject({ name: z.string(), value: z.unknown() })
const Job = z.looseObject({
  id: z.union([z.number(), z.string()]),
  /** Null for a talent pool, which has no opening behind it. */
  internal_job_id: z.union([z.number(), z.string()]).nullish(),
  title: z.string(),
  absolute_url: z.url(),
  company_name: z.string().nullish(),
  location: z.looseObject({ name: z.string().nullish() }).nullish(),
  offices: z.array(z.looseObject({ name: z.string(), location: z.string().nullish() })).nullish(),
  departments: z.array(z.looseObject({ name: z.string() })).nullish(),
  metadata: z.array(Metadata).nullish(),
  content: z.string().nullish(),
  language: z.string().nullish(),
  /** Updates touch many postings at once, so `updated_at` is no posting date. */
  first_published: z.string().nullish(),
  application_deadline: z.string().nullish(),
  pay_input_ranges: z
    .array(
      z.looseObject({
        min_cents: z.number().nullish(),
        max_cents: z.number().nullish(),
        currency_type: z.string(),
        title: z.string().nullish(),
        blurb: z.string().nullish(),
      }),
    )
    .nullish(),
})
type Job = z.infer<typeof Job>

const CurrencyRange = z.looseObject({
  unit: z.string(),
  min_value: z.coerce.number(),
  max_value: z.coerce.number(),
})

/** One posting from a job of the list, or of `GET /jobs/{id}?pay_transparency=true`. */
export function greenhousePosting(
  raw: unknown,
  account: string,
  company?: string,
): Posting | { leftOut: string } {
  const job = Job.parse(raw)
  if (job.internal_job_id === null) return { leftOut: 'a talent pool, not an opening' }
  if (!job.content) return { leftOut: 'no description; asked without content=true?' }
  const { text, flags } = joinParts([{ part: readEscapedHtml(job.content) }])
  const title = oneLine(decodeTwice(job.title))
  const { locations, workplace } = whereOf(job)
  const url = canonicalUrl(job.absolute_url)
  return {
    board: 'greenhouse',
    account,
    externalId: String(job.id),
    company: oneLine(decodeTwice(company ?? job.company_name ?? account)),
    title,
    url,
    applyUrl: url,
    locations,
    workplace,
    commitment: metadataText(job, /^(?:employment|time|contract|job|worker) ?type$|^commitment$/i),
    pay: [...payRanges(job), ...payMetadata(job)],
    department: job.departments?.[0]?.name ?? null,
    language: job.language ?? null,
    postedAt: instant(job.first_published),
    deadline: instant(job.application_deadline),
    text,
    flags,
    rawHash: rawHash(raw),
    bodyHash: bodyHash(title, locations, text),
  }
}

const modes: readonly (readonly [Workplace, RegExp])[] = [
  ['hybrid', /^hybrid\b/i],
  ['onsite', /^(?:in[- ]office|on-?site|in[- ]person|office)\b/i],
  ['remote', /^(?:fully )?remote\b/i],
]
const modeOf = (text: string): Workplace =>
  modes.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'unknown'

/**
 * The place may stand in `location`, or only in `offices` when `location` is a working mode
 * ("Hybrid").
 */
function whereOf(job: Job): { locations: Location[]; workplace: Workplace } {
  const name = oneLine(decodeTwice(job.location?.name ?? ''))
  const stated = name
    .split(/\s*[;|•]\s*|\s+or\s+/i)
    .filter((part) => part !== '')
    .map(locationFromText)
  const onlyMode =
    modeOf(name) !== 'unknown' && locationFromText(name).country === null && !/[,;|(]/.test(name)
  const offices = (job.offices ?? []).map((office) =>
    locationFromText(oneLine(office.location ?? office.name)),
  )
  const field = metadataText(
    job,
    /workplace|work(?:ing)? (?:type|model|mode|arrangement)|location type|remote/i,
  )
  const fromField = field === null ? 'unknown' : modeOf(field)
  if (!onlyMode && stated.length > 0) return { locations: stated, workplace: fromField }
  const mode = fromField === 'unknown' ? modeOf(name) : fromField
  return { locations: mode === 'remote' ? [...stated, ...offices] : offices, workplace: mode }
}

function metadataText(job: Job, name: RegExp): string | null {
  for (const entry of job.metadata ?? []) {
    if (!name.test(entry.name)) continue
    const value: unknown = Array.isArray(entry.value) ? entry.value[0] : entry.value
    if (typeof value === 'string' && value.trim() !== '') return oneLine(value)
  }
  return null
}

const periodWords: readonly (readonly [Pay['period'], RegExp])[] = [
  ['hour', /hour|\bhr\b/i],
  ['month', /month/i],
  ['week', /week/i],
  ['day', /\bday|daily/i],
  ['year', /year|annual|annum|salary/i],
]
const periodIn = (text: string): Pay['period'] =>
  periodWords.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown'

/**
 * Cents without an interval: 5000 may be an hour's $50, so the period is unknown unless the
 * words give it.
 */
function payRanges(job: Job): Pay[] {
  return (job.pay_input_ranges ?? []).map((range) => {
    const words = oneLine(`${range.title ?? ''} ${readEscapedHtml(range.blurb ?? '').text}`)
    const min = range.min_cents == null ? null : range.min_cents / 100
    const max = range.max_cents == null ? null : range.max_cents / 100
    return {
      min,
      max,
      currency: range.currency_type,
      period: periodIn(words),
      kind: /\bote\b|on[- ]target/i.test(words)
        ? 'ote'
        : /\bbase\b/i.test(words)
          ? 'base'
          : 'unknown',
      text: oneLine(`${words}: ${min ?? '?'} to ${max ?? '?'} ${range.currency_type}`),
    }
  })
}

/**
 * Many boards publish pay only here; the amounts are strings and the period may be another
 * entry.
 */
function payMetadata(job: Job): Pay[] {
  const period = metadataText(job, /pay (?:period|frequency|interval)|salary (?:period|interval)/i)
  return (job.metadata ?? []).flatMap((entry) => {
    const range = CurrencyRange.safeParse(entry.value)
    if (!range.success || !/pay|salary|compensation|ote|earnings/i.test(entry.name)) return []
    const { unit, min_value: min, max_value: max } = range.data
    const kind = /\bote\b|target/i.test(entry.name)
      ? 'ote'
      : /base/i.test(entry.name)
        ? 'base'
        : 'unknown'
    const text = `${oneLine(entry.name)}: ${min} to ${max} ${unit}`
    return [{ min, max, currency: unit, period: periodIn(period ?? entry.name), kind, text }]
  })
}

const List = z.looseObject({ jobs: z.array(z.unknown()).max(5_000) })

export const greenhouse: Board = {
  name: 'greenhouse',
  async list({ account, company }, http, options = {}) {
    const path = `/v1/boards/${encodeURIComponent(account)}/jobs?content=true`
    const url = `${options.baseUrl ?? apiUrl}${path}`
    const answer = await ask(http, url, options.validator, (json) => List.parse(json))
    if ('outcome' in answer) return answer
    const read = readEntries(answer.value.jobs, (job) => greenhousePosting(job, account, company))
    return outcomeOf(read, answer.reply.validator)
  },

  async live(posting, http, options = {}) {
    const { account, company, externalId } = posting
    const board = `${options.baseUrl ?? apiUrl}/v1/boards/${encodeURIComponent(account)}`
    const job = await pageStatus(
      http,
      `${board}/jobs/${encodeURIComponent(externalId)}?pay_transparency=true`,
    )
    if (job.status === 200) {
      const now = readAlone(job.text, (entry) => greenhousePosting(entry, account, company))
      const { deadline } = now ?? posting
      return deadline !== null && Date.parse(deadline) < Date.now()
        ? without('closed', `deadline ${deadline}`)
        : { state: 'open', detail: 'listed', posting: now }
    }
    if (job.status !== 404 && job.status !== 410) return without('inconclusive', job.detail)
    // A missing job closes it only when the board itself is there to say so.
    const root = await pageStatus(http, board)
    return root.status === 200
      ? without('closed', 'the board no longer lists it')
      : without('inconclusive', `board: ${root.detail}`)
  },
}
