// Finds the places a sentence names: countries, regions, states and cities, the longest name first.

import { nameFinder, remembering, wordsOfNames } from '../text/names.ts'
import { cities } from './cities.ts'
import { countries, inRegion, type Region, regionNames } from './countries.ts'
import { states } from './states.ts'

/** Where a person is, or a place a posting names. `region` is a state's code within its country. */
export interface Home {
  country: string
  region: string | null
  city: string | null
}

export interface Place {
  kind: 'country' | 'region' | 'state' | 'city'
  /** ISO country, region name, state code or city name. */
  name: string
  /** The country it lies in; null for a region of several. */
  country: string | null
  state: string | null
  /** Hours from UTC in standard time; null for regions and for countries that span many. */
  offset: number | null
}

export interface Mention extends Place {
  text: string
  index: number
  end: number
}

const byName = new Map<string, Place>()

for (const country of countries.values()) {
  const wide = ['US', 'CA', 'AU', 'BR'].includes(country.code)
  const place: Place = {
    kind: 'country',
    name: country.code,
    country: country.code,
    state: null,
    offset: wide ? null : country.offset,
  }
  for (const name of country.names) byName.set(name, place)
}
for (const state of states) {
  const place: Place = {
    kind: 'state',
    name: state.code,
    country: state.country,
    state: state.code,
    offset: state.offset,
  }
  byName.set(state.name, place)
}
for (const city of cities) {
  const place: Place = {
    kind: 'city',
    name: city.name,
    country: city.country,
    state: city.state,
    offset: city.offset,
  }
  // "New York" is the city in a posting's location and the state in a list of states; the city says
  // more.
  for (const name of city.names) byName.set(name, place)
}
for (const [region, names] of regionNames) {
  const place: Place = { kind: 'region', name: region, country: null, state: null, offset: null }
  for (const name of names) byName.set(name, place)
}

/** "Texas" and "TX": the short form only counts where an address or a list would have it. */
interface Named {
  place: Place
  abbreviation: boolean
}
const names = new Map<string, Named>()
for (const [name, place] of byName) {
  names.set(name, { place, abbreviation: false })
  // "Worldwide" opens a sentence as often as not.
  if (place.name === 'world') {
    const first = name.charAt(0)
    names.set(first.toUpperCase() + name.slice(1), { place, abbreviation: false })
    names.set(first.toLowerCase() + name.slice(1), { place, abbreviation: false })
  }
}
for (const state of states) {
  if (names.has(state.code)) continue
  const { country, code, offset } = state
  const place: Place = { kind: 'state', name: code, country, state: code, offset }
  names.set(code, { place, abbreviation: true })
}
const find = nameFinder(names)
/** State codes that are everyday words too: where they may name a state, they are capitals. */
export const everydayCodes = /(?:[,(/]\s?|\b(?:or|and) )(?:IN|OR|ME|ON)(?![\p{L}\p{N}])/u
/**
 * Tested on single lower-case words: no place is in a text without one of them, but for everyday
 * codes.
 */
export const placeWords = wordsOfNames(
  [...names.keys()]
    .filter((name) => !/^(?:IN|OR|ME|ON)$/.test(name))
    .map((name) => name.replace(/^(?:the|people's) /i, '')),
)

/**
 * Every place named in the text, in order. Names are matched with their capitals, so "us" is a
 * pronoun. The list is shared between callers.
 */
export const placesIn: (norm: string) => readonly Mention[] = remembering((norm: string) => {
  const found: Mention[] = []
  for (const { value, text, index, end } of find(norm)) {
    if (norm[end] === '$') continue
    if (value.abbreviation && !abbreviates(norm, index, end, value.place, found.at(-1))) continue
    const next = mention(value.place, text, index)
    const last = found.at(-1)
    // "Austin, Texas" and "Berlin, Germany" are one place, the nearer one.
    if (last && within(last, next) && /^,?\s*\(?$/.test(norm.slice(last.end, index))) {
      found[found.length - 1] = { ...last, end }
    } else found.push(next)
  }
  return found
})

function within(inner: Place, outer: Place): boolean {
  if (inner.kind === outer.kind || inner.country === null || inner.country !== outer.country)
    return false
  if (outer.kind === 'country') return true
  return outer.kind === 'state' && inner.kind === 'city' && inner.state === outer.state
}

/** ", TX", "(CA", "or NY". "Berlin, DE" is Germany, "Portland, OR" Oregon. */
function abbreviates(
  norm: string,
  index: number,
  end: number,
  place: Place,
  before: Mention | undefined,
): boolean {
  if (!/[,(/]\s?$|\b(?:or|and) $/.test(norm.slice(Math.max(0, index - 5), index))) return false
  if (!/^(?:[\s,;)/.|]|$)/.test(norm.slice(end, end + 1))) return false
  const follows = before !== undefined && norm.slice(before.end, index).trim() === ','
  return !follows || before.country === place.country
}

function mention(place: Place, text: string, index: number): Mention {
  return { ...place, text, index, end: index + text.length }
}

/** True when someone living at `home` lives in the place. Of a city it is the city itself. */
export function covers(place: Place, home: Home): boolean {
  if (place.kind === 'region') return inRegion(home.country, place.name as Region)
  if (place.country !== home.country) return false
  if (place.kind === 'country') return true
  if (place.kind === 'state') return home.region === place.state
  return home.city !== null && home.city.toLowerCase() === place.name.toLowerCase()
}

/** True when the two places share ground: a city and its country do, two cities don't. */
export function overlap(a: Place, b: Place): boolean {
  if (a.kind === 'region') return b.kind === 'region' || inRegion(b.country ?? '', a.name as Region)
  if (b.kind === 'region') return overlap(b, a)
  if (a.country !== b.country) return false
  if (a.kind === 'country' || b.kind === 'country') return true
  if (a.state !== null && b.state !== null && a.state !== b.state) return false
  return a.kind === 'state' || b.kind === 'state' || a.name === b.name
}

/** The canonical city of a name in any of its spellings, or the name itself. */
export function cityName(name: string): string {
  const place = byName.get(name)
  return place?.kind === 'city' ? place.name : name
}

/**
 * ISO 3166-1 code of a country by code or by any name we know ("USA", "Deutschland"), else null.
 */
export function countryCode(name: string): string | null {
  const trimmed = name.trim()
  const upper = trimmed.toUpperCase()
  if (countries.has(upper)) return upper
  if (upper === 'UK') return 'GB'
  const place = byName.get(trimmed)
  return place?.kind === 'country' ? place.name : null
}

/** The state's code by code or name ("Texas", "TX"), else null. */
export function stateCode(country: string, name: string): string | null {
  const trimmed = name.trim().toLowerCase()
  const state = states.find(
    (entry) =>
      entry.country === country &&
      (entry.code.toLowerCase() === trimmed || entry.name.toLowerCase() === trimmed),
  )
  return state?.code ?? null
}
