// What the head of a document says: how to reach the applicant, and on which paper.
import type { Posting } from '../boards/posting.ts'
import type { CvInput } from '../documents/content.ts'
import type { Profile } from '../profile/index.ts'

type Resume = Profile['resume']

/** Where letters are written on Letter paper and dated month first. */
const american = new Set(['US', 'CA', 'MX', 'PH'])

/** By the employer's country, else by the applicant's. */
export function paperFor(posting: Posting, resume: Resume): 'a4' | 'letter' {
  const where = posting.locations.find(({ country }) => country !== null)?.country
  const home = resume.basics.location?.countryCode ?? resume.countersign.residence?.country
  return american.has(where ?? home ?? '') ? 'letter' : 'a4'
}

/** City and country stand for the address; what is marked private is left out, but never the email. */
export function contactOf({ basics, countersign }: Resume): CvInput['contact'] {
  const hidden = new Set(countersign.private ?? [])
  const location = homeOf({ basics, countersign })
  return {
    email: basics.email,
    ...(basics.phone === undefined || hidden.has('phone') ? {} : { phone: basics.phone }),
    ...(location === null ? {} : { location }),
  }
}

/** "Berlin, Germany"; in America "Austin, Texas". */
export function homeOf({ basics, countersign }: Pick<Resume, 'basics' | 'countersign'>) {
  const { city = countersign.residence?.city, region, countryCode } = basics.location ?? {}
  const code = countryCode ?? countersign.residence?.country
  const land = code === 'US' && region !== undefined ? region : code && countryName(code)
  const parts = [city, land].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}

export function linksOf({ basics, countersign }: Resume): { url: string }[] {
  const own = basics.url === undefined || countersign.private?.includes('url') ? [] : [basics.url]
  const profiles = (basics.profiles ?? []).flatMap(({ url }) => (url === undefined ? [] : [url]))
  return [...new Set([...own, ...profiles])].slice(0, 10).map((url) => ({ url: webAddress(url) }))
}

/** As written where that is an address already; else with its other characters percent-encoded. */
export function webAddress(url: string): string {
  const plain = /^https?:\/\/(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/
  return plain.test(url) ? url : new URL(url).href
}
