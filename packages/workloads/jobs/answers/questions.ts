// Questions for the person in the form's own terms, their answers, and what is kept of them.
import { createHash } from 'node:crypto'
import type { Posting } from '../boards/index.ts'
import type { FormField } from '../forms/schema.ts'
import { consentValue, isConsent } from './consents.ts'
import { type Fitted, typed } from './fit.ts'
import { byLabel } from './options.ts'
import type { GivenAnswers, Question, Remembered } from './planned.ts'
import type { Asked } from './saying.ts'
import { mayKeep, scopeOf } from './sensitive.ts'
import { plain } from './wording.ts'

type Answer = string | number | boolean | readonly string[]

const types: Readonly<Record<Exclude<FormField['kind'], 'file'>, Question['type']>> = {
  text: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  location: 'text',
  'long-text': 'long',
  number: 'number',
  date: 'date',
  choice: 'choice',
  choices: 'choices',
  'yes-no': 'boolean',
  consent: 'boolean',
}
/** More than a page can list: then one types the option's label. */
const longList = 400

/** The question of a field, or null where no typed answer can fill it. */
export function questionOf(field: FormField): Question | null {
  if (field.kind === 'file') return null
  const long = field.options.length > longList
  const type = long ? 'text' : types[field.kind]
  const help = helpOf(field, long)
  const options = type === 'choice' || type === 'choices' ? labelsOf(field) : []
  return {
    id: field.key,
    label: field.label,
    ...(help !== '' && { help }),
    type,
    options,
    required: true,
  }
}

/** Labels as the form has them; two that are alike are told apart by what the form sends. */
function labelsOf({ options }: FormField): string[] {
  const labels = options.map(({ label }) => label)
  return options.map(({ label, value }) =>
    labels.filter((other) => other === label).length > 1 ? `${label} [${value}]` : label,
  )
}

function helpOf(field: FormField, long: boolean): string {
  const links = field.links.map(({ text, href }) => `${text}: ${href}`)
  const parts = [
    field.description,
    ...links,
    field.kind === 'phone' ? 'With the country’s code, like +49 …' : null,
    field.kind === 'url' ? 'A web address that starts with https://' : null,
    field.maxLength !== null && field.maxLength < 2_000
      ? `At most ${field.maxLength} characters`
      : null,
    long ? 'Exactly as the form’s own list has it' : null,
  ]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}

/** The person's own answer in the field's terms; null where the field doesn't take it. */
export function answered(asked: Asked, answer: Answer | null | undefined): Fitted | null {
  const { field } = asked
  if (answer === null || answer === undefined) return null
  if (typeof answer === 'boolean') {
    if (field.kind === 'yes-no') return { value: answer, text: answer ? 'Yes' : 'No' }
    return isConsent(asked) ? consentValue(field, answer) : null
  }
  if (field.kind === 'choice') {
    const found = typeof answer === 'string' ? chosen(field, answer) : null
    return found && { value: found.value, text: found.label }
  }
  if (field.kind === 'choices') {
    const all = (typeof answer === 'object' ? answer : [String(answer)]).map((text) =>
      chosen(field, text),
    )
    const known = all.filter((option) => option !== null)
    if (known.length === 0 || known.length < all.length) return null
    return {
      value: known.map(({ value }) => value),
      text: known.map(({ label }) => label).join(', '),
    }
  }
  if (field.kind === 'date') {
    const text = String(answer)
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { value: text, text } : null
  }
  return typeof answer === 'object' ? null : typed(field, String(answer))
}

function chosen(field: FormField, text: string) {
  const at = labelsOf(field).indexOf(text)
  return field.options[at] ?? byLabel(field.options, [text])
}

const keepId = 'keep-for-next-time'

/** Asks which of the answers may be kept; null where none of them may. */
export function keepQuestion(fields: readonly FormField[]): Question | null {
  const labels = [...new Set(fields.filter(mayKeep).map(({ label }) => label))]
  if (labels.length === 0) return null
  return {
    id: keepId,
    label: 'Keep these answers for next time',
    help: 'Used again where another form asks exactly the same; you will see them there.',
    type: 'choices',
    options: labels,
    required: false,
  }
}

/** A question's own key in the memory of the capability: no value of a person is in it. */
export function memoryKey(field: FormField, posting: Posting): string {
  const options = field.options.map(({ label }) => plain(label)).sort()
  const question = JSON.stringify([
    plain(field.label),
    plain(field.description ?? ''),
    field.kind,
    options,
  ])
  const digest = createHash('sha256').update(question).digest('hex').slice(0, 32)
  return `answer/${scopeOf(field, posting)}/${digest}`
}

/** What the person said may be kept, by memory key. */
export function keptAnswers(
  fields: readonly FormField[],
  given: GivenAnswers,
  posting: Posting,
  on: string,
): Map<string, Remembered> {
  const ticked = given[keepId]
  const labels = Array.isArray(ticked) ? ticked : []
  const kept = new Map<string, Remembered>()
  for (const field of fields) {
    const answer = given[field.key]
    if (answer === null || answer === undefined || !labels.includes(field.label)) continue
    if (mayKeep(field)) kept.set(memoryKey(field, posting), { answer, label: field.label, on })
  }
  return kept
}
