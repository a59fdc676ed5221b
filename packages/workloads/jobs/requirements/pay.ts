// Pay: whether what is offered can reach the floor, in the floor's currency and period.
import { pattern } from '../text/pattern.ts'
import { type Amount, amountsIn } from './amounts.ts'
import type { Finding, Job, PayWish, Requirement, Verdict } from './types.ts'
import { conditional, quoteOf } from './wording.ts'

const dimension = 'pay'

const payWords = pattern('')`
    salar|\bpay\b|\bpays\b|compensation|\bbase\b|\bote\b|on[- ]target|\brange\b|remuneration|
    gehalt|vergütung|brutto|wage|rémunération|salaire|earn|package|\bhourly\b|day rate|
    per (?:year|annum|hour|month)|an hour|a month|by level|\bgross\b
  `
const notPay = pattern('')`
    stipend|signing|sign-on|\bbonus\b(?! eligible)|\bbudget|allowance|raised|funding|funded|
    series [a-e]\b|revenue|\barr\b|valuation|valued|invest|in sales|transactions?|processed|
    volume|market|customers|referral|401|pension|equity|shares|stock|options|voucher|credit|
    reimburs|childcare|charity|commut|learning|training|wellness|travel|relocation|equipment|insurance|donat|
    spend|spent|savings?|\bfee\b|prize|grant|\brent\b|\bbills? of\b|
    \b(?:for|on) our (?:offices?\b(?! (?:in|at)\b)|cloud|servers?|hosting|tools|software|licen[cs]es)
  `
const oteWords = pattern('')`
    \bote\b|on[- ]target|total (?:target )?(?:cash|compensation)|incl(?:uding|\.)? (?:bonus|
    commission|variable)|target earnings
  `
const baseWords = /\bbase\b|grundgehalt|fixum/

/** "14 salaries", "14x", "paid 13 times a year"; else the twelve of a year. */
const moreSalaries = pattern('')`
  \b(1[34])(?:th)?\s?(?:x\b|×|times\b|mal\b|(?:monthly )?(?:salar|payment)|(?:monats)?gehälter)
`

/** An amount a year in the floor's currency; null when currency or period leaves it open. */
function perYear(value: number, amount: Amount, low: string, wish: PayWish): number | null {
  const rate = amount.currency === wish.currency ? 1 : wish.rates[amount.currency]
  if (rate === undefined) return null
  const salaries = amount.period === 'month' ? moreSalaries.exec(low) : null
  if (salaries !== null) return value * rate * Number(salaries[1])
  if (amount.period !== 'unknown') return value * rate * wish.perYear[amount.period]
  // Without a period only a sum that nobody earns in a month is read as a year's.
  return value >= 20_000 ? value * rate : null
}

const half = pattern('')`
  half (?:of (?:it|that|which) )?(?:is )?(?:variable|commission|bonus|base)|
  50\s?% (?:is )?(?:variable|base|commission)
`

/**
 * Share of the on-target sum that is base: "70/30", "half variable", "80% base". Null when not
 * said.
 */
function baseShare(low: string): number | null {
  const split = /\b(\d{2})\s?[/-]\s?(\d{2})\b(?:\s*(?:split|base|mix|ratio))?/.exec(low)
  if (split && Number(split[1]) + Number(split[2]) === 100) return Number(split[1]) / 100
  if (half.test(low)) return 0.5
  const base = /(\d{2})\s?% (?:of (?:it|which|that) )?(?:is |as )?(?:base|fixed)/.exec(low)
  if (base) return Number(base[1]) / 100
  const variable =
    /(\d{2})\s?% (?:of (?:it|which|that) )?(?:is |as )?(?:variable|commission|bonus)/.exec(low)
  return variable ? 1 - Number(variable[1]) / 100 : null
}

function verdictOf(amount: Amount, low: string, wish: PayWish): Verdict {
  const floor = wish.floor * wish.perYear[wish.period]
  const share = amount.kind === 'ote' ? baseShare(low) : 1
  const top = amount.max === null ? null : perYear(amount.max, amount, low, wish)
  const bottom = amount.min === null ? null : perYear(amount.min, amount, low, wish)
  if (top === null && bottom === null) return 'unclear'
  // Nobody offers a fraction of the wish: such a sum is a price or an allowance.
  if ((top ?? bottom ?? 0) < floor / 5) return 'unclear'
  if (top === null) return (bottom ?? 0) * (share ?? 0) >= floor ? 'meets' : 'unclear'
  // What is base can't be more than the whole, so an on-target sum below the floor misses whatever
  // its split.
  if (top * (share ?? 1) < floor) return 'misses'
  return share === null ? 'unclear' : 'meets'
}

const rank: Readonly<Record<Verdict, number>> = { meets: 2, unclear: 1, misses: 0 }

/** Several ranges (levels, regions, currencies): the best one that can be compared decides. */
function best(amounts: readonly Amount[], low: string, wish: PayWish): Verdict | null {
  const verdicts = amounts.map((amount) => verdictOf(amount, low, wish))
  const comparable = verdicts.filter((verdict) => verdict !== 'unclear')
  const list = comparable.length > 0 ? comparable : verdicts
  return list.reduce<Verdict | null>(
    (top, verdict) => (top === null || rank[verdict] > rank[top] ? verdict : top),
    null,
  )
}

/** Where the law wants a minimum to be named, as in Austria, the one sum is no more than that. */
const legalMinimum = pattern('')`
  kollektivvertrag|\bkv\b|collective (?:bargaining )?agreement|überzahl|\bover-?pay|
  (?:legally|by law) (?:obliged|required)|for legal reasons|mindestgehalt|
  \bminimum (?:\w+ ){0,2}(?:salary|pay|wage)\b
`

/** What comes on top of the pay is named last: "£55k plus bonus", "€60k + equity". */
const extras = /\s\+\s|\bplus\b/

/** Amounts of the sentence that are somebody's pay. */
function paid(norm: string, low: string, country: string | null): Amount[] {
  const amounts = amountsIn(norm, country).filter((amount) => !isOther(low, amount))
  if (amounts.length === 0) return []
  const kind = oteWords.test(low) ? 'ote' : baseWords.test(low) ? 'base' : 'unknown'
  const bare = low.length <= 90 && !notPay.test(low.split(extras, 1)[0] ?? '')
  const least = legalMinimum.test(low) && !/\bmax/.test(low)
  return amounts
    .filter(
      (amount) =>
        payWords.test(low) ||
        amount.period !== 'unknown' ||
        (bare && (amount.max ?? amount.min ?? 0) >= 20_000),
    )
    .map((amount) => {
      const max = least && amount.max === amount.min ? null : amount.max
      return { ...amount, max, kind }
    })
}

/** What the sum comes with is no name for it. */
const beside = /\b(?:on top of|in addition to|besides|plus|as well as)\b|(?:^|\s)\+\s/

/**
 * "$300 wellness stipend", "a learning budget of €2,000": the word next to the sum says what it
 * is.
 */
function isOther(low: string, amount: Amount): boolean {
  const before = low.slice(Math.max(0, amount.index - 48), amount.index)
  const behind = low.slice(amount.end, amount.end + 28)
  const cut = behind.search(beside)
  const after = cut < 0 ? behind : behind.slice(0, cut)
  const sum = amount.max ?? amount.min ?? 0
  if (sum > 5_000_000) return true
  const near = `${before.split(/[;.]|, /).at(-1) ?? ''} | ${after.split(/[;.]|, /)[0] ?? ''}`
  return notPay.test(near) && !/salary|base|ote\b/.test(near)
}

/** What somebody else was paid or earns. */
const othersPay = pattern('')`
  \b(?:was|were|got|been) paid\b|^(?!.*\b(?:you|candidates?|applicants?|role|position|job|hire|who)\b).*\bearns?\b|
  \b(?:average|median) (?:salary|pay|wage) in\b
`

export const pay: Requirement = {
  dimension,
  ofThePlace: true,
  ofTheTeam: true,
  mentions: pattern('')`
      [€£$¥₹]|\b(?:eur|usd|gbp|chf|cad|aud|sek|nok|dkk|pln|inr|sgd|euros?|kč|zł)\b|\bote\b|
      competitive
    `,
  judge(sentence, job, applicant) {
    const { low, norm } = sentence
    if (applicant.pay === null) return null
    const country = job.places.find((place) => place.country !== null)?.country ?? null
    const amounts = paid(norm, low, country)
    if (amounts.length === 0 || conditional.test(low) || othersPay.test(low)) return null
    const verdict = best(amounts, low, applicant.pay)
    if (verdict === null) return null
    return { dimension, verdict, quote: quoteOf(sentence.text), reason: reasonOf(verdict) }
  },
  fields(job, applicant, said) {
    if (applicant.pay === null) return []
    const fields = fromFields(job, applicant.pay)
    if (fields.length > 0 || said.length > 0) return fields
    return [{ dimension, verdict: 'unclear', quote: null, reason: 'pay is not said', field: true }]
  },
  /** The best comparable figure decides: ranges for other places and levels stand beside it. */
  settle(findings) {
    const clear = findings.filter((finding) => finding.verdict !== 'unclear')
    const fields = clear.filter((finding) => finding.field)
    const list = fields.length > 0 ? fields : clear.length > 0 ? clear : findings
    const meets = list.filter((finding) => finding.verdict === 'meets')
    return meets.length > 0 ? meets : list
  },
}

function reasonOf(verdict: Verdict): string {
  if (verdict === 'meets') return 'reaches the floor'
  return verdict === 'misses' ? 'below the floor' : "can't be compared with the floor"
}

function fromFields(job: Job, wish: PayWish): Finding[] {
  return job.posting.pay.map((entry) => {
    const amount: Amount = { ...entry, index: 0, end: 0 }
    const verdict = verdictOf(amount, entry.text.toLowerCase(), wish)
    return {
      dimension,
      verdict,
      quote: quoteOf(entry.text),
      reason: reasonOf(verdict),
      field: true,
    }
  })
}
