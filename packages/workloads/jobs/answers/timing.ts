// Notice period and first working day.
import { pattern } from '../text/pattern.ts'
import { isTwisted, negations } from './polarity.ts'
import { fromProfile, type Topic } from './saying.ts'

const notice = /\bnotice period\b|\bkündigungsfrist\b|\bnotice\b.{0,30}\b(?:give|have|required?)\b/
const start = pattern('')`
  ^(?:when|how soon|what (?:date|day)|(?:what is |what's )?(?:your |the )?(?:earliest|possible|
  preferred|desired|soonest)|ab wann|wann|frühest\w*)\b.*\b(?:start|starting|begin|join|
  eintritts\w*|
  starttermin|anfangen)\b
`
const starts = pattern('')`
  ^(?:(?:earliest|possible|available|desired|preferred|earliest possible|your|anticipated) )*(?:
  start date|availability date|date available|date of availability|available from|
  eintrittsdatum|eintrittstermin|starttermin)$
`
/** About a start long ago, or about another appointment. */
const elsewise =
  /\bdid\b|\bstarted\b|\binterview|\bcall\b|\bmeeting|\bshifts?\b|\bcareer\b|\bcurrent\b/

/** Weeks of notice, and the day that follows from them or that the profile names. */
export const timingAnswer: Topic = ({ field, wording }, { profile, today }) => {
  const { asked } = wording
  const { noticeWeeks, availableFrom } = profile.resume.countersign
  const aboutNotice = notice.test(asked)
  const aboutStart = !aboutNotice && (starts.test(asked) || start.test(asked))
  if ((!aboutNotice && !aboutStart) || elsewise.test(asked)) return null
  if (negations(asked) > 0 || isTwisted(wording)) return 'ask'
  if (aboutNotice && field.kind !== 'date') {
    return noticeWeeks === undefined
      ? 'ask'
      : fromProfile({ as: 'notice', weeks: noticeWeeks }, 'countersign.noticeWeeks')
  }
  if (availableFrom !== undefined && availableFrom.length === 10 && availableFrom > today) {
    return fromProfile({ as: 'date', iso: availableFrom }, 'countersign.availableFrom')
  }
  if (noticeWeeks === undefined) return 'ask'
  if (field.kind === 'date') {
    const iso = later(today, noticeWeeks)
    const detail = `countersign.noticeWeeks: ${noticeWeeks} weeks from ${today}`
    return fromProfile({ as: 'date', iso }, detail)
  }
  return fromProfile({ as: 'notice', weeks: noticeWeeks }, 'countersign.noticeWeeks')
}

function later(today: string, weeks: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 7 * weeks)
  return date.toISOString().slice(0, 10)
}
