// Whether a sentence has any of the words that ask for something. One that tells a whole story without
// them is no reason to skip a job.
import { pattern } from '../../text/pattern.ts'

/** The applicant, the job, what is offered, and words that leave no room. */
const asking = pattern('u')`
  (?<!\p{L})(?:you|yours?|yourself|du|dir|dich|dein\p{L}*|ihre?[nrms]?|sie|candidates?|applicants?|person|
  someone|somebody|anyone|anybody|nobody starts|no one|whoever|colleague|hires?|hiring|graduates?|
  holders?|people|bewerber\p{L}*|jemanden|wer|role|position|job|post|seat|opening|placement|
  internship|engagement|contract|assignment|vertrag\p{L}*|stelle|must|musst|muss|müssen|mandatory|
  required?|requires|requirements?|qualifications?|needs?|needed|essential|necessary|minimum|least|only|
  expect(?:s|ed)?|looking|seek(?:s|ing)?|want(?:s|ed)?|ask(?:s|ing)? for|insists?|demands?|bar|cannot|
  unable|impossible|mindestens|minimaal|nur|voraus\p{L}*|erforderlich|zwingend|pflicht|ohne|without|needless|
  salary|pay|pays|paid|compensation|base|basic|ote|earnings|verg[uü]tung|range|rate|
  start date|condition of|starttermin|eintritt|working days?|we (?:also )?(?:offer|hire|accept|consider|sponsor|
  employ|work|meet|speak|do not|are not)|wir (?:suchen|bieten|setzen|erwarten|zahlen)|willing\w*|
  sponsor\p{L}*|petitions|authori[sz]ed to|able to|available to|no later|spätestens|day one|
  first day|fixed|indispensable|unverzichtbar|non-negotiable|permanent|full[- ]time|everyone|
  on-?site|remote\p{L}*|home ?office|office|location|core hours|
  (?<!flexib\p{L}* (?:in )?)(?:work|working|business) hours|
  fluent|proficien\p{L}+|ability|availability|team works)(?!\p{L})|
  n't(?!\p{L})|gehalt
`
/**
 * Verbs that tell something. What has none of them is a heading or a point of a list, as is what begins
 * with one ("Speaks German"). "9:30 IST" is a time of the day, "parental leave" a name.
 */
const telling = pattern('u')`
  (?<!^\P{L}*)(?<!\p{L})(?:is|are|was|were|be|been|has|have|had|does|did|will|would|can|could|may|might|gets?|got|gives?|gave|
  given|goes|went|comes?|came|makes?|made|takes?|took|keeps?|kept|(?<!(?:parental|maternity|paternity) )leaves?|left|says?|said|sees?|saw|
  knows?|knew|holds?|held|leads?|led|runs?|ran|brings?|brought|builds?|built|sells?|sold|buys?|bought|
  earns?|employs?|trades?|uses?|used|starts?|started|begins?|began|ends?|ended|helps?|helped|works?|
  worked|lives?|lived|moves?|moved|speaks?|spoke|understands?|understood|teach(?:es)?|taught|
  writes?|wrote|reads?|relies|rely|relied|serves?|served|pays?|ships?|shipped|raised|joined|
  decides?|became|becomes?|grew|grows?|opens?|opened|closes?|closed|supports?|translates?|drives?|drove|
  (?<!\d[\d:.]* ?(?:[ap]\.?m\.? )?)ist|sind|war|waren|hat|haben|hatte|hatten|wird|werden|wurde\p{L}*|kam|kamen|kommt|kommen|steht|
  stehen|arbeite[tn]|lebt|leben|spricht|sprechen|nutz(?:t|en)|verdien(?:t|en)|liegt|gibt|geht|läuft)(?!\p{L})
`

/** False for a sentence that only tells. Takes lower-case text. */
export function asksAnything(low: string): boolean {
  return asking.test(low) || !telling.test(low)
}
