// Plans a form's answers: every value has a source, and what has none is asked.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import { authorisationAnswer } from './authorisation.ts'
import { educationAnswer, languageAnswer, licenceAnswer } from './background.ts'
import { citizenshipAnswer } from './citizenship.ts'
import { consentAnswer, consentValue, isConsent } from './consents.ts'
import { demographicAnswer } from './demographics.ts'
import { documentFor, documentValue } from './documents.ts'
import { draftedAnswer } from './drafted.ts'
import { experienceAnswer } from './experience.ts'
import { type Fitted, fitTo } from './fit.ts'
import { identityAnswer } from './identity.ts'
import { payAnswer } from './pay.ts'
import type { Plan, PlanInput, PlannedValue } from './planned.ts'
import { asksYesNo } from './polarity.ts'
import { answered, keepQuestion, memoryKey, questionOf } from './questions.ts'
import type { Asked, Reply, Topic } from './saying.ts'
import { standingAnswer } from './standing.ts'
import { timingAnswer } from './timing.ts'
import { whereaboutsAnswer } from './whereabouts.ts'
import { plain, wordingOf } from './wording.ts'

/** In this order: what was written for the very question before what the profile says. */
const topics: readonly Topic[] = [
  demographicAnswer,
  consentAnswer,
  standingAnswer,
  identityAnswer,
  authorisationAnswer,
  citizenshipAnswer,
  whereaboutsAnswer,
  payAnswer,
  timingAnswer,
  experienceAnswer,
  educationAnswer,
  languageAnswer,
  licenceAnswer,
  draftedAnswer,
]

/** Fields that no person is meant to fill. */
const trap = pattern('i')`
  \b(?:leave (?:this )?(?:field |box )?(?:blank|empty)|do not (?:fill|enter)|honeypot|
  nicht ausfüllen)\b
`

/**
 * Plans every field of the form that has a sourced answer. Required fields without one come back
 * as questions, those that no typed answer can fill in `beyond`; optional ones stay untouched.
 * Pure: the same input gives the same plan.
 */
export function planAnswers(input: PlanInput): Plan {
  const fields = input.schema.fields.filter(
    (field) => !trap.test(`${field.label} ${field.description ?? ''}`),
  )
  const found = fields.flatMap((field) => plannedFor(field, input) ?? [])
  // A form that takes a file or a text for the same thing is served by the file.
  const values = found.filter(
    (value) => !found.some((file) => file.kind === 'file' && areTwins(file, value)),
  )
  const open = fields.filter(
    (field) =>
      field.required && !values.some((value) => value.key === field.key || areTwins(value, field)),
  )
  const asked = open.map((field) => ({
    field,
    question: declined(field, input) ? null : questionOf(field),
  }))
  const ask = asked.flatMap(({ question }) => question ?? []).slice(0, most)
  const keep = ask.length > 0 ? keepQuestion(open) : null
  const beyond = open.filter(({ key }) => !ask.some(({ id }) => id === key))
  return {
    values,
    ask: keep ? [...ask, keep] : ask,
    beyond: beyond.map(({ key, label, kind }) => ({ key, label, kind })),
  }
}

/** As many questions as the page asks at once, less one. */
const most = 99

function plannedFor(field: FormField, input: PlanInput): PlannedValue | null {
  if (field.kind === 'file') {
    const file = documentFor(field, input)
    return file && documentValue(field, file)
  }
  const asked = { field, wording: wordingOf(field) }
  const own = answered(asked, input.given[field.key])
  if (own) return planned(field, own, 'person', 'your answer')
  const reply = replyTo(asked, input)
  if (reply === 'empty') return null
  const fitted = reply === null || reply === 'ask' ? null : inField(asked, reply)
  if (fitted && reply !== null && reply !== 'ask')
    return planned(field, fitted, reply.source, reply.detail)
  const kept = input.remembered.get(memoryKey(field, input.posting))
  const again = kept && answered(asked, kept.answer)
  return again ? planned(field, again, 'person', `kept from ${kept.on}`) : null
}

/** The first topic that the question belongs to decides. */
function replyTo(asked: Asked, input: PlanInput): Reply | 'ask' | 'empty' | null {
  for (const topic of topics) {
    const reply = topic(asked, input)
    if (reply !== null) return reply
  }
  return null
}

function inField(asked: Asked, { saying }: Reply): Fitted | null {
  const { field, wording } = asked
  if (saying.as === 'yes-no') {
    if (isConsent(asked)) return consentValue(field, saying.yes)
    // "Describe your work authorisation" wants more than a yes.
    const list = field.kind === 'yes-no' || field.options.length > 0
    if (!list && !asksYesNo(wording.asked)) return null
    const explains = wording.followUp === (saying.yes ? 'yes' : 'no')
    if (explains && (!list || wording.around.includes('?'))) return null
  }
  return fitTo(field, saying)
}

function planned(
  { key, label, kind }: FormField,
  fitted: Fitted,
  source: PlannedValue['source'],
  sourceDetail: string,
): PlannedValue {
  return { key, label, kind, ...fitted, source, sourceDetail }
}

type Keyed = Pick<FormField, 'key' | 'label' | 'kind'>

/** The file and the text field of one question: either suffices. */
function areTwins(a: Keyed, b: Keyed): boolean {
  const [file, text] = a.kind === 'file' ? [a, b] : [b, a]
  if (file.kind !== 'file' || text.kind !== 'long-text') return false
  const label = plain(file.label)
  return text.key === `${file.key}_text` || (label !== '' && label === plain(text.label))
}

/** A refused consent isn't asked again: without it the form can't be sent. */
function declined(field: FormField, { given }: PlanInput): boolean {
  return given[field.key] === false && isConsent({ field, wording: wordingOf(field) })
}
