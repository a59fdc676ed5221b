// Lever postings: GET /v0/postings/{account}?mode=json, read page by page (the public Postings API,
// no key).
import { z } from 'zod'
import { countryCode } from '../geography/index.ts'
import { decodeTwice, type ReadText, readHtml, readPlain } from '../text/html.ts'
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
  type Location,
  locationFromText,
  type Pay,
  type Posting,
  rawHash,
  type Workplace,
} from './posting.ts'

const apiUrl = 'https://api.lever.co'
const europeUrl = 'https://api.eu.lever.co'
const pageSize = 100
const maxPages = 30

const text = z.string().nullish()
const Entry = z.looseObject({
  id: z.string(),
  text: z.string(),
  categories: z
    .looseObject({
      location: text,
      commitment: text,
      team: text,
      department: text,
      allLocations: z.array(z.string()).nullish(),
    })
    .nullish(),
  country: text,
  /** Documented as `on-site`, answered as `onsite`. */
  workplaceType: text,
  /** Milliseconds. Undocumented; evergreen postings keep the date of years ago. */
  createdAt: z.number().nullish(),
  description: text,
  descriptionPlain: text,
  opening: text,
  openingPlain: text,
  descriptionBody: text,
  descriptionBodyPlain: text,
  lists: z.array(z.looseObject({ text: z.string(), content: z.string() })).nullish(),
  additional: text,
  additionalPlain: text,
  salaryRange: z
    .looseObject({
      min: z.number().nullish(),
      max: z.number().nullish(),
      currency: z.string(),
      interval: text,
    })
    .nullish(),
  salaryDescription: text,
  salaryDescriptionPlain: text,
  hostedUrl: z.url(),
  applyUrl: z.url(),
})
type Entry = z.infer<typeof Entry>

const workplaces: Readonly<Record<string, Workplace>> = {
  remote: 'remote',
  hybrid: 'hybrid',
  onsite: 'onsite',
  'on-site': 'onsite',
}

/** One posting from an entry of the list. Requirements stand in `lists`, not in the description. */
export function leverPosting(raw: unknown, account: string, company?: string): Posting {
  const entry = Entry.parse(raw)
  const read = joinParts([
    { part: htmlOrPlain(bodyOf(entry), entry.descriptionPlain) },
    ...(entry.lists ?? []).map((list) => ({
      heading: oneLine(decodeTwice(list.text)),
      // The content is bare list items.
      part: readHtml(`<ul>${list.content}</ul>`),
    })),
    { part: htmlOrPlain(entry.salaryDescription, entry.salaryDescriptionPlain) },
    { part: htmlOrPlain(entry.additional, entry.additionalPlain) },
  ])
  const title = oneLine(decodeTwice(entry.text))
  const locations = locationsOf(entry)
  return {
    board: 'lever',
    account,
    externalId: entry.id,
    company: oneLine(company ?? account),
    title,
    url: canonicalUrl(entry.hostedUrl),
    applyUrl: canonicalUrl(entry.applyUrl),
    locations,
    workplace: workplaces[entry.workplaceType?.toLowerCase() ?? ''] ?? 'unknown',
    commitment: entry.categories?.commitment ? oneLine(entry.categories.commitment) : null,
    pay: payOf(entry),
    department: entry.categories?.department ?? entry.categories?.team ?? null,
    language: null,
    postedAt: entry.createdAt == null ? null : new Date(entry.createdAt).toISOString(),
    deadline: null,
    ...read,
    rawHash: rawHash(raw),
    bodyHash: bodyHash(title, locations, read.text),
  }
}

/** `description` is opening and body together; either half may be missing or empty on its own. */
function bodyOf(entry: Entry): string {
  if (entry.description) return entry.description
  return `${entry.opening ?? ''}${entry.descriptionBody ?? ''}`
}

function htmlOrPlain(html: string | null | undefined, plain: string | null | undefined): ReadText {
  const read = readHtml(html ?? '')
  return read.text === '' && read.flags.length === 0 ? readPlain(plain ?? '') : read
}

/** All locations; `location` is only the first of them. `country` belongs to the first. */
function locationsOf(entry: Entry): Location[] {
  const all = entry.categories?.allLocations ?? []
  const first = entry.categories?.location
  const names = all.length > 0 ? all : first ? [first] : []
  const country = entry.country ? countryCode(entry.country) : null
  const locations = names.map((name) => locationFromText(oneLine(decodeTwice(name))))
  const primary = locations[0]
  if (!primary)
    return country === null ? [] : [{ text: country, country, region: null, city: null }]
  return [{ ...primary, country: primary.country ?? country }, ...locations.slice(1)]
}

const intervals: readonly (readonly [Pay['period'], RegExp])[] = [
  ['two-weeks', /bi-?week/],
  ['year', /year|annual/],
  ['hour', /hour/],
  ['month', /month/],
  ['week', /week/],
  ['day', /day/],
]

/** Some employers put on-target earnings into `salaryRange`; only the description tells. */
function payOf(entry: Entry): Pay[] {
  const range = entry.salaryRange
  if (!range) return []
  const words = htmlOrPlain(entry.salaryDescription, entry.salaryDescriptionPlain).text
  const interval = range.interval ?? ''
  return [
    {
      min: range.min ?? null,
      max: range.max ?? null,
      currency: range.currency,
      period: intervals.find(([, pattern]) => pattern.test(interval))?.[0] ?? 'unknown',
      kind: /\bote\b|on[- ]target/i.test(words)
        ? 'ote'
        : /\bbase\b/i.test(words)
          ? 'base'
          : 'unknown',
      text: oneLine(
        `${range.min ?? '?'} to ${range.max ?? '?'} ${range.currency} ${interval} ${words}`,
      ).slice(0, 300),
    },
  ]
}

const List = z.array(z.unknown())

export const lever: Board = {
  name: 'lever',
  async list({ account, company, eu }, http, options = {}) {
    const base = options.baseUrl ?? (eu ? europeUrl : apiUrl)
    const entries: unknown[] = []
    let validator = null
    for (let page = 0; page < maxPages; page++) {
      const query = `mode=json&skip=${page * pageSize}&limit=${pageSize}`
      const url = `${base}/v0/postings/${encodeURIComponent(account)}?${query}`
      const answer = await ask(http, url, page === 0 ? options.validator : null, (json) =>
        List.parse(json),
      )
      if ('outcome' in answer) return answer
      // With one page its validator stands for the whole list; with several nothing does.
      validator = page === 0 && answer.value.length < pageSize ? answer.reply.validator : null
      entries.push(...answer.value)
      if (answer.value.length < pageSize) break
    }
    return outcomeOf(
      readEntries(entries, (entry) => leverPosting(entry, account, company)),
      validator,
    )
  },

  async live(posting, http, options = {}) {
    const eu = /\.eu\./.test(new URL(posting.url).host)
    const base = options.baseUrl ?? (eu ? europeUrl : apiUrl)
    const path = [posting.account, posting.externalId].map(encodeURIComponent).join('/')
    const api = `${base}/v0/postings/${path}`
    const listed = await pageStatus(http, api)
    if (listed.status === 200) {
      const { account, company } = posting
      const now = readAlone(listed.text, (entry) => leverPosting(entry, account, company))
      return { state: 'open', detail: 'listed', posting: now }
    }
    if (listed.status !== 404) return without('inconclusive', listed.detail)
    // Employers switch the API off while their pages take applications, so the page decides.
    const page = await pageStatus(http, posting.url)
    return page.status === 404 || page.status === 410
      ? without('closed', 'the page is gone')
      : without('inconclusive', `API 404, page ${page.detail}`)
  },
}
