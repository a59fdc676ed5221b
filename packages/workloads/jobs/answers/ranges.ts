// Options that are ranges of a number: "3–5 years", "10+", "less than 1 year", "€80k to €90k".
import type { FormOption } from '../forms/schema.ts'
import { digits } from '../requirements/numbers.ts'
import { plain } from './wording.ts'

/** From `low` to `high`, both included unless `openLow` or `openHigh` says otherwise. */
export interface Range {
  low: number
  high: number
  openLow: boolean
  openHigh: boolean
}

const amount = String.raw`(\d+(?:[.,]\d+)*)\s*(k\b)?`
const closed = (low: number, high: number): Range => ({
  low,
  high,
  openLow: false,
  openHigh: false,
})
const forms: readonly (readonly [RegExp, (a: number, b: number) => Range])[] = [
  [new RegExp(`^${amount} ?(?:-|to|until|bis) ?${amount}$`), (a, b) => closed(a, b)],
  [
    new RegExp(`^${amount} ?(?:\\+|(?:or|and) (?:more|above|over)|plus|oder mehr)$`),
    (a) => closed(a, Infinity),
  ],
  [
    new RegExp(`^(?:at least|min(?:imum)?|from|ab|mindestens) ${amount}$`),
    (a) => closed(a, Infinity),
  ],
  [
    new RegExp(`^(?:more than|over|above|>|mehr als|über) ?${amount}$`),
    (a) => ({ ...closed(a, Infinity), openLow: true }),
  ],
  [
    new RegExp(`^(?:less than|under|below|fewer than|<|weniger als|unter) ?${amount}$`),
    (a) => ({ ...closed(0, a), openHigh: true }),
  ],
  [new RegExp(`^(?:up to|within|max(?:imum)?|bis(?: zu)?) ${amount}$`), (a) => closed(0, a)],
  [new RegExp(`^${amount}$`), (a) => closed(a, a)],
]

/** Reads a range; null for a label that holds anything but it and the given unit words. */
export function rangeOf(label: string, units: RegExp): Range | null {
  const text = digits(plain(label))
    .replace(/\b(?:a|one) (?=month|week|year)/g, '1 ')
    .replace(units, ' ')
    .replace(/^in (?=\d)|\s+/g, (found) => (found.startsWith('in') ? '' : ' '))
    .replace(/ ?- ?/g, '-')
    .trim()
  if (/^(?:none|none yet|no experience|0)$/.test(text)) return closed(0, 0)
  for (const [form, range] of forms) {
    const match = form.exec(text)
    if (!match) continue
    const [, a = '', kiloA, b = '', kiloB] = match
    return range(numberOf(a, kiloA ?? kiloB), numberOf(b, kiloB))
  }
  return null
}

/** "80,000" and "80.000" are eighty thousand; "1.5" is one and a half. */
function numberOf(text: string, kilo: string | undefined): number {
  const plainText = text.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  return Number(plainText) * (kilo === undefined ? 1 : 1_000)
}

export function holds({ low, high, openLow, openHigh }: Range, value: number): boolean {
  return (openLow ? value > low : value >= low) && (openHigh ? value < high : value <= high)
}

/** The only option whose range holds the value; null where none, or more than one, does. */
export function byRange(
  options: readonly FormOption[],
  value: number,
  units: RegExp,
): FormOption | null {
  const found = options.filter(({ label }) => {
    const range = rangeOf(label, units)
    return range !== null && holds(range, value)
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
