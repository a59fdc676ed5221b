// Puts what there is to say into the field's own terms, or says that it doesn't fit.
import type { FormField, FormOption } from '../forms/schema.ts'
import { byCountry, byDeclining, byDegree, byLabel, byYesNo } from './options.ts'
import type { PlannedValue } from './planned.ts'
import { byRange, holds, rangeOf } from './ranges.ts'
import type { Saying } from './saying.ts'
import { plain } from './wording.ts'

export type Fitted = Pick<PlannedValue, 'value' | 'text'>

/** The value that says this in this field; null where the field can't say it. */
export function fitTo(field: FormField, saying: Saying): Fitted | null {
  switch (field.kind) {
    case 'choice':
    case 'choices': {
      const option = optionFor(field.options, saying)
      if (!option) return null
      const { value, label } = option
      return { value: field.kind === 'choices' ? [value] : value, text: label.trim() }
    }
    case 'yes-no':
      return saying.as === 'yes-no' ? { value: saying.yes, text: saying.yes ? 'Yes' : 'No' } : null
    case 'date':
      return saying.as === 'date' ? { value: saying.iso, text: saying.iso } : null
    case 'number':
      return typed(field, numeral(saying, plain(field.label)))
    case 'consent':
    case 'file':
      return null
    default:
      return typed(field, inWords(saying))
  }
}

/** A text as the field takes it: a web address in one for addresses, a number with its country. */
export function typed({ kind, maxLength }: FormField, text: string | null): Fitted | null {
  if (text === null || text === '') return null
  if (maxLength !== null && text.length > maxLength) return null
  if (kind === 'url' && !/^https?:\/\/\S+$/.test(text)) return null
  if (kind === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return null
  if (kind === 'phone' && !isInternational(text)) return null
  if (kind === 'number' && !/^-?\d+(?:\.\d+)?$/.test(text)) return null
  return { value: text, text }
}

/** Starts with + and a country's code: anything else is read as some other country's number. */
export function isInternational(phone: string): boolean {
  return /^\+[1-9][\d\s()./-]{5,30}$/.test(phone)
}

function numeral(saying: Saying, label: string): string | null {
  if (saying.as === 'words') return saying.text
  if (saying.as === 'experience') return /\bmonths?\b/.test(label) ? null : years(saying.months)
  if (saying.as === 'notice') {
    if (/\bweeks?\b|wochen/.test(label)) return String(saying.weeks)
    return /\bdays?\b|\btage/.test(label) ? String(saying.weeks * 7) : null
  }
  return saying.as === 'pay' ? String(saying.amount) : null
}

function inWords(saying: Saying): string | null {
  switch (saying.as) {
    case 'words':
    case 'country':
    case 'degree':
      return saying.text
    case 'yes-no':
      return saying.yes ? 'Yes' : 'No'
    case 'experience':
      return years(saying.months)
    case 'notice':
      return saying.weeks === 0 ? 'None' : `${saying.weeks} weeks`
    case 'date':
      return saying.iso
    case 'pay':
      return `${saying.amount.toLocaleString('en')} ${saying.currency} per ${saying.period}`
    case 'nothing':
      return null
  }
}

/** Completed years. */
function years(months: number): string {
  return String(Math.floor(months / 12))
}

function optionFor(options: readonly FormOption[], saying: Saying): FormOption | null {
  switch (saying.as) {
    case 'words':
      return byLabel(options, [saying.text, ...(saying.alike ?? [])])
    case 'yes-no':
      return byYesNo(options, saying.yes)
    case 'country':
      return byCountry(options, saying.code)
    case 'degree':
      return byDegree(options, saying.degree)
    case 'nothing':
      return byDeclining(options)
    case 'experience':
      return experienceOption(options, saying.months)
    case 'notice':
      return noticeOption(options, saying.weeks)
    case 'pay':
      return payOption(options, saying)
    case 'date':
      return null
  }
}

const yearUnits = /\b(?:years?|yrs?|jahren?|of experience|experience|professional)\b/g

/** By the exact span first: three years and two months are in "3–5", not in "1–3". */
function experienceOption(options: readonly FormOption[], months: number): FormOption | null {
  return (
    byRange(options, months / 12, yearUnits) ?? byRange(options, Math.floor(months / 12), yearUnits)
  )
}

const weeksOf = { day: 1 / 7, week: 1, month: 52 / 12 } as const
const noticeUnits: readonly (readonly [keyof typeof weeksOf, RegExp])[] = [
  ['day', /\b(?:days?|tage?n?)\b/g],
  ['week', /\b(?:weeks?|wochen?)\b/g],
  ['month', /\b(?:months?|monaten?|monat)\b/g],
]
const noticeWords = /\b(?:notice|period|kündigungsfrist)\b/g

/** Options may mix units. One that is exactly so long decides before one that only contains it. */
function noticeOption(options: readonly FormOption[], weeks: number): FormOption | null {
  const spans = options.map(({ label }) => {
    const text = plain(label).replace(noticeWords, ' ')
    const unit = noticeUnits.find(([, pattern]) => text.search(pattern) >= 0)
    const range = unit ? rangeOf(text, unit[1]) : null
    return unit && range ? { range, factor: weeksOf[unit[0]] } : null
  })
  const exact = options.filter((_, at) => {
    const span = spans[at]
    return span?.range.low === span?.range.high && span && span.range.low * span.factor === weeks
  })
  if (exact.length === 1) return exact[0] ?? null
  const found = options.filter((_, at) => {
    const span = spans[at]
    return span && span.range.low !== span.range.high && holds(span.range, weeks / span.factor)
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

const signs: Readonly<Record<string, RegExp>> = {
  EUR: /€|\beur(?:os?)?\b/g,
  USD: /\$|\busd\b|\bus\$/g,
  GBP: /£|\bgbp\b/g,
}

/** Ranges of the same currency, or of none: which one it is was settled by the question. */
function payOption(
  options: readonly FormOption[],
  { amount, currency }: { amount: number; currency: string },
): FormOption | null {
  const own = signs[currency] ?? new RegExp(`\\b${currency.toLowerCase()}\\b`, 'g')
  const units = new RegExp(
    `${own.source}|\\bper (?:year|annum)\\b|\\bp\\.?a\\b|\\bannually\\b`,
    'g',
  )
  return byRange(options, amount, units)
}
