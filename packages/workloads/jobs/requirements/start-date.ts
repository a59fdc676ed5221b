// Start date: whether the first working day comes before the applicant can be there.
import { pattern } from '../text/pattern.ts'
import { digits } from './numbers.ts'
import type { Finding, Requirement, Verdict } from './types.ts'
import { isHedged, quoteOf } from './wording.ts'

const dimension = 'start-date'

const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
}
const monthName =
  '(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)'
const dayMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${monthName}\\.?,?\\s+(20\\d\\d)`,
)
const monthDay = new RegExp(`\\b${monthName}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(20\\d\\d)`)
const monthYear = new RegExp(`\\b${monthName}\\.?,?\\s+(20\\d\\d)`)
const dotted = /\b(\d{1,2})\.(\d{1,2})\.(20\d\d)/
const iso = /\b(20\d\d)-(\d\d)-(\d\d)/

const starts = pattern('')`
    \bstart(?:s|ing)?(?: date)?\b|\bbegin(?:s|ning)?\b|\bcommenc\w+|\beintritt\w*|\bbeginn\w*|
    \bstarttermin\b|\bjoin (?:us )?(?:by|before|on|no later|within)|(?<!\b(?!you)\w+ are )\bavailable (?:from|by|to start|
    immediately|now)\b|\bavailability\b|\bimmediate (?:start|availab\w+|joiners?|opening|vacancy)\b|\bjoining date\b|\bon board by\b|\bnotice period\b|
    prise de poste|\bday one (?:is|will)|\bfirst (?:working )?day (?:is|will)|\b(?:be |to be )filled by
  `
const others = pattern('')`
    \b(?:founded|company|founders?|series|fiscal|deadline|apply by|applications?|interviews?|
    events?|courses?|schools?|benefits|vacation)\b[^.;]{0,30}\b(?:start|began|beg[au]n|launch)|
    (?:version|release|phase|season|semester|sprint|campaign|sale|course)\b[^.;]{0,30}\b(?:start|beg[iau]n|launch)|
    \bstart(?:ed|up|-up)\b|\bstart of\b|\bstart (?:the|your) application|deadline|
    bewerb\w+ bis
  `
const atOnce = pattern('')`
    \b(?:immediately|immediate(?: start| availability| joiners?|(?=[.,;)]*$))|right away|straight away|
    without notice)\b
  `

/**
 * Last day of a month counts, so that "January 2027" is only missed by who can't come within it.
 */
function dateIn(low: string): string | null {
  const two = (value: number) => String(value).padStart(2, '0')
  const build = (year: string, month: number | undefined, day: number) =>
    month && month <= 12 && day <= 31 ? `${year}-${two(month)}-${two(day)}` : null
  const month = (name: string | undefined) => months[(name ?? '').slice(0, 3)]
  const a = iso.exec(low)
  if (a) return build(a[1] ?? '', Number(a[2]), Number(a[3]))
  const b = dotted.exec(low)
  if (b) return build(b[3] ?? '', Number(b[2]), Number(b[1]))
  const c = dayMonth.exec(low)
  if (c) return build(c[3] ?? '', month(c[2]), Number(c[1]))
  const d = monthDay.exec(low)
  if (d) return build(d[3] ?? '', month(d[1]), Number(d[2]))
  const e = monthYear.exec(low)
  return e ? build(e[2] ?? '', month(e[1]), 28) : null
}

const openStart = pattern('')`
  flexib|\bideal\b|earliest|frühestens|negotiable|nach absprache|or later|oder später|\bfrom\b|\bab\b
`

/** "From 1 May at the latest" is a bound, whatever else sounds open. */
const latest = /\bat the latest\b|\bno later than\b|spätestens/

/** "Within 30 days", but not of the first one; "within a month" only of the start itself. */
const within = pattern('')`
  (?<!\bship\w* .*)(?:within (?:the next )?(\d+)|\b(?:start|begin|join|join us|available) within an?)[ ]
  (day(?=s)|week|month)s?\b(?! (?:of|after|from) (?:start|join|you))
`

export const startDate: Requirement = {
  dimension,
  mentions:
    /start|begin|commenc|eintritt|\bjoin|notice|availab|prise|immediate|\bday\b|\bboard\b|filled/,
  beside: /20\d\d|\bdays\b|week|month|immediat|away|notice/,
  judge(sentence, _job, applicant) {
    const { low } = sentence
    const at = starts.exec(low)
    if (!at || others.test(low)) return null
    if (isHedged(low, at.index, at.index + at[0].length)) return null
    const finding = (verdict: Verdict, reason: string): Finding => ({
      dimension,
      verdict,
      quote: quoteOf(sentence.text),
      reason,
    })
    const away = (Date.parse(applicant.availableFrom) - Date.parse(applicant.today)) / 86_400_000
    const date = dateIn(low)
    if (date !== null) {
      // "From 1 May at the earliest" and flexible dates don't shut anybody out.
      if (openStart.test(low) && !latest.test(low)) return finding('meets', 'start date')
      if (date >= applicant.availableFrom) return finding('meets', 'start date')
      return finding('misses', `starts ${date}, free from ${applicant.availableFrom}`)
    }
    const notice = /notice period[^.;\d]{0,30}(\d+) (day|week|month)s?\b/.exec(digits(low))
    const soon = notice ?? within.exec(digits(low))
    if (soon) {
      const days = Number(soon[1] ?? 1) * ({ day: 1, week: 7, month: 30 }[soon[2] ?? 'day'] ?? 1)
      return days >= away
        ? finding('meets', 'start date')
        : finding('misses', `within ${days} days, free from ${applicant.availableFrom}`)
    }
    if (!atOnce.test(low)) return null
    if (away <= 7) return finding('meets', 'start date')
    const must = /\bmust\b|required|only|without notice/.test(low)
    return finding(
      must && away > 31 ? 'misses' : 'unclear',
      `at once, free from ${applicant.availableFrom}`,
    )
  },
}
