// Who a clause is about, by the words it begins with. All are matched in lower case.
import { pattern } from '../../text/pattern.ts'
import { everybody, folk, ofTheJob, ofTheJobInGerman, servedMany, servedOnes } from './people.ts'
import type { Voice } from './voice.ts'

/** Where a clause, and with it a new subject, may begin. */
export const clauseStart = pattern('g')`
  ^[\s"'(*-]*|[;:!?(]\s+|,\s+|\s-\s+|\b(?:and|but|because|since|as|while|whereas|so|that|than|where|
  when|whether|how|lets?|und|aber|weil|dass|denn|wo)\s+
`

/** What may stand before a subject: "Today some of …". */
export const leadIn = pattern('y')`
  (?:(?:on average|today|currently|usually|often|now|here|(?:last|this|next) (?:year|summer|month|week)|(?:from|since|until|in|by|after) 20\d\d(?: on| onwards?)?|every (?:year|
  summer|week)|for|für|bei|at),? )?(?:(?:(?:about|over|more than|nearly|almost) )?(?:\d+ ?%|\d+|
  one|two|three|four|five|ten|half|some|most|many|several|none|each|few|a few|[a-z]+ percent|
  the (?:majority|rest)) of )?
`

const word = String.raw`[\p{L}\d-]+`
const notTheJobs = String.raw`(?!(?:[\p{L}\d'.-]+ ){0,2}${ofTheJob}\b)`
const notAsSubject = `(?! (?:only|wanted|enrolled|required|preferred|welcome|success|support|with|experience))`

const opening: readonly (readonly [Voice, string])[] = [
  [
    'asks',
    String.raw`our (?:new|next|future|ideal) (?:colleague|hire|teammate|engineer|developer) (?:starts|will|must|should|has to|needs to|brings)\b`,
  ],
  [
    'others',
    String.raw`(?:the|our|an?|your|this) (?:previous|former|departing|last|first|oldest|early) (?!(?:day|working day|year|start|months?|weeks?)\b)${word}|former ${word}`,
  ],
  [
    'team',
    String.raw`(?:our|the|this|unser|das|every|all|all of our|your(?: future| new)?) (?:whole |entire )?${everybody}\b(?! lead)`,
  ],
  ['team', String.raw`(?:everyone|everybody|all of us|a team of|alle)\b`],
  [
    'team',
    String.raw`(?:(?:most|many|some|(?:nearly |almost )?all) (?:people|engineers|developers|employees)|(?:nearly |almost )?(?:everyone|everybody)) (?:here|(?:in|on|at) (?:our|this|the))\b`,
  ],
  // A desk is the job's, but not one of those who stand by.
  [
    'others',
    String.raw`(?:our )?(?:support|service|help|front) (?:desks?|staff)\b(?! (?:experience|skills?|roles?|positions?|jobs?))`,
  ],
  ['others', String.raw`(?<=\bof )(?:us|(?:them|those|these)(?! (?:with|using)\b))\b`],
  ['others', `our ${notTheJobs}${word}`],
  // "The robots you program": the applicant is only part of their name.
  ['others', `the ${notTheJobs}${word}(?:(?: ${word})? you(?:'ll| will)? ${word})?`],
  [
    'others',
    String.raw`(?:unser(?:e|er|en|em|es)?|der|die|das) (?!(?:${word} )?${ofTheJobInGerman}\b)${word}`,
  ],
  [
    'others',
    String.raw`(?:an?|one|another|two|three|several|some|many|most|few|a few|other|eine?r?) (?:${word} ){0,2}${folk}\b(?!-)`,
  ],
  [
    'others',
    String.raw`(?:some|other|many|most|several|certain)(?: of our)? (?:other )?(?:teams|roles|positions|jobs|projects)\b|(?:an?|the|our) (?:separate|different|second|sister|related|neighbou?ring|other) (?:${word} )?(?:openings?|roles?|positions?|jobs?|teams?)\b|another (?:${word} )?(?:opening|role|position|job|team)\b`,
  ],
  [
    'others',
    String.raw`(?:an?|any|every|each) (?:[a-z-]+ ){0,2}(?<trade>${servedOnes})\b(?!'s licen)`,
  ],
  ['others', String.raw`(?:[a-z-]+ )?(?<trades>${servedMany})\b${notAsSubject}(?![^.;]*\bonly\b)`],
  ['others', String.raw`(?:kund\p{L}*|kolleg\p{L}+|nutzer\p{L}*)\b`],
  ['others', String.raw`${word} (?:with|of|from|by) our ${folk}\b`],
  [
    'others',
    String.raw`(?:(?:der|die|das) )?${word} unsere[rs] (?!(?:${word} )?(?:${ofTheJobInGerman}|teams?)\b)${word}`,
  ],
  ['others', String.raw`(?:[\p{L}-]+ ){1,3}here (?:have|has|are|is|hold|speak|work)\b`],
  ['others', String.raw`a typical (?!candidate|applicant|week|day)${word}|it took\b`],
  [
    'others',
    String.raw`(?:people|employees|colleagues) (?:stay|leave|join|come|returning|who (?:joined|stay|left|work here|use))\b`,
  ],
  [
    'others',
    String.raw`(?:[a-z.]+ ){0,2}(?:citizens|residents|nationals|applicants) (?!only)[^.;]*\b(?:(?:with|to|ask|tell|through|via) us|our)\b`,
  ],
]

/** All of them in one expression, so that a clause costs one search; `of3` is the fourth. */
const anySubject = new RegExp(
  opening.map(([, source], at) => `(?<of${at}>${source})`).join('|'),
  'uy',
)

export interface Subject {
  voice: Voice
  words: string
  /** Whom a product serves, in the singular, when that is who it is. */
  trade: string | undefined
}

/** The subject at `at`, where a clause starts; the first that fits decides. */
export function subjectAt(low: string, at: number): Subject | null {
  anySubject.lastIndex = at
  const match = anySubject.exec(low)
  if (match === null) return null
  const groups = match.groups ?? {}
  const voice = opening.find((_, of) => groups[`of${of}`] !== undefined)?.[0] ?? 'others'
  const trade = groups.trade ?? groups.trades?.replace(/s$/, '')
  return { voice, words: match[0], trade }
}
