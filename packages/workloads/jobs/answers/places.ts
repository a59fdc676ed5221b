// Which places a question is about: those it names, the posting's, or where the person lives.
import { covers, type Place, placesIn } from '../geography/index.ts'
import { applicantOf } from '../profile/index.ts'
import type { Resume } from '../profile/resume.ts'
import { pattern } from '../text/pattern.ts'
import type { PlanInput } from './planned.ts'
import type { Asked } from './saying.ts'

const ofThePosting = new RegExp(
  String.raw`\b(?:country|location|state|city|region|place|jurisdiction)\b.{0,20}\b(?:job|role|` +
    String.raw`position|vacancy|posting|opening|appl(?:y|ied|ying)|advertised|office)\b|` +
    String.raw`\b(?:this|the) (?:country|location|jurisdiction)$`,
)
const ofTheHome = new RegExp(
  String.raw`\b(?:country|location|state|city|region|place)\b.{0,20}\byou(?: are|'re)? ` +
    String.raw`?(?:currently |now )?(?:live|reside|residing|living|based|located)\b|` +
    String.raw`\bcountry of (?:residence|domicile)\b`,
)
/** "The country you would work from" depends on what the person plans. */
const ofAPlan = pattern('')`
  \b(?:country|location|city|place|where)\b.{0,20}\byou\b.{0,10}\b(?:intend|plan|planning|wish|
  want|will|would|expect|hope)\b.{0,20}\b(?:work|live|reside|based)|\b(?:country|location|city|
  place|where)\b.{0,20}\b(?:will|would) you\b.{0,20}\b(?:work|live|reside|based)
`

/** The places a question names, also where it is written without capitals or in nothing else. */
export function placesNamed(named: string, company: string): Place[] {
  const text = named
    .replaceAll(company, ' ')
    .replace(/\bthe (?:us|uk|usa|eu|u\.s|u\.k)(?![\p{L}\p{N}])/giu, (found) => found.toUpperCase())
  const found = placesIn(text)
  const flat = !/\p{Lu}/u.test(text.slice(1)) || !/\p{Ll}/u.test(text)
  if (found.length > 0 || !flat) return [...found]
  return [...placesIn(text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (c) => c.toUpperCase()))]
}

/** The places, or null when it isn't clear which are meant. */
export function placesAskedOf({ wording }: Asked, input: PlanInput): Place[] | null {
  const named = placesNamed(wording.named, input.posting.company)
  if (named.length > 0) return named
  const { asked } = wording
  if (ofAPlan.test(asked)) return plannedCountry(input.profile.resume)
  if (ofTheHome.test(asked)) return homeOf(input)
  if (ofThePosting.test(asked) || !/\bcountr(?:y|ies)\b/.test(asked)) return postingPlaces(input)
  return null
}

/**
 * Countries of the posting's locations; null when one of them doesn't say its country. A remote job that
 * reaches the person is done where they would work from.
 */
export function postingPlaces({ posting, profile, today }: PlanInput): Place[] | null {
  const { home } = applicantOf(profile, today)
  const reaches = posting.locations.some(({ text, country }) => {
    const named = placesIn(text)
    return named.length === 0
      ? (country ?? home.country) === home.country
      : named.some((place) => covers(place, home))
  })
  const from = posting.workplace === 'remote' && reaches ? plannedCountry(profile.resume) : null
  if (from) return from
  const codes = posting.locations.map(({ country }) => country)
  if (codes.length === 0 || codes.includes(null)) return null
  return [...new Set(codes)].flatMap((code) => (code === null ? [] : [countryPlace(code)]))
}

/** Where one would work from: at home, where every office one goes to is there and one won't move. */
export function plannedCountry(resume: Resume): Place[] | null {
  const home = homeCountry(resume)
  const { workplaces } = resume.countersign
  if (home === null || workplaces?.relocation?.length !== 0) return null
  const near = (workplaces.offices ?? []).every(({ country }) => country === home)
  return near ? [countryPlace(home)] : null
}

function homeOf({ profile }: PlanInput): Place[] | null {
  const home = homeCountry(profile.resume)
  return home === null ? null : [countryPlace(home)]
}

function homeCountry(resume: Resume): string | null {
  return resume.countersign.residence?.country ?? resume.basics.location?.countryCode ?? null
}

function countryPlace(code: string): Place {
  return { kind: 'country', name: code, country: code, state: null, offset: null }
}
