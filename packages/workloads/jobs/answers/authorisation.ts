// May you work there, and must an employer sponsor it: two questions, each turned either way.
import { pattern } from '../text/pattern.ts'
import { placesAskedOf } from './places.ts'
import type { PlanInput } from './planned.ts'
import { isConditional, isOfOthers, isTwisted, negations } from './polarity.ts'
import { type Asked, fromProfile, type Topic, yesNo } from './saying.ts'
import { type Known, type Sponsorship, standingIn } from './standing-in.ts'
import type { Wording } from './wording.ts'

const sponsorship = pattern('')`
  \bsponsor(?:ship|ed|ing)?\b|\b(?:visa|immigration|work permit)\b[^.?]{0,20}\b(?:support|
  assistance|petition)\b|\b(?:require|need)s?\b[^.?]{0,40}\b(?:visa|work permit|immigration)\b
`
const authorised = pattern('')`
  \b(?:authori[sz]ed|eligible|permitted|entitled|allowed|legally able|right|permission|
  authori[sz]ation)\b[^.?]{0,30}\bto (?:legally |lawfully )?(?:work|be employed)\b(?!\s+(?:from
  [ ]home|nights?|weekends?|shifts?|overtime|on|as|remote))|\bright to work\b|
  \bwork (?:authori[sz]ation|permission|eligibility)\b|\bvalid work (?:permit|visa)\b
`
const needs = /\b(?:requires?|requiring|required|needs?|needing|needed|seek(?:ing)?|necessary)\b/
const deniesNeed = pattern('')`
  (?:\b(?:not|never|no longer)|n't),?[ ](?:(?:now|currently|or|in|the|future|ever|later),? )*
  (?:require|need)\b|\bno (?:need|requirement)\b
`
const without = pattern('')`
  \b(?:work|employed|authori[sz]ed|able|eligible)\b[^?]*\bwithout\b[^?]*\b(?:sponsor\w*|visa)\b
`
const andNone = /\band\b[^?]*(?:\b(?:not|no)|n't)\b[^?]*\b(?:require|need)\b/
const oneVisa =
  /\b(?:h-?1-?b|e-?3|tn|l-?1|o-?1|f-?1|opt|cpt|green card|perm|tier 2|skilled worker)\b/
const examples = /\(?\b(?:e\.?g\b|for example|such as|including)[^)]*\)?/g
const unlimited = pattern('')`
  \bany employer\b|\bunrestricted\b|\b(?:no|without(?: any)?) (?:restrictions?|limitations?)\b
`
const elsewise = pattern('')`
  \bclearance\b|\bsponsor(?:ed|ing)? (?:events?|by)\b|\brelocation\b|\bitar\b|\bexport\b|
  \bproof\b|\bevidence\b|\bdocument\w*|\bverif\w+|\brestrictions?\b|\blimitations?\b|
  \bconditions?\b|\bexpir\w+|\bconcerns?\b|\bpermanent\w*|\bindefinite\w*|\btemporar\w+|
  \bbased on\b|\bdepend\w*|\btied to\b|\buntil\b|\bstudent\b|\btravel\w*|\baccommodat\w+
`

/** Questions on work authorisation and sponsorship. Whatever is ambiguous is asked. */
export const authorisationAnswer: Topic = (asked, input) => {
  const text = asked.wording.asked
  const aboutSponsorship = sponsorship.test(text)
  if (!aboutSponsorship && !authorised.test(text)) return null
  if (elsewise.test(text.replace(unlimited, ' ')) || isOfOthers(text)) return 'ask'
  const standing = standingAsked(asked, input)
  if (standing === null) return 'ask'
  const said = aboutSponsorship
    ? sponsorAnswer(asked.wording, standing)
    : workAnswer(asked.wording, standing)
  return said === null ? 'ask' : fromProfile(yesNo(said), standing.field)
}

function sponsorAnswer(wording: Wording, { authorised: may, sponsorship: need }: Known) {
  const { asked } = wording
  if (/^(?:have|has|had|did)\b/.test(asked)) return null
  if (without.test(asked) || (authorised.test(asked) && andNone.test(asked))) {
    const either = /\bor (?:do|will|would|are) you\b/.test(asked)
    const one = !isConditional(wording) && !either && negations(asked) === 1
    return one ? may && need === 'none' : null
  }
  if (isTwisted(wording)) return null
  if (oneVisa.test(asked.replace(examples, ' '))) {
    // A question about one kind of visa can only be denied, by who needs none at all.
    return need === 'none' && may && negations(asked) === 0 && needs.test(asked) ? false : null
  }
  const needed = neededThen(asked, may, need)
  if (needed === null) return null
  if (negations(asked) === 0) return needs.test(asked) ? needed : null
  const once = deniesNeed.test(asked) && negations(asked.replace(deniesNeed, ' ')) === 0
  return once ? !needed : null
}

/** Whether sponsorship is needed at the time asked about; null where the profile doesn't say. */
function neededThen(asked: string, may: boolean, need: Sponsorship): boolean | null {
  if (need === 'none') return may ? false : null
  if (need === 'transfer') return true
  const later = /\b(?:future|later|ever|at any (?:time|point)|continue|extend|maintain)\b/.test(
    asked,
  )
  // Allowed for now and to be sponsored later: only a question about later has a sure answer.
  return may && !later ? null : true
}

function workAnswer(wording: Wording, standing: Known): boolean | null {
  const { asked } = wording
  if (unlimited.test(asked)) {
    if (negations(asked.replace(unlimited, ' ')) > 0 || isTwisted(wording)) return null
    if (!standing.authorised) return false
    return standing.sponsorship === 'none' ? true : null
  }
  if (isTwisted(wording) || negations(asked) > 0) return null
  // A citizen has no permit and needs none; which of the two is meant is for the person to say.
  const permit =
    /\bwork (?:permit|visa)\b/.test(asked) && !/\bcitizen|\bright to work\b/.test(asked)
  return permit && standing.authorised ? null : standing.authorised
}

/** The one standing in all the places asked about; null where they differ or aren't known. */
function standingAsked(asked: Asked, input: PlanInput): Known | null {
  const places = placesAskedOf(asked, input)
  const [first, ...others] = (places ?? []).map((place) => standingIn(input.profile.resume, place))
  const same = others.every(
    (other) => other?.authorised === first?.authorised && other?.sponsorship === first?.sponsorship,
  )
  return same ? (first ?? null) : null
}
