// Amounts of money in text: currency, range, period, and whether they are anybody's pay.

import { matches, pattern } from '../text/pattern.ts'
import type { Period } from './types.ts'

export interface Amount {
  min: number | null
  max: number | null
  currency: string
  period: Period | 'unknown'
  kind: 'base' | 'ote' | 'unknown'
  index: number
  end: number
}

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  us$: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  cad$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  s$: 'SGD',
  nz$: 'NZD',
  hk$: 'HKD',
  r$: 'BRL',
  mx$: 'MXN',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
  zł: 'PLN',
  euro: 'EUR',
  euros: 'EUR',
  dollars: 'USD',
  pounds: 'GBP',
  kč: 'CZK',
}
const codes =
  'EUR|USD|GBP|CHF|CAD|AUD|NZD|SGD|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|INR|BRL|MXN|ILS|AED|ZAR|HKD'
/** A bare $ is the dollar of the country the job is in. */
const dollars: Readonly<Record<string, string>> = {
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
}

const mark = String.raw`(?:US\$|CAD?\$|C\$|AU?\$|S\$|NZ\$|HK\$|R\$|MX\$|[€£$¥₹]|(?:${codes})\b)`
const tail = String.raw`(?:€|£|zł|Kč|kč|[Ee]uros?\b|[Dd]ollars\b|[Pp]ounds\b|(?:${codes})\b)`
const number = String.raw`\d{1,3}(?:[.,'  ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`
const scale = String.raw`\s?(?:k\b|K\b|thousand|mille|[Tt]sd\.?|T€|m\b|M\b|mm\b|[Mm]illion|[Mm]io|bn\b|B\b|billion)`
const one = String.raw`(${mark})?\s?(${number})(${scale})?\s?(${tail})?`
const joint = String.raw`\s*(?:-|to|bis|and|und|à|/)\s*`
// A currency mark may stand in front, so a match starts at a mark or at a digit.
const money = new RegExp(`(?=[\\dA-Z€£$¥₹])${one}(?:${joint}${one})?`, 'g')

const codeAfter = new RegExp(`^\\s?(${codes})\\b`)

/** Every amount with a currency. A bare number is none. */
export function amountsIn(norm: string, country: string | null): Amount[] {
  const found: Amount[] = []
  for (const match of matches(norm, money)) {
    const [, mark1, number1, scale1, tail1, mark2, number2, scale2, tail2] = match
    const named = mark1 ?? tail1 ?? mark2 ?? tail2
    if (!named || !number1) continue
    const end = match.index + match[0].length
    const currency = currencyOf(named, tail2 ?? tail1, norm.slice(end, end + 6), country)
    if (currency === null) continue
    const second = number2 === undefined ? null : amountOf(number2, scale2)
    let first = amountOf(
      number1,
      scale1 ?? (second !== null && !scale1 ? inherited(number1, scale2) : undefined),
    )
    if (second !== null && first > second && !scale1 && first * 1000 <= second) first *= 1000
    const bound = boundOf(norm.slice(Math.max(0, match.index - 24), match.index))
    found.push({
      min: second !== null || bound !== 'max' ? first : null,
      max: second ?? (bound === 'min' ? null : first),
      currency,
      period: periodOf(norm, match.index, end),
      kind: 'unknown',
      index: match.index,
      end,
    })
  }
  return found
}

/** "80-95k": the scale of the second number is the first's too when the first is small. */
function inherited(number1: string, scale2: string | undefined): string | undefined {
  return scale2 && Number(number1.replace(',', '.')) < 1000 ? scale2 : undefined
}

function currencyOf(
  named: string,
  trailing: string | undefined,
  after: string,
  country: string | null,
): string | null {
  const code = codeAfter.exec(after)?.[1]
  if (named === '$' && code) return code
  if (named === '$' && trailing && /^[A-Z]{3}$/.test(trailing)) return trailing
  if (named === '$' && country && dollars[country]) return dollars[country]
  return symbols[named.toLowerCase()] ?? (/^[A-Za-z]{3}$/.test(named) ? named.toUpperCase() : null)
}

function amountOf(text: string, scaled: string | undefined): number {
  const grouped = text.replace(/['  ]/g, '')
  const decimal = /[.,]\d{1,2}$/.test(grouped)
  const plain = decimal
    ? `${grouped.slice(0, grouped.search(/[.,]\d{1,2}$/)).replace(/[.,]/g, '')}.${grouped.split(/[.,]/).at(-1)}`
    : grouped.replace(/[.,]/g, '')
  const value = Number(plain)
  const unit = scaled?.trim().toLowerCase() ?? ''
  if (/^(?:k|thousand|mille|tsd|t€)/.test(unit)) return value * 1_000
  if (/^(?:bn|b$|billion)/.test(unit)) return value * 1_000_000_000
  if (unit !== '') return value * 1_000_000
  return value
}

const lowerBound = pattern('i')`
  (?:from|starting (?:at|from)|at least|min(?:imum)?(?: of)?|ab|mindestens|à partir de|over|
  more than)[\s:]*$
`

function boundOf(before: string): 'min' | 'max' | null {
  if (/(?:up to|max(?:imum)?(?: of)?|bis zu|bis|jusqu'à|no more than)[\s:]*$/i.test(before))
    return 'max'
  if (lowerBound.test(before)) return 'min'
  return null
}

const periods: readonly (readonly [Period, RegExp])[] = [
  [
    'hour',
    pattern('i')`
      ^[\s,.]*(?:(?:gross|brutto) ?)?(?:\/|per|an?|pro|each|die|de l')\s?(?:hours?|hr|h|stunde|
      heure)\b|^[\s,.]*hourly|^[\s,.]*\/h\b
    `,
  ],
  [
    'day',
    /^[\s,.]*(?:(?:gross|brutto) ?)?(?:\/|per|a|pro|each)\s?(?:days?|tag|jour)\b|^[\s,.]*daily/i,
  ],
  [
    'week',
    /^[\s,.]*(?:(?:gross|brutto) ?)?(?:\/|per|a|pro|each)\s?(?:weeks?|woche|semaine)\b|^[\s,.]*weekly/i,
  ],
  [
    'month',
    pattern('i')`
      ^[\s,.]*(?:(?:gross|brutto|net) ?)?(?:\/|per|a|pro|each|im|par)\s?(?:months?|mo|monat|
      mois)\b|^[\s,.]*(?:gross |brutto )?(?:monthly|monatlich|mensuel)
    `,
  ],
  [
    'year',
    pattern('i')`
      ^[\s,.]*(?:[A-Z]{3} )?(?:(?:gross|brutto|base) ?)?(?:\/|per|a|pro|each|im|par|
      p\.)\s?(?:years?|yr|annum|jahr|an|a\.)\b|^[\s,.]*(?:annual|yearly|annum|p\.?a\.?\b|
      jährlich)
    `,
  ],
]
const periodsBefore: readonly (readonly [Period, RegExp])[] = [
  ['hour', /hourly|per hour|stundenlohn|an hour/i],
  ['day', /day[- ]rate|daily rate|per day|tagessatz/i],
  ['month', /monthly|per month|monatsgehalt/i],
  ['year', /annual|yearly|per year|per annum|jahresgehalt|\bota\b|salary range/i],
]

function periodOf(norm: string, index: number, end: number): Period | 'unknown' {
  const after = norm.slice(end, end + 32)
  for (const [period, pattern] of periods) if (pattern.test(after)) return period
  const before = norm.slice(Math.max(0, index - 60), index)
  for (const [period, pattern] of periodsBefore) if (pattern.test(before)) return period
  return 'unknown'
}
