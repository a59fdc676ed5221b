// Consents: given where answers.yaml gives exactly that one; everything else is asked.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import { type Fitted, fitTo } from './fit.ts'
import type { PlanInput } from './planned.ts'
import { isConditional, negations } from './polarity.ts'
import { type Asked, fromStanding, type Reply, type Topic, yesNo } from './saying.ts'
import { factIn } from './standing.ts'
import { plain, wordingOf } from './wording.ts'

const kinds = {
  marketing: pattern('')`
    \bmarketing\b|\bnewsletters?\b|\bpromotion\w*|\bnews\b|\bevents?\b|\bupdates\b|\boffers?\b|
    \bjob alerts?\b|\bsms\b|\btext messages?\b|\bwhatsapp\b|\bsubscri\w+|\bby email\b|
    \b(?:hear|learn) (?:from|about|more)\b|\b(?:send|tell|contact|inform|notify|email|call|text|
    message|keep) me\b
  `,
  talentPool: pattern('')`
    \btalent ?(?:pool|community|network|bank)\b|\b(?:future|other|similar|further) (?:job |career )?
    (?:opportunit\w+|roles?|vacanc\w+|positions?|openings?|jobs)\b|\bon file\b|\bretain\w*|
    \bretention\b|\bkeep (?:my|your)\b
  `,
  application: pattern('')`
    \bprivacy\b|\bdata (?:protection|processing|storage)\b|\bprocess(?:ing|ed)?\b[^.]{0,40}\b
    (?:data|information|application)\b|\bgdpr\b|\bpersonal (?:data|information)\b|\bstor(?:e|
    ing|age)\b
    [^.]{0,30}\b(?:data|information|application)\b|\bhandle your data\b|\bdatenschutz\w*
  `,
} as const
/** Agreeing to these has consequences of its own: never covered by a consent to process. */
const weighty = pattern('')`
  \bcertif\w+|\battest\w*|\bdeclare\b|\btrue\b|\baccura\w+|\bcomplete and\b|\bunder penalty\b|
  \b(?:e-?|electronic(?:ally)? )sign\w*|\bsignature\b|\bbackground\b|\bdrug\b|\barbitrat\w+|
  \bat[- ]will\b|\binvestigat\w+|\breference checks?\b|\bcredit\b|\bnon-?disclosure\b|\bnda\b|
  \bconfidential\w*|\bterms\b|\bwaive\w*|\brelease\b|\bai\b|\bartificial\b|\bautomated\b|
  \brecord\w*|\bthird part\w+|\btransfer\w*|\bdemographic\w*|\bdiversity\b|
  \bequal opportunit\w+|\bhealth\b
`
const agrees = pattern('')`
  \b(?:i|we|you)\b[^.]{0,40}\b(?:agree|consent|acknowledge|accept|confirm|certify|attest|declare|
  understand|authori[sz]e|opt in)\b|^(?:agree|accept|acknowledge|confirm|consent)\b|\bi(?:'ve| have)
  [ ]read\b|\bich (?:stimme|willige|akzeptiere|bestätige)\b
`

/** True for a box to tick, a single option, and a yes-or-no that agrees to something. */
export function isConsent({ field, wording }: Asked): boolean {
  if (field.section === 'demographic') return false
  if (field.kind === 'consent' || field.section === 'consent') return true
  const list = field.kind === 'choice' || field.kind === 'choices'
  if (list && field.options.length === 1) return true
  const closed = field.kind === 'yes-no' || (list && field.options.length <= 3)
  return closed && agrees.test(wording.asked) && kindsOf(field).length > 0
}

/** All that is agreed to: the label, what stands below it, the links' texts and the options. */
function textOf(field: FormField): string {
  const parts = [field.description ?? '', ...field.links.map(({ text }) => text)]
  return `${ownWords(field)} ${flat(parts)}`
}

/** What the box itself says. A link to a privacy notice makes no consent of anything else. */
function ownWords({ label, options }: FormField): string {
  return flat([label, ...options.map((option) => option.label)])
}

function flat(parts: readonly string[]): string {
  return plain(parts.join(' ')).replace(/\be-mail/g, 'email')
}

/** What it is about: the application only where the box's own words say so. */
function kindsOf(field: FormField): (keyof typeof kinds)[] {
  const text = textOf(field)
  const others = (['marketing', 'talentPool'] as const).filter((name) => kinds[name].test(text))
  return kinds.application.test(ownWords(field)) ? ['application', ...others] : others
}

/** Yes or no to a consent; where it is none that answers.yaml speaks of, the person is asked. */
export const consentAnswer: Topic = (asked, input): Reply | 'ask' | null => {
  if (!isConsent(asked)) return null
  const fact = factIn(asked.wording, input.profile.answers.facts, plain(input.posting.company))
  if (fact !== null) return fact === 'ask' ? 'ask' : fromStanding(yesNo(fact.yes), fact.id)
  return given(asked, input)
}

function given({ field, wording }: Asked, { profile }: PlanInput): Reply | 'ask' {
  const text = textOf(field)
  // A box for two things is given only by who gives both, and no standing answer says that.
  const [only, ...others] = kindsOf(field)
  if (only === undefined || others.length > 0 || weighty.test(text)) return 'ask'
  if (isConditional(wording) || negations(wording.asked) > 0 || /\bopt(?:ing)?[- ]out\b/.test(text))
    return 'ask'
  const own = profile.answers.consents[only]
  return own === undefined ? 'ask' : fromStanding(yesNo(own), `consents.${only}`)
}

/** How a consent is given in this field; null where it can't be, and so isn't. */
export function consentValue(field: FormField, yes: boolean): Fitted | null {
  if (field.kind === 'consent') return yes ? { value: true, text: 'Agreed' } : null
  const [option, ...others] = field.options
  if (field.kind === 'yes-no' || others.length > 0) return fitTo(field, yesNo(yes))
  if (!yes || option === undefined) return null
  return { value: field.kind === 'choices' ? [option.value] : option.value, text: option.label }
}

/**
 * All the words that an answer to this field agrees to, with the addresses of what they refer to; null
 * where it agrees to nothing.
 */
export function consentWords(field: FormField): string | null {
  if (!isConsent({ field, wording: wordingOf(field) })) return null
  const options = field.options.length === 1 ? field.options.map(({ label }) => label) : []
  const links = field.links.map(({ text, href }) => `${text}: ${href}`)
  const parts = [field.label, field.description, ...options, ...links]
  return parts.filter((part) => part !== null && part !== '').join('\n')
}
