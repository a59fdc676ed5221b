// One job posting, whichever board it came from.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { placesIn } from '../geography/index.ts'
import { pattern } from '../text/pattern.ts'
import { nameKey } from '../text/unicode.ts'

export const Location = z.object({
  /** As the board writes it: "Remote, Brazil", "SF, NYC, SEA, CHI". */
  text: z.string(),
  /** From a structured address, where the board gives one. ISO 3166-1 code. */
  country: z.string().nullable(),
  /** A state's code; without a country, what the address calls a region of several. */
  region: z.string().nullable(),
  city: z.string().nullable(),
})
export type Location = z.infer<typeof Location>

export const Pay = z.object({
  /** In units of the currency, not cents. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  currency: z.string(),
  /** `unknown` when the board gives none: $50 may be an hour's pay. */
  period: z.enum(['year', 'month', 'two-weeks', 'week', 'day', 'hour', 'unknown']),
  kind: z.enum(['base', 'ote', 'unknown']),
  /** The board's own words, shown as the quote. */
  text: z.string(),
})
export type Pay = z.infer<typeof Pay>

export const Posting = z.object({
  board: z.enum(['greenhouse', 'lever', 'ashby']),
  account: z.string().min(1),
  externalId: z.string().min(1),
  company: z.string(),
  title: z.string().min(1),
  url: z.url(),
  applyUrl: z.url(),
  locations: z.array(Location),
  workplace: z.enum(['remote', 'hybrid', 'onsite', 'unknown']),
  /** The board's word for the kind of employment: "FullTime", "Permanent", "Intern". */
  commitment: z.string().nullable(),
  pay: z.array(Pay),
  department: z.string().nullable(),
  /** Language the posting is written in, where the board says so (ISO 639-1). */
  language: z.string().nullable(),
  /** ISO instants. Null when the board has no date that means "posted". */
  postedAt: z.string().nullable(),
  deadline: z.string().nullable(),
  /** All sections with their headings (`## `) and bullets (`- `); nothing a reader can't see. */
  text: z.string(),
  flags: z.array(
    z.object({
      kind: z.enum(['hidden-html', 'invisible-characters', 'instruction']),
      text: z.string(),
    }),
  ),
  /** SHA-256 of the board's own JSON of this posting: changed or not. */
  rawHash: z.string(),
  /** SHA-256 of title, places and text in comparison form: the same under a new id is a repost. */
  bodyHash: z.string(),
})
export type Posting = z.infer<typeof Posting>
export type Workplace = Posting['workplace']

/**
 * A posting's identity: board, account and the board's id. Two ids are two postings, however
 * alike.
 */
export function postingKey(posting: Pick<Posting, 'board' | 'account' | 'externalId'>): string {
  return `${posting.board}:${posting.account}:${posting.externalId}`
}

export function rawHash(raw: unknown): string {
  return createHash('sha256').update(JSON.stringify(raw)).digest('hex')
}

/** Hash of what a reader reads: case, spaces and punctuation don't count; title and places do. */
export function bodyHash(title: string, locations: readonly Location[], text: string): string {
  const places = locations.map((location) => nameKey(location.text)).sort()
  const body = text.split('\n').map(nameKey).join('\n')
  return createHash('sha256')
    .update([nameKey(title), ...places, body].join('\n\n'))
    .digest('hex')
}

/** Reads a free-text location's own country, state and city where it names exactly one. */
export function locationFromText(text: string): Location {
  const places = placesIn(text)
  const single = (values: (string | null)[]) => {
    const known = [...new Set(values.filter((value) => value !== null))]
    return known.length === 1 ? (known[0] ?? null) : null
  }
  return {
    text,
    country: single(places.map((place) => place.country)),
    region: single(places.map((place) => place.state)),
    city: single(places.map((place) => (place.kind === 'city' ? place.name : null))),
  }
}

/** An ISO instant in UTC, or null for nothing and for what isn't a date. */
export function instant(raw: string | null | undefined): string | null {
  const time = raw ? Date.parse(raw) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const trackers = pattern('i')`
    ^(?:utm_\w+|gh_src|source|ref|referrer|lever-(?:source|origin|via)\b.*|t|src|gclid|fbclid|
    mc_\w+)$
  `

/**
 * One spelling per page: https, lower-case host, no fragment, no tracking parameters, no
 * trailing slash.
 */
export function canonicalUrl(raw: string): string {
  const url = new URL(raw)
  url.hash = ''
  if (url.protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(url.host))
    url.protocol = 'https:'
  for (const name of [...url.searchParams.keys()])
    if (trackers.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  if (url.pathname.length > 1) url.pathname = url.pathname.replace(/\/+$/, '')
  return url.toString()
}
