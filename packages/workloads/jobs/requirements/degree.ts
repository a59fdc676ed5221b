// Degree: the lowest one a sentence accepts.
import { pattern } from '../text/pattern.ts'
import { isBoilerplate } from '../text/sections.ts'
import { branchesOf, digitised } from './credentials.ts'
import type { Applicant, Degree, Requirement, Verdict } from './types.ts'
import { isHedged, quoteOf } from './wording.ts'

const dimension = 'degree'
const ladder: readonly Degree[] = ['none', 'bachelor', 'master', 'doctorate']

const same = /bachelor|master|ph\.?d|doctorate|degree/

export function degreeReached(applicant: Applicant, level: Degree): Verdict {
  return ladder.indexOf(applicant.degree) >= ladder.indexOf(level) ? 'meets' : 'misses'
}

const enrolled = pattern('')`
    \b(?:currently|actively|still) (?:\w+ )?(?:enrolled|pursuing|studying|working towards?)|
    \benrolled (?:in|at)\b(?! (?:\S+ ){0,4}(?:plans?|insurance|coverage|benefits?)\b)|\bcurrent(?:ly a)? student\b|immatrikuliert|eingeschrieben|
    laufendes studium
  `
const noNeed = pattern('')`
    \bno (?:\w+ ){0,2}degree|without (?:a )?degree|degree (?:is )?(?:not|n't)|don't (?:need|
    require|care)|regardless of (?:degree|education)|kein studium|
    \btuition\b|\bsubs[ií]dio|\bif you (?:didn't|don't|never)\b|\bscholarship|\bwe(?:'ll| will)? (?:pay|fund|reimburse|cover|finance)\b|
    \bwe(?:'ll| will)? (?:sponsor|support) (?:your|an?) (?:part-time )?
    (?:ph\.?d|doctora|master|degree|stud(?:y|ies)|mba)|
    \bno matter (?:if|whether|how|what)\b|\bwhether (?:or not )?you\b|\b(?:asks?|expects?|requires?|needs?) (?:nobody|no one)\b
  `

export const degree: Requirement = {
  dimension,
  mentions: pattern('')`
      degree|bachelor|master|\bph\b|phd|ph\.d|doctor|\bdoktor|promotion|promovier|b\.?sc|m\.?sc|
      \bb\.?s\b|\bm\.?s\b|\bb\.?a\b|\bmba\b|beng|meng|studium|abschluss|diplom|enrolled|
      student|graduate|licence|immatrikuliert
    `,
  judge(sentence, _job, applicant) {
    if (isBoilerplate(sentence.section) || sentence.section === 'nice') return null
    const { low, norm } = sentence
    if (noNeed.test(low)) return null
    const quote = quoteOf(sentence.text)
    if (enrolled.test(low) && !/\bor (?:recently )?(?:completed|graduated|have)/.test(low)) {
      const verdict = applicant.studying ? 'meets' : 'misses'
      return { dimension, verdict, quote, reason: 'enrolled students only' }
    }
    const text = digitised(norm)
    const wished = text.toLowerCase()
    const branches = branchesOf(text)
    if (branches.every((branch) => branch.degrees.length === 0)) return null
    const verdicts = branches.map((branch): Verdict => {
      if (branch.equivalent || branch.degrees.length === 0) return 'meets'
      const hard = branch.degrees.filter((atom) => !isHedged(wished, atom.index, atom.end, same))
      // A branch that lists several ("a bachelor, master or doctorate") is satisfied by its lowest.
      const lowest = ladder.find((level) => hard.some((atom) => atom.level === level))
      return lowest === undefined ? 'meets' : degreeReached(applicant, lowest)
    })
    const verdict = verdicts.includes('meets') ? 'meets' : 'misses'
    return {
      dimension,
      verdict,
      quote,
      reason: verdict === 'meets' ? 'degree' : `degree: ${applicant.degree} there`,
    }
  },
}
