// Words that say whose words follow, wherever they stand. All but names are matched in lower case.
import { pattern } from '../../text/pattern.ts'
import { business, professionals, yoursInName } from './people.ts'
import type { Voice } from './voice.ts'

/** "We expect our staff engineers to …; for this role …": what is asked of them is set against this job. */
const ofOurs = pattern('u')`
  \bwe (?:expect|ask|want)(?: of| from)? our[ ]
  (?=[^;]*(?:;| but )[^;]*\b(?:for|in|of|from) (?:this (?:one|role|position|job|opening)|you)\b)
`

const sources: readonly (readonly [Voice, string])[] = [
  [
    'you',
    String.raw`\byou(?:'ve|'ll|'d|rself)?\b|\byours?\b|\bdu\b|\bdi(?:r|ch)\b|\bdeine?[rmns]?\b`,
  ],
  // "You are an engineer who …" asks for one.
  ['asks', String.raw`\byou(?:'re| are) an? (?:[\p{L}-]+ ){0,3}?(?:person|${professionals})\b`],
  [
    'asks',
    String.raw`(?<!\b(?:card|visa|asylum|loan|mortgage) )\b(?:candidates?|applicants?|bewerber\p{L}*|someone|somebody|anyone|anybody|nobody|no one|whoever)\b`,
  ],
  [
    'asks',
    String.raw`(?<!\byour )\b(?:ideal|next|new|right|perfect|successful) (?:colleague|hire|teammate|engineer|developer|person|candidate)\b|\bperson we\b`,
  ],
  [
    'asks',
    String.raw`\b(?:group|lab|team|department|unit|practice|studio|start-?up) (?:is|are) (?:now |currently )?(?:looking|searching) for\b`,
  ],
  [
    'asks',
    String.raw`\bis (?<!\b(?:customer|client|user|partner) is )(?:now |currently )?(?:looking (?:for|to hire)|seeking|hiring|recruiting)\b`,
  ],
  [
    'asks',
    String.raw`(?<!\b(?:of|held|hold|holds|left|did|had) )\bth(?:is|e) (?:role|position|job|post|opening|contract|engagement|placement|internship|seat|vacancy)\b`,
  ],
  [
    'asks',
    String.raw`\b(?:we|i|wir)(?:'re| are| will|'ll| can| could| would|'d| do| sind)?(?: (?:also|only|currently|really|now|always|usually|strongly|not|never))*(?: going to)? (?:look(?:ing)?|seek(?:ing)?|search\p{L}*|need|require|expect(?:ing)?|want|ask(?:ing)?|hir(?:e|ing)|insist|accept(?:ing)?|consider(?:ing)?|employ|recruit\p{L}*|prefer|like|love|believe|welcome|value|talk|suchen|erwarten|brauchen|benötigen|wünschen|setzen)\b`,
  ],
  ['others', ofOurs.source],
  ['we', String.raw`\b(?:we|wir)(?:'re|'ve|'ll|'d)?\b`],
  [
    'others',
    String.raw`\b(?:we|wir)(?: also| now| currently| have)? (?:${business}|(?:have|haben) (?:[\p{L}\d,.]+ ){0,2}(?:customers|clients|users|kunden))\b`,
  ],
  [
    'others',
    String.raw`\b(?:she|he|i(?!\.e))(?:'ve|'m|'s)?\b|\bof (?:whom\b|which (?=\d+ ?%|most|many|half|some))|^who you(?:'ll| will)? (?:work with|meet|join|report to)\b`,
  ],
  [
    'others',
    String.raw`\byour (?:future |new |next |direct )?(?:line )?${yoursInName}\b|\byour work (?:will|helps?|makes?)\b`,
  ],
  [
    'others',
    String.raw`\bdein(?:e|er|em)? (?:künftige[rn]? |neue[rn]? )?(?:team\p{L}+|kolleg\p{L}+|chef\p{L}*|vorgesetzte\p{L}*|mentor\p{L}*|ansprechpartner\p{L}*)|\bihre?r? ansprechpartner\p{L}*`,
  ],
  [
    'others',
    String.raw`\b(?:by|alongside|among|beside|behind|next to|join(?:ing)?|meet(?:ing)?) (?:[\p{L}\d'-]+ ){0,4}?${professionals},? (?:who|that|which|with|whose|having|bringing)\b|\bour [\p{L}-]+,? who\b`,
  ],
  [
    'others',
    String.raw`\b(?:manag(?:e|es|ing)|mentor(?:ing)?|coach(?:ing)?|supervis(?:e|ing)|oversee(?:ing)?|lead(?:ing)?) (?:an?|the|our|your|other|several|some|two|three|four|five|\d+|junior|senior) (?:[\p{L}\d'-]+ ){0,3}?${professionals}(?:,? (?:who|whose|each|all|both|most of whom)| with| having)\b`,
  ],
  // German puts the subject behind the verb when something else comes first.
  [
    'others',
    String.raw`(?<=\b(?:arbeiten|sprechen|leben|haben|sitzen|reisen|sind|kommen|wohnen|verdienen) )unsere [\p{L}]+`,
  ],
  ['others', String.raw`\b(?:mentor|buddy|coach|tutor),? who\b`],
  // A clause of somebody who was named: others, unless the one who is named is who is looked for.
  ['named', String.raw`\b${professionals},? (?:with|whose|having|bringing)\b`],
  [
    'named',
    String.raw`\b(?:who|that|which) (?:has|have|had|holds?|held|built|been|speaks?|lives?|works?|runs?|keeps?|kept|spent|earns?|is based|are based)\b|(?<=, )who (?:is|was)\b`,
  ],
]

const marks = sources.map(([voice, source]) => [voice, new RegExp(source, 'gu')] as const)
/** Of the applicant and the job, and of everybody else. */
export const ownMarks = marks.filter(([voice]) => voice === 'you' || voice === 'asks')
export const otherMarks = marks.filter(([voice]) => voice !== 'you' && voice !== 'asks')
/** True where one of the other marks is: most sentences have none. */
export const anyOtherMark = new RegExp(otherMarks.map(([, { source }]) => source).join('|'), 'u')

/** "We can't hire people who live in …", "people who aren't based in … can't be considered". */
const refusing = pattern('gu')`
  \bwe(?: \w+ly)?(?: (?:can't|cannot|won't|don't|aren't|(?:can|will|do) not|never)|
  (?:'re| are)(?: \w+ly)? (?:unable|not able|not in a position))(?: \w+ly)?(?: able| in a position)?(?: to)?[ ]
  (?:hire|employ|consider|accept|take|interview|invite)(?= (?:(?!that)\w+ )?(?:anyone|anybody|someone|somebody|
  people|those|candidates?|applicants?|applications?)\b| (?:in|from|outside)\b)|
  \b(?:people|those) (?:who|in|from|with|without|living|based)\b(?=[^.;]*\b(?:can't|cannot|won't|will not|need not|
  must not|should not) (?:be (?:considered|hired|employed|accepted|invited)|apply)\b)
`
/** What nobody needs; a visa that one must do without, and a card instead of a passport, are another matter. */
const needless = pattern('gu')`
  (?:\byou(?:'ll)? (?:(?:do not|don't|will not|won't|would not|wouldn't|never|no longer)[ ]
  (?:(?:even|actually|really|necessarily|ever) )?(?:need|have to)|needn't|need not)|
  \b(?:nobody|no one) (?:needs|has) to|\bno need to|
  \bwe(?:'re)? (?:do not|don't|never|won't|not) (?:expect|requir|ask|forc)(?:e|ing)?[ ]
  (?:you|anyone|candidates|applicants) to|
  (?<!\p{L})(?:du (?:musst|brauchst)|niemand muss)(?: \p{L}+)? (?:nicht(?! nur)|keine?n?))(?!\p{L})
  (?! (?:to )?(?:apply|bother|worry|hide|wait)\b)
  (?![^,;:.]*(?:sponsor|\bvis(?:a|um)|\bmore than)|.*(?:green[- ]card|permanent resid))
`
/** Of two jobs set against each other, only this one's words are asked. */
const setAgainst = pattern('gu')`
  (?:^|(?<=; | - ))[^;]*?, (?:but |and )?not (?:(?:of|from) you|(?:for|in|of) this (?:one|role|position|job|opening))\b
`
/** The marks that deny something, and words of which each has one: cheap to ask before. */
export const denials: readonly (readonly [Voice, RegExp])[] = [
  ['asks', refusing],
  ['freed', needless],
  ['others', setAgainst],
]
export const anyDenial = /n't |not? |never |nobody |nicht|kein|unable/

/** A person's name, with a verb or a clause that only a person has. Matched with its capitals. */
export const personName = pattern('gu')`
  ^\p{Lu}\p{Ll}+(?=,? who\b|, (?:\S+ ){1,4}(?:here|in the company|with us)\b|[ ](?:joined|started|
  came|works|lives|moved|grew|left|leads|runs|spent|became|speaks|holds|knows|earns)\b|
  [ ](?:from|in) [a-z]+ (?:speaks|holds|has|works|lives|leads|runs|came|joined)\b)|(?<=\s)\p{Lu}\p{Ll}+(?=, who (?:is|
  has|was|joined|lives|works|built|holds|speaks|leads|runs|came|spent|knows)\b)
`

/** Cheap to ask before. */
export const startsWithName =
  /^\p{Lu}\p{Ll}+,? (?:who|joined|started|came|works|lives|moved|grew|left|leads|runs|spent|became|speaks|holds|knows|earns|from|in)\b/u

/** A duty of the team's is the applicant's too. */
export const teamMust = pattern('')`
  \b(?:must|have to|has to|needs?|required|expects?|expected|should|only|requires?|wants?|seeks?|
  looks? for|looking for|müssen|muss|sucht|braucht)\b
`
/** Customers pass on what they ask; and what others do for the applicant is said to them. */
export const othersAsk = pattern('')`
  ^(?!some|other|many|most|several|certain|another|(?:an?|the|our) (?:separate|different|second|sister|related|neighbou?ring|other)).*\b(?:requires?|insists?|demands?|mandates?)\b(?! (?:us|
  them|their|its|our|that|suppliers|vendors|bidders|banks|companies|employers|operators|drivers|
  members|doctors|users|customers|partners)\b)|\b(?:erwarten|verlangen|fordern)\b|\b(?:takes? care of|handles?|helps?|
  supports?|assists?(?: with)?|arranges?|covers?) $
`
/** Where what is said of others ends, though nobody else is named. */
export const turn = pattern('')`
  ;|\s-\s|,\s(?=only (?!one|two|three|some|a few|\d))|
  ,?\s(?:so|therefore|hence|which is why|daher|deshalb)\s|[,:]\s(?=[^,;.]*\b(?:is|are|ist|
  sind)\b[^,;.]*\b(?:required|essential|mandatory|a must|necessary|indispensable|needed|
  erforderlich|zwingend|pflicht|voraussetzung)\b)
`
/** Where what isn't needed ends: "you don't have to live there, but …", "only …", "as our language is …". */
export const freedTurn = pattern('')`
  [;:]|\s-\s|,?\s(?:but|just|only|unless|if|as long as|provided|so|sondern|aber|nur|wenn|solange)\s|
  ,\s(?=[^,]*\b(?:is|are|must|ist|sind)\b)
`
/**
 * What stands before the first mark is theirs too, when they make it ("Public trust is what we work
 * for") and when it opens their clause ("With thirty years of experience, we …").
 */
export const theirs = pattern('')`
  \b(?:is|are|was|were) (?:what|why|how)(?: \w+){0,2} $|^(?:with|after|for|since|as|over|having|
  backed by|built on|thanks to|drawing on|from|in|mit|nach|seit)\b[^,;:]*(?:, |years? )$
`
