// Years: of a skill from its start date, of work from the jobs' dates, of nothing else.
import { digits } from '../requirements/numbers.ts'
import { pattern } from '../text/pattern.ts'
import { isTwisted, negations } from './polarity.ts'
import { fromProfile, type Topic, yesNo } from './saying.ts'
import { spanAskedOf } from './spans.ts'

const howMany = pattern('')`
  \bhow many (?:full |total )?years\b|\byears of\b.*\bexperience\b|\bnumber of years\b|
  \byears'? experience\b|\bhow long\b.*\b(?:experience|worked|used|using)\b|
  \bwie viele jahre\b|\bjahre\b.*\berfahrung\b
`
const atLeast = pattern('')`
  \b(?:at least|minimum(?: of)?|min\.?) (\d+)\+? years?\b|\b(\d+) ?(?:\+|or more|plus) years?\b
`
const atAll = /^(?:do|have) you (?:.* )?(?:experience|worked|used)\b/
/** A calendar year, and years that no date of the profile counts. */
const otherYears = /\b(?:which|what) year\b|\byear of\b|\bgraduat\w+|\bborn\b|\bago\b/

/** "How many years of …", "At least n years of …?" and "Do you have experience with …?". */
export const experienceAnswer: Topic = ({ field, wording }, input) => {
  const asked = digits(wording.asked)
  const least = atLeast.exec(asked)
  const counts = howMany.test(asked) && !least
  if (!counts && !least && !atAll.test(asked)) return null
  if (otherYears.test(asked) || negations(asked) > 0 || isTwisted(wording)) return 'ask'
  const span = spanAskedOf(wording, input)
  // "Do you have experience with our customers?" may be anything.
  if (span === null) return counts || least ? 'ask' : null
  const { months, detail } = span
  if (least) return fromProfile(yesNo(months >= Number(least[1] ?? least[2]) * 12), detail)
  if (!counts) return fromProfile(yesNo(months > 0), detail)
  return field.kind === 'yes-no' ? 'ask' : fromProfile({ as: 'experience', months }, detail)
}
