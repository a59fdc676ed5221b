// Compares what was planned with what stands in the form, and one reading of a form with another.
import { oneLine } from '../text/unicode.ts'
import type { Found } from './page/survey.ts'
import { fitsPlace } from './places.ts'
import type { FormField, FormSchema } from './schema.ts'
import type { Answer } from './widgets/fill.ts'
import { digits } from './widgets/phone.ts'

/** A planned answer, by the field's key. Options by value or label; a file by its SHA-256. */
export interface FieldValue {
  key: string
  value: string | string[] | boolean | { file: string; name: string }
}

/** Where the form isn't as planned. `planned` and `found` hold values: for requests, never for logs. */
export interface Difference {
  key: string
  label: string
  why: /** Planned, but the form has no such question. */
    | 'gone'
    /** The planned option isn't offered. */
    | 'not-offered'
    /** Something else stands there, or nothing. */
    | 'other'
    /** Something stands where nothing was planned. */
    | 'unplanned'
    /** Required, and nothing was planned. */
    | 'unanswered'
  planned: string | null
  found: string | null
}

/** What to answer, in the labels the page shows; null when a planned option isn't offered. */
export function answerOf(field: FormField, { value }: FieldValue): Answer | null {
  if (typeof value === 'object' && !Array.isArray(value)) return value.name
  switch (field.kind) {
    case 'choices': {
      const all = (Array.isArray(value) ? value : [String(value)]).map((one) => label(field, one))
      return all.every((one) => one !== null) ? all : null
    }
    case 'yes-no':
      if (typeof value === 'boolean') {
        const word = value ? 'yes' : 'no'
        return field.options.find((one) => one.label.toLowerCase() === word)?.label ?? null
      }
      return label(field, String(value))
    case 'choice':
      return Array.isArray(value) ? null : label(field, String(value))
    case 'consent':
      return value === true || value === 'true'
    default:
      return String(value)
  }
}

function label({ options }: FormField, value: string): string | null {
  const byValue = options.find((option) => option.value === value)
  const named = oneLine(value)
  return (byValue ?? options.find((option) => option.label === named))?.label ?? null
}

/** Whether what stands there means the answer; spelling that the page chose doesn't count. */
export function means(field: FormField, answer: Answer, found: Found): boolean {
  if (Array.isArray(answer)) {
    return Array.isArray(found) && sorted(answer) === sorted(found)
  }
  if (typeof answer === 'boolean' || typeof found === 'boolean') return answer === found
  if (Array.isArray(found)) return false
  switch (field.kind) {
    case 'phone':
      return digits(answer) === digits(found)
    case 'location':
      return fitsPlace(answer, found)
    case 'date':
      return answer === isoDate(found)
    case 'long-text':
      return lines(answer) === lines(found)
    default:
      return oneLine(answer) === oneLine(found)
  }
}

const sorted = (labels: readonly string[]) => labels.map(oneLine).sort().join('\n')
const lines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

function isoDate(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  if (!month || !day || !year) return text.trim()
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Nothing stands there: no text, no choice, no tick. */
export function isEmpty(found: Found): boolean {
  return found === false || found === '' || (Array.isArray(found) && found.length === 0)
}

export function shown(found: Found | null): string | null {
  if (found === null || isEmpty(found)) return null
  if (found === true) return 'ticked'
  return Array.isArray(found) ? found.join(', ') : String(found)
}

/** A change of a form that matters to who signed for it: of meaning, never of markup or order. */
export interface FormChange {
  key: string
  label: string
  what:
    | 'new'
    | 'gone'
    | 'label'
    | 'description'
    | 'required'
    | 'kind'
    | 'options'
    | 'links'
    | 'file'
  before: string | null
  after: string | null
}

/** What changed from one reading of a form to another; empty when both ask the same. */
export function formChanges(before: FormSchema, after: FormSchema): FormChange[] {
  const old = new Map(before.fields.map((field) => [field.key, field]))
  const now = new Map(after.fields.map((field) => [field.key, field]))
  const gone = before.fields.filter(({ key }) => !now.has(key))
  const changes: FormChange[] = gone.map((field) => change(field, 'gone', field.label, null))
  for (const field of after.fields) {
    const was = old.get(field.key)
    if (!was) changes.push(change(field, 'new', null, field.label))
    else changes.push(...fieldChanges(was, field))
  }
  return changes
}

const aspects: readonly [FormChange['what'], (field: FormField) => string][] = [
  ['label', (field) => oneLine(field.label)],
  ['description', (field) => oneLine(field.description ?? '')],
  ['required', (field) => (field.required ? 'required' : 'optional')],
  ['kind', (field) => field.kind],
  [
    'options',
    (field) =>
      field.options
        .map((option) => option.label)
        .sort()
        .join('\n'),
  ],
  [
    'links',
    (field) =>
      field.links
        .map(({ text, href }) => `${text} ${href}`)
        .sort()
        .join('\n'),
  ],
  ['file', (field) => [...field.accepts].sort().join(', ')],
]

function fieldChanges(was: FormField, field: FormField): FormChange[] {
  return aspects.flatMap(([what, of]) =>
    of(was) === of(field) ? [] : [change(field, what, of(was), of(field))],
  )
}

function change(
  { key, label }: FormField,
  what: FormChange['what'],
  before: string | null,
  after: string | null,
): FormChange {
  return { key, label, what, before, after }
}
