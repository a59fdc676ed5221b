// Which places a sentence lets work be done from, and which it leaves out.

import { type Mention, placesIn } from '../geography/index.ts'
import { pattern } from '../text/pattern.ts'

export const only = /\bonly\b|\bnur\b/
const denies = pattern('')`
    (?:\bnot|n't|\bcannot|\bunable to|\bno longer|\bnever)\b[^.;]{0,30}\b(?:hire|hiring|open|
    available|employ|accept|consider|considered|eligible|offered|hired|support)\b|\bnot open\b|
    \b(?:can't|cannot|(?:can|may|should|need|do) not|don't|unable to) apply\b
  `
/** "Candidates outside the US" and those "not based in Europe". */
const outside = pattern('')`
    \boutside (?:of )?(?:the )?|\bnon-|
    (?:\bnot|n't) (?:currently |already )?(?:based|located|liv(?:e|ing)|resid(?:e|ing))\b
  `
/** What is denied to "people elsewhere" is open to those in the places named before. */
const deniesElsewhere = pattern('')`
    (?:\bnot|n't|\bcannot|\bunable to|\bnever)\b[^.,;:]{0,60}(?<!\b(?:or|and) )
    \b(?:elsewhere|anywhere else|abroad|outside|(?:in|from) other (?:countries|places|states|locations))\b
  `
/** "We can't hire people without a visa for Germany" refuses papers, not those who live there. */
const papers = pattern('')`
    sponsor|\bvisas?\b|\bpermits?\b|authori[sz]|\bright to (?:live|work|reside)|
    eligib\w+ to work|freelanc|\bagenc(?:y|ies)\b
  `
const exception = pattern('')`
    \b(?:except(?:ing)?(?: for)?|excluding|excludes|other (?:countries |states |places |locations )?than|apart from|besides|minus|
    with the exception of|save for|außer|excepto|sauf)\b
  `

/**
 * "But" leaves places out when places follow: "any state but Alaska", not "remote, but you must
 * live in Spain".
 */
const butPlaces =
  /\bbut (?:not )?(?:(?:the|in|in the|for|from|those in|residents of) )?(?=[\p{Lu}])/u

export interface Area {
  allowed: Mention[]
  except: Mention[]
  /** The places named are those that are not hired in. */
  excludedOnly: boolean
}

const travelTo = /\b(?:travel\w*|trips?|visits?|visiting|flights?) (?:to|at)? ?(?:[\w-]+,? ){0,4}$/i
const ofOthers = pattern('')`
  ^(?:'s\b|[- ]based (?:[\w-]+ ){0,3}(?:clients?|customers?|compan(?:y|ies)|platform|startup|firm|business|
  stakeholders|teams?|developers|colleagues|users)\b)
`

/** "Our company is registered in Delaware", "you work with our team in Zurich". */
const ofTheFirm = pattern('i')`
  \b(?:(?:registered|incorporated|headquartered|founded) in|
  with (?:our|the) (?:[\w-]+ ){0,2}(?:teams?|headquarters|colleagues|customers|clients|partners|
  stakeholders) in) (?:the )?$
`
/**
 * "You report to the VP based in London", "with colleagues living in Sydney and Perth"; but "with people
 * based in Spain" and "we support employees in Spain" say who is hired.
 */
const metThere = pattern('u')`
  \b(?:(?:with|alongside|[Rr]eport(?:ing)? to|[Yy]ou(?:'ll| will)? (?:support|help|serve)) (?:[\p{L}'&-]+ ){0,4}?
  (?!candidates|applicants|anyone|someone|people|those|individuals|folks|talent|contractors|freelancers)|
  (?:features?|products?|software|services?|apps?|tools?) for (?:[\p{L}'&-]+ ){0,4}?)
  \p{L}+(?: who(?:'re| are)?)? (?:based|located|living|live|sitting) in[ ]
  (?:\p{Ll}+ )?(?:\p{Lu}[\p{L} ]*?(?:,| and| or) )*$
`

/** "America's banks", "US-based clients" and "travel to Lisbon" say nothing of where one lives. */
function passing(place: Mention, norm: string): boolean {
  const before = norm.slice(0, place.index)
  return (
    ofOthers.test(norm.slice(place.end)) ||
    [travelTo, ofTheFirm, metThere].some((words) => words.test(before))
  )
}

/** Reads "X, Y and Z except W" into what is allowed and what isn't. */
export function areaOf(norm: string, low: string): Area | null {
  const places = placesIn(norm).filter(
    (place, index, all) => !vague(place, norm, all, index) && !passing(place, norm),
  )
  if (places.length === 0) return null
  const split = exception.exec(low) ?? butPlaces.exec(norm)
  const outsider = outside.exec(low)
  const from = split?.index ?? low.length
  const except = places.filter((place) => place.index > from)
  const allowed = places.filter((place) => place.index < from)
  if (allowed.length === 0)
    return except.length > 0 ? { allowed: [], except, excludedOnly: true } : null
  if (outsider && outsider.index < (allowed[0]?.index ?? 0)) {
    // "Candidates outside the US can't be considered" allows the US; "open to people outside the
    // US" says little.
    return denies.test(low) || only.test(low) ? { allowed, except, excludedOnly: false } : null
  }
  if (!denies.test(low) || deniesElsewhere.test(low))
    return { allowed, except, excludedOnly: false }
  return papers.test(low) ? null : deniedIn(allowed, norm)
}

const clauseEnd = /(?<=[;:]\s|\sbut\s|\s-\s)/

/** Of several clauses, only those that deny leave their places out. */
function deniedIn(places: Mention[], norm: string): Area {
  const denied: Mention[] = []
  let from = 0
  for (const clause of norm.split(clauseEnd)) {
    const to = from + clause.length
    if (denies.test(clause.toLowerCase()))
      denied.push(...places.filter(({ index }) => index >= from && index < to))
    from = to
  }
  const except = denied.length === 0 ? places : denied
  const allowed = places.filter((place) => !except.includes(place))
  return { allowed, except, excludedOnly: allowed.length === 0 }
}

/** "Anywhere in Europe" is Europe, not the world. */
function vague(place: Mention, norm: string, all: readonly Mention[], index: number): boolean {
  if (place.name !== 'world') return false
  const next = all[index + 1]
  if (!next) return false
  return /^\s*(?:,|\()?\s*(?:with)?in(?:side)?\s|^\s*(?:across|throughout|\(|:)/.test(
    norm.slice(place.end, next.index + 1),
  )
}
