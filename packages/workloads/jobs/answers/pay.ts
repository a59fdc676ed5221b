// What one expects to earn: only said where the question means the same currency, period and kind.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import { postingPlaces } from './places.ts'
import type { PlanInput } from './planned.ts'
import { asksYesNo, isTwisted, negations } from './polarity.ts'
import { fromProfile, type Topic } from './saying.ts'

const money =
  /\b(?:salary|salaries|compensation|remuneration|pay|wage|rate|gehalt\w*|vergütung|ctc)\b/
const expected = pattern('')`
  \b(?:expect\w*|desired|desire|target|requirements?|aspiration\w*|looking for|seeking|hoping|
  wunsch\w*|gehaltsvorstellung\w*|gehaltswunsch|vorstellung\w*)\b
`
/** Another amount than the one the profile names. */
const another = pattern('')`
  \b(?:current|currently|previous|last|history|present|minimum|lowest|at least|total|ote|
  on-target|variable|bonus|equity|net|netto|after tax|hourly|daily|monthly|per (?:hour|day|
  month|week)|in k|k eur|thousands?|tsd|000s?|an hour|a day|a month|day rate|hour rate|stock)\b
`
const yearly = /\b(?:annual(?:ly)?|yearly|per (?:year|annum)|a year|p\.?a\b|jahres\w*|pro jahr)\b/
const currencyNames: Readonly<Record<string, RegExp>> = {
  EUR: /€|\beur(?:os?)?\b/i,
  USD: /(?<![a-z])\$|\busd\b|us ?\$|\bus dollars?\b/i,
  GBP: /£|\bgbp\b|\bpounds?\b/i,
  CHF: /\bchf\b|\bfranken\b/i,
  CAD: /\bcad\b|ca\$|c\$/i,
  AUD: /\baud\b|a\$/i,
  PLN: /\bpln\b|zł/i,
  SEK: /\bsek\b/i,
  NOK: /\bnok\b/i,
  DKK: /\bdkk\b/i,
  CZK: /\bczk\b/i,
  INR: /\binr\b|₹|\blpa\b|\blakhs?\b/i,
  JPY: /\bjpy\b|¥/i,
}
const euro = 'DE AT FR NL BE LU ES PT IT IE FI GR HR SI SK EE LV LT CY MT'.split(' ')
const paidIn: Readonly<Record<string, string>> = {
  ...Object.fromEntries(euro.map((code) => [code, 'EUR'])),
  ...{ US: 'USD', GB: 'GBP', CH: 'CHF', CA: 'CAD', AU: 'AUD', PL: 'PLN', SE: 'SEK' },
  ...{ NO: 'NOK', DK: 'DKK', CZ: 'CZK', IN: 'INR', JP: 'JPY' },
}

/** Salary expectations. A current salary, a minimum and totals are never derived from them. */
export const payAnswer: Topic = ({ field, wording }, input) => {
  const { asked, around } = wording
  if (!money.test(asked) && !/gehalt/.test(asked)) return null
  const pay = input.profile.resume.countersign.pay
  const wanted = expected.test(asked) || /gehalts?(?:vorstellung|wunsch)/.test(asked)
  const apart = another.test(`${asked} ${around}`) || negations(asked) > 0
  // "How would you rate your English?" has nothing to do with money.
  if (!wanted && !apart) return null
  if (!wanted || apart || asksYesNo(asked) || isTwisted(wording)) return 'ask'
  if (pay?.expectation === undefined) return 'ask'
  if (!isPaidIn(field, `${asked} ${around}`, pay.currency, input)) return 'ask'
  // A bare number needs the period said; words carry it themselves.
  const said = yearly.test(`${asked} ${around}`) ? 'year' : null
  const bare = field.kind === 'number' || field.kind === 'choice' || field.kind === 'choices'
  if (said === null ? bare : said !== pay.period) return 'ask'
  const { expectation: amount, currency, period } = pay
  return fromProfile({ as: 'pay', amount, currency, period }, 'countersign.pay.expectation')
}

/** What says a currency says this one: the question, else options, posting or place. */
function isPaidIn(field: FormField, text: string, currency: string, input: PlanInput): boolean {
  const inText = currenciesIn(text)
  if (inText.length > 0) return inText.length === 1 && inText[0] === currency
  const inOptions = currenciesIn(field.options.map(({ label }) => label).join(' '))
  if (inOptions.length > 0) return inOptions.length === 1 && inOptions[0] === currency
  const ofPosting = [...new Set(input.posting.pay.map((range) => range.currency))]
  if (ofPosting.length > 0) return ofPosting.length === 1 && ofPosting[0] === currency
  const places = postingPlaces(input)
  return places?.every(({ country }) => paidIn[country ?? ''] === currency) ?? false
}

function currenciesIn(text: string): string[] {
  return Object.entries(currencyNames)
    .filter(([, pattern]) => pattern.test(text))
    .map(([code]) => code)
}
