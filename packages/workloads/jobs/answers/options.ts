// Finds the option that says the same, by rules that keep the meaning; never a guess.
import type { FormOption } from '../forms/schema.ts'
import { countryCode } from '../geography/index.ts'
import type { Degree } from '../requirements/index.ts'
import { plain } from './wording.ts'

/** The only option for which the test holds; null where none or several are. */
function only(
  options: readonly FormOption[],
  test: (label: string, option: FormOption) => boolean,
): FormOption | null {
  const found = options.filter((option) => test(plain(option.label), option))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** By label: the first of the wanted words that exactly one option is labelled with. */
export function byLabel(
  options: readonly FormOption[],
  wanted: readonly string[],
): FormOption | null {
  for (const text of wanted) {
    const key = plain(text)
    // A text of nothing but marks would equal every other one.
    if (key === '') continue
    const found = only(options, (label) => label === key)
    if (found) return found
  }
  return null
}

const firstWord = {
  yes: /^(?:yes|ja|oui|sí|si)(?![\p{L}\p{N}])/u,
  no: /^(?:no|nein|non)(?![\p{L}\p{N}]|[- ]?one\b)/u,
} as const
const limits =
  /\b(?:but|except|however|unless|only|with|depends|if|although|partly|sometimes|not)\b/

/** The plain Yes or No. "Yes, with restrictions" beside "Yes" makes neither of them plain. */
export function byYesNo(options: readonly FormOption[], yes: boolean): FormOption | null {
  const own = only(options, (label) => firstWord[yes ? 'yes' : 'no'].test(label))
  const other = only(options, (label) => firstWord[yes ? 'no' : 'yes'].test(label))
  if (!own || !other) return null
  const rest = plain(own.label).replace(firstWord[yes ? 'yes' : 'no'], '')
  return limits.test(yes ? rest : rest.replace(/\b(?:not|with)\b/g, '')) ? null : own
}

/** A country by any of its names, with or without a dial code behind it. */
export function byCountry(options: readonly FormOption[], code: string): FormOption | null {
  return only(options, (_, { label }) => countryCode(nameOnly(label)) === code)
}

function nameOnly(label: string): string {
  return label.replace(/\(?\+\d[\d\s-]*\)?/g, '').trim()
}

const declines = [
  /\bdeclin/,
  /\b(?:prefer|rather|choose|chose|wish|opt) not\b/,
  /\b(?:do not|don't|not) (?:wish|want|care|choose) to\b/,
  /\bnot (?:to )?(?:say|answer|disclose|share|state|specify|self-?identify)\b/,
  /\b(?:no answer|not (?:disclosed|specified|declared|stated)|undisclosed)\b/,
  /\bkeine angabe\b|\bmöchte (?:ich )?(?:das )?nicht\b|\bje (?:préfère|ne souhaite) (?:ne )?pas\b/,
]
/** "I don't want to describe it in these words: …" says something after all. */
const describes = /\bself-?describe|please (?:specify|describe)|\banother\b/

/** The option that declines, recognised by its label, wherever in the list it stands. */
export function byDeclining(options: readonly FormOption[]): FormOption | null {
  return only(
    options,
    (label) => declines.some((pattern) => pattern.test(label)) && !describes.test(label),
  )
}

const ladder: readonly Degree[] = ['none', 'bachelor', 'master', 'doctorate']
const named: readonly (readonly [Degree, RegExp])[] = [
  ['doctorate', /\bph\.?\s?d\b|\bdoctor|\bdoktor|\bpromotion\b/],
  ['master', /\bmaster|\bm\.?\s?sc\b|\bm\.?a\b|\bmeng\b|\bmba\b|\bdiplom\b|\bmagister\b/],
  ['bachelor', /\bbachelor|\bb\.?\s?sc\b|\bb\.?a\b|\bbeng\b/],
]

/** A degree's own level: "Bachelor's degree", "BSc", "Master's or higher". */
export function byDegree(options: readonly FormOption[], degree: Degree): FormOption | null {
  return only(options, (label) => {
    const levels = named.filter(([, pattern]) => pattern.test(label)).map(([level]) => level)
    if (levels.length === 0 || /\b(?:some|no|not|without|incomplete|in progress)\b/.test(label))
      return false
    const open = /\bor (?:higher|above|more|equivalent and above)\b/.test(label)
    const lowest = Math.min(...levels.map((level) => ladder.indexOf(level)))
    return levels.includes(degree) || (open && ladder.indexOf(degree) >= lowest)
  })
}
