// What is never written by a machine, and what is not kept for next time even if one would like to.
import type { Posting } from '../boards/index.ts'
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import { plain } from './wording.ts'

const legal = pattern('')`
  \bvisa\b|\bsponsor\w*|\bauthori[sz]\w*|\bright to work\b|\bcitizen\w*|\bnationality\b|
  \bimmigration\b|\bconvict\w*|\bcriminal\b|\bfelony\b|\bcrimes?\b|\bbackground check|\bclearance\b|
  \bnon-?compete\b|\bcovenants?\b|\bexport\b|\bsanction\w*|\bdrug\b|\bsued\b|\blawsuit\b
`
const pay = /\bsalar\w+|\bcompensation\b|\bremuneration\b|\bpay\b|\bgehalt\w*|\brate\b/
const identity = pattern('')`
  \bdate of birth\b|\bbirth\w*|\bpassport\b|\bsocial security\b|\bssn\b|
  \bnational (?:id|insurance)\b|\btax (?:id|number)\b|\bid number\b|\bgender\b|\brac(?:e|ial)\b|
  \bethnic\w*|\bveteran\b|
  \bdisab\w+|\breligio\w+|\bmarital\b|\bpregnan\w+|\bhealth\b|\blegal name\b
`
const signed = pattern('')`
  \bcertif(?:y|ication)\b|\battest\w*|\bdeclare\b|\bsignature\b|\bsigned\b|\be-?sign\w*|\bi agree\b|
  \bconsent\w*|\backnowledge\w*|\bperjury\b
`
const machines = /\b(?:ai|artificial intelligence|chatgpt|llms?|copilot|generative)\b/

/** Questions whose answers have legal weight or are of who one is: verbatim or asked. */
export function isSensitive(text: string): boolean {
  return [legal, pay, identity, signed, machines].some((pattern) => pattern.test(text))
}

const passing = pattern('')`
  \byears?\b|\bsince when\b|\bnotice\b|\bstart\b|\bavailab\w+|\bwhen\b|\bhow long\b|
  \bdate\b|\bcurrent\w*\b
`

/**
 * Whether an answer may be kept at all: not what is signed or agreed to for one application, not
 * what changes by itself (pay, years, dates), not a text written for one employer.
 */
export function mayKeep(field: FormField): boolean {
  if (['consent', 'file', 'date', 'number', 'long-text'].includes(field.kind)) return false
  if (field.section !== 'main') return false
  const text = plain(`${field.label} ${field.description ?? ''}`)
  const agrees = field.options.length === 1
  return !agrees && ![pay, signed, machines, passing].some((pattern) => pattern.test(text))
}

const here = pattern('')`
  \b(?:us|our|ours|we|here|this|company|employer|role|position|job|team|office|interview\w*|
  appl(?:y|ied)|refer\w*|recommend\w*)\b
`
const abroad = pattern('')`
  \bvisa\b|\bsponsor\w*|\bauthori[sz]\w*|\bright to work\b|\beligib\w+|\bpermit\b|\bcountry\b|
  \bcitizen\w*|\breloca\w+|\bcommut\w*|\blocation\b|\btax\w*|\bclearance\b
`

/** Where a kept answer holds: everywhere, for jobs in the same countries, or at this employer. */
export function scopeOf(field: FormField, posting: Posting): string {
  const text = plain(`${field.label} ${field.description ?? ''}`)
  const company = plain(posting.company)
  if (here.test(text) || (company !== '' && text.includes(company)))
    return `${posting.board}:${posting.account}`
  if (!abroad.test(text)) return 'everywhere'
  const codes = [...new Set(posting.locations.map(({ country }) => country ?? '?'))].sort()
  // A posting without countries shares its answers with nobody but this employer.
  return codes.length === 0 || codes.includes('?')
    ? `${posting.board}:${posting.account}`
    : codes.join('+')
}
