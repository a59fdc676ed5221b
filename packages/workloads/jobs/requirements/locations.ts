// The places a posting's location fields name, and whether one says remote.
import type { Location } from '../boards/posting.ts'
import { type Place, placesIn } from '../geography/index.ts'

export const remoteMark = /\bremote\b|anywhere|home ?office/i

/** From the field's words, else from its structured address. */
export function placesOf(location: Location): Place[] {
  const named: Place[] = [...placesIn(location.text)]
  const { country, region, city } = location
  if (named.length > 0) return named
  if (country === null) return region === null ? [] : [...placesIn(region)]
  const kind = city !== null ? 'city' : region !== null ? 'state' : 'country'
  return [{ kind, name: city ?? region ?? country, country, state: region, offset: null }]
}
