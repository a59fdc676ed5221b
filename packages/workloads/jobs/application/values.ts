// Between what a form takes and what a person reads: options by their labels.
import { createHash } from 'node:crypto'
import type { FieldValue } from '../forms/index.ts'
import type { FormField } from '../forms/schema.ts'

/** Labels of options as a request has them; two alike are told apart by what the form sends. */
function labelsOf({ options }: Pick<FormField, 'options'>): string[] {
  const labels = options.map(({ label }) => label)
  return options.map(({ label, value }) =>
    labels.filter((other) => other === label).length > 1 ? `${label} [${value}]` : label,
  )
}

/** A request has room for so many; more are told by their number and hash. */
const longList = 400

/** A question as a person signs for it. */
export function signedField(field: FormField) {
  const labels = labelsOf(field)
  const hash = createHash('sha256').update(JSON.stringify(labels)).digest('hex')
  const options = labels.length > longList ? [`${labels.length} options, SHA-256 ${hash}`] : labels
  return { ...field, options }
}

type Answer = string | string[] | boolean

/** A planned answer in the form's words. */
export function inWords(key: string, value: Answer, fields: readonly FormField[]): Answer {
  const field = listed(key, fields)
  if (!field || typeof value === 'boolean') return value
  const labels = labelsOf(field)
  const label = (sent: string) =>
    labels[field.options.findIndex((option) => option.value === sent)] ?? sent
  return Array.isArray(value) ? value.map(label) : label(value)
}

/** What the form takes for approved words. An option that is gone stays a word that no option has. */
export function fromWords(key: string, words: Answer, fields: readonly FormField[]): FieldValue {
  const field = listed(key, fields)
  if (!field || typeof words === 'boolean') return { key, value: words }
  const labels = labelsOf(field)
  const sent = (label: string) =>
    field.options[labels.indexOf(label)]?.value ?? `${label} (no longer offered)`
  return { key, value: Array.isArray(words) ? words.map(sent) : sent(words) }
}

function listed(key: string, fields: readonly FormField[]): FormField | undefined {
  return fields.find(
    (field) => field.key === key && (field.kind === 'choice' || field.kind === 'choices'),
  )
}
