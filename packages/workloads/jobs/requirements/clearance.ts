// Security clearance: one that is held, one that could be had, or none at all.
import { pattern } from '../text/pattern.ts'
import type { Requirement, Verdict } from './types.ts'
import { clauses, isHedged, quoteOf } from './wording.ts'

const dimension = 'clearance'

const clearances = pattern('u')`
    \bsecurity[- ]clear(?:ance|ed)\b|
    \b(?:top[- ])?secret(?:\/sci)?[- ](?:level )?(?:security )?clearance\b|
    (?<=^\W*|[,:(/]\s?|\b(?:an?|any|no|of|your|the|this|such|active|current|valid|existing|government|
    federal|nato|level|sci|ts|appropriate|necessary|required|full|final|interim|personnel|for|with|
    without|hold|holds|obtain|get|gain|or|and|need|needs|require|requires) )clearances?\b|
    \bts\/sci\b|\bts-sci\b|\bsci eligib\w+|\bsc[- ](?:cleared|clearance|vetting|level)\b|
    \bsc cleared\b|\bdv[- ](?:cleared|clearance|vetting|level)\b|\bdeveloped vetting\b|
    \bpolygraph\b(?! (?:machine|test)s?)|\bpublic trust\b(?! in\b)|\bsicherheitsüberprüfung\b|
    (?<!\p{L})ü[123](?!\p{L})|\bdv (?:holders?|only)|\bnato secret\b|
    \bnv1\b|\bq clearance\b
  `
const notSecurity = pattern('')`
    customs clearance|clearance sale|medical clearance|clearance (?:items|prices)|
    clearance of (?:goods|funds)|clearing house
  `
/** "Nobody starts without one", "candidates without one can't apply": two negations ask. */
const notWithout = pattern('')`
    (?:\b(?:nobody|no one|not|cannot|never|unable)\b|n't\b)[^.;]*\bwithout\b|
    \b(?:candidates?|applicants?|applications?|people|those|anyone) without\b[^.;]*(?:n't|\bnot|\bcannot) (?:be )?
    (?:considered|apply|hired|accepted|invited|eligible)\b
  `
const negated = pattern('')`
    (?:\bno|\bwithout|\bnot|n't|\bkeine?|\bnever)\b[^.;]{0,30}(?:clearance|
    sicherheitsüberprüfung|cleared)|clearance[^.;]{0,20}(?:\bnot\b|n't)|
    clearance\s*[:-]\s*(?:none|no|keine)\b
  `
const obtainable = pattern('')`
    \b(?:obtain(?:ed|able)?|eligib\w+|able to (?:get|hold|gain|pass|be)|ability to|can get|
    or get|willing\w*|clearable|undergo|go through|apply for|achieve|acquire|qualify|gain|
    erhalten|bereitschaft|bereit|durchlaufen|may (?:be|have)|might|in the future|later|attain\w*)\b
  `
/** Says of a whole line that it may be had later. */
const orObtain =
  /\bor (?:the |an )?(?:ability|able|eligible|eligibility) to (?:obtain|get|hold|gain|attain)/
/** Only a heading, which says nothing yet. */
const heading = /clearances?(?: level)?(?: requirements?)?:\s*$/
const held = pattern('')`
    \bactive\b|\bcurrent(?:ly)?\b|\bexisting\b|\bhold(?:s|ing)?\b|\bvalid\b|\balready\b|
    muss vorliegen|vorhanden|in place
  `

export const clearance: Requirement = {
  dimension,
  mentions: pattern('')`
      clear|ts\/sci|ts-sci|\bsci\b|vetting|polygraph|public|sicherheitsüberprüfung|ü[123]|
      nato|\bnv1\b|\bdv\b
    `,
  judge(sentence, _job, applicant) {
    if (heading.test(sentence.low)) return null
    const open = orObtain.test(sentence.low)
    const verdicts: Verdict[] = []
    let mentioned = false
    for (const clause of clauses(sentence.low)) {
      const match = clearances.exec(clause)
      const carried = mentioned && obtainable.test(clause) && /\b(?:one|it|this)\b/.test(clause)
      if ((!match || notSecurity.test(clause)) && !carried) continue
      mentioned = true
      if (
        match &&
        isHedged(clause, match.index, match.index + match[0].length) &&
        !obtainable.test(clause)
      )
        continue
      const none = negated.test(clause) && !notWithout.test(clause)
      if (none && !obtainable.test(clause)) continue
      if (open || (obtainable.test(clause) && !(held.test(clause) && !/\bor\b/.test(clause))))
        verdicts.push(applicant.clearances.length > 0 ? 'meets' : 'unclear')
      else verdicts.push(holds(clause, applicant.clearances) ? 'meets' : 'misses')
    }
    if (verdicts.length === 0) return null
    const verdict = verdicts.includes('misses')
      ? 'misses'
      : verdicts.includes('unclear')
        ? 'unclear'
        : 'meets'
    const reason =
      verdict === 'unclear' ? 'a clearance may have to be obtained' : 'security clearance'
    return { dimension, verdict, quote: quoteOf(sentence.text), reason }
  },
}

/** A clearance the profile names, or any when the posting doesn't say which. */
function holds(clause: string, mine: readonly string[]): boolean {
  if (mine.length === 0) return false
  const named = mine.some((name) => clause.includes(name.toLowerCase()))
  return named || !/secret|\bsci\b|\bsc\b|\bdv\b|ü[123]|polygraph|public trust|nv1/.test(clause)
}
