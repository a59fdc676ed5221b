// Places as boards write them: "Berlin, Germany", "Toronto, ON, CAN". One place or none, never a guess.
import { countryCode, stateCode } from '../geography/index.ts'
import { nameKey } from '../text/unicode.ts'

/** ISO 3166-1 alpha-3 of countries that postings come from; some boards end their places with it. */
const threeLetters =
  'AUS ARG AUT BEL BGR BRA CAN CHE CHL CHN COL CYP CZE DEU DNK EGY ESP EST FIN FRA GBR GRC HKG HRV HUN ' +
  'IDN IND IRL ISL ISR ITA JPN KEN KOR LTU LUX LVA MEX MLT MYS NGA NLD NOR NZL PER PHL POL PRT ROU SGP ' +
  'SRB SVK SVN SWE THA TUR TWN UKR URY USA VNM ZAF'
const irregular: Readonly<Record<string, string>> = {
  AUT: 'AT',
  CHL: 'CL',
  CHN: 'CN',
  DNK: 'DK',
  EST: 'EE',
  IRL: 'IE',
  ISR: 'IL',
  KOR: 'KR',
  MEX: 'MX',
  MLT: 'MT',
  POL: 'PL',
  PRT: 'PT',
  SRB: 'RS',
  SVK: 'SK',
  SVN: 'SI',
  SWE: 'SE',
  TUR: 'TR',
  UKR: 'UA',
  URY: 'UY',
}

function country(name: string): string | null {
  const trimmed = name.trim()
  if (/^[A-Z]{3}$/.test(trimmed) && threeLetters.includes(trimmed)) {
    return irregular[trimmed] ?? trimmed.slice(0, 2)
  }
  return countryCode(trimmed)
}

/** What a part of a place after its town may stand for: spellings of one state or country are equal. */
function meanings(part: string, whole: readonly string[]): string[] {
  const own = [nameKey(part)]
  const land = country(part)
  if (land !== null) own.push(`country ${land}`)
  for (const other of whole) {
    const around = country(other)
    const state = around === null ? null : stateCode(around, part)
    if (state !== null) own.push(`state ${around} ${state}`)
  }
  return own
}

const partsOf = (place: string) => place.split(',').map((part) => part.trim())

/**
 * Whether `offered` is the wanted place: the same town, and all that is said of where it lies in the
 * wanted one is said of it too. It may say more: "Berlin" and "Berlin, Germany" fit.
 */
export function fitsPlace(wanted: string, offered: string): boolean {
  const [town = '', ...where] = partsOf(wanted)
  const [name = '', ...around] = partsOf(offered)
  if (nameKey(town) !== nameKey(name)) return false
  const known = around.flatMap((part) => meanings(part, around))
  return where.every((part) =>
    meanings(part, [...where, ...around]).some((it) => known.includes(it)),
  )
}

/** The index of the one that fits; -1 when none does or when several differ in what they add. */
export function pickPlace(wanted: string, offered: readonly string[]): number {
  const same = offered.findIndex((one) => nameKey(one) === nameKey(wanted))
  if (same >= 0) return same
  const fits = offered.flatMap((one, index) => (fitsPlace(wanted, one) ? [{ one, index }] : []))
  const [only] = fits
  return only && new Set(fits.map(({ one }) => nameKey(one))).size === 1 ? only.index : -1
}
