// What a person approves at the gate `submit`: where it goes, what the form asks, every value, every file.
import { z } from 'zod'
import { consentWords } from '../answers/index.ts'
import { canonicalUrl, type Posting } from '../boards/posting.ts'
import type { FieldValue } from '../forms/index.ts'
import { FormField, FormSchema } from '../forms/schema.ts'
import type { ApplicationState, Filled, FilledValue } from './state.ts'
import { fromWords, inWords, signedField } from './values.ts'

const named = { key: z.string(), label: z.string() }
const text = z.union([z.string(), z.array(z.string())])

/** Strings, booleans, null and whole numbers only: it is signed as text. */
export const Action = z.object({
  posting: z.object({
    board: FormSchema.shape.board,
    account: z.string(),
    id: z.string(),
    company: z.string(),
    title: z.string(),
    url: z.string(),
    /** Where the posting says that one applies. */
    apply: z.string(),
    deadline: z.string().nullable(),
  }),
  /** What decides it, as the posting says it; null where it doesn't. */
  about: z
    .object({ place: z.string().nullable(), pay: z.string().nullable(), score: z.string() })
    .optional(),
  /** Where the form is. */
  target: z.string(),
  form: z.object({
    variant: z.string(),
    fields: z.array(FormField.omit({ options: true }).extend({ options: z.array(z.string()) })),
  }),
  /** Drafted texts; the person may edit them before approving. */
  written: z.array(z.object({ ...named, value: z.string() })),
  answers: z.array(z.object({ ...named, value: z.union([text, z.boolean()]) })),
  /** What is agreed to, in all of its words. */
  consents: z.array(
    z.object({ ...named, value: z.union([text, z.literal(true)]), words: z.string() }),
  ),
  files: z.array(z.object({ ...named, name: z.string(), sha256: z.string(), bytes: z.int() })),
})
export type Action = z.infer<typeof Action>

type Documents = NonNullable<ApplicationState['documents']>
type Planned = { kind: 'written' | 'answers' | 'consents' | 'files'; value: FilledValue }

/** Every planned value under what it is. A file is one document, a drafted text is generated. */
function sorted({ form, values }: Filled): Planned[] {
  return values.map((value) => {
    const field = form.fields.find(({ key }) => key === value.key)
    if (typeof value.value === 'object' && !Array.isArray(value.value))
      return { kind: 'files', value }
    if (value.source === 'generated') return { kind: 'written', value }
    const agrees = value.value !== false && field !== undefined && consentWords(field) !== null
    return { kind: agrees ? 'consents' : 'answers', value }
  })
}

export function actionOf(
  posting: Posting,
  filled: Filled,
  documents: Documents,
  score: number,
): Action {
  const { board, account, externalId: id, company, title, url, applyUrl, deadline } = posting
  const { form } = filled
  const of = (kind: Planned['kind']) =>
    sorted(filled).flatMap((planned) => (planned.kind === kind ? [planned.value] : []))
  return Action.parse({
    posting: { board, account, id, company, title, url, apply: applyUrl, deadline },
    about: { ...placeAndPay(posting, filled), score: `${score.toFixed(1)} points` },
    target: canonicalUrl(form.url),
    form: { variant: form.variant, fields: form.fields.map(signedField) },
    written: of('written').map((value) => wordsOf(value, form)),
    answers: of('answers').map((value) => wordsOf(value, form)),
    consents: of('consents').map((value) => ({
      ...wordsOf(value, form),
      words: agreedTo(value, form),
    })),
    files: of('files').map((value) => fileOf(value, documents)),
  })
}

function placeAndPay({ locations, workplace, pay }: Posting, { requirements }: Filled) {
  const places = locations.map(({ text: place }) => place).join(' · ')
  // A board that writes "Remote" as a place says it once.
  const mode = workplace !== 'unknown' && !places.toLowerCase().includes(workplace) && workplace
  const quoted = requirements.find(({ name }) => name === 'pay')?.words
  return {
    place: [places, mode].filter(Boolean).join(', ') || null,
    pay: quoted ?? pay[0]?.text ?? null,
  }
}

function wordsOf({ key, label, value }: FilledValue, { fields }: FormSchema) {
  const isFile = typeof value === 'object' && !Array.isArray(value)
  return { key, label, value: isFile ? value.name : inWords(key, value, fields) }
}

function agreedTo({ key, label }: FilledValue, { fields }: FormSchema): string {
  const field = fields.find((one) => one.key === key)
  return (field && consentWords(field)) ?? label
}

function fileOf({ key, label, value }: FilledValue, documents: Documents) {
  const { file = '', name = '' } = typeof value === 'object' && !Array.isArray(value) ? value : {}
  const bytes = Object.values(documents).find(({ sha256 }) => sha256 === file)?.bytes ?? 0
  return { key, label, name, sha256: file, bytes }
}

/** What goes into the form, as its options are now. */
export function valuesFor(action: Action, { fields }: FormSchema): FieldValue[] {
  const { written, answers, consents, files } = action
  return [
    ...[...written, ...answers, ...consents].map(({ key, value }) => fromWords(key, value, fields)),
    ...files.map(({ key, name, sha256 }) => ({ key, value: { file: sha256, name } })),
  ]
}

/** The approved form, to be compared with what the form is now: options by label on both sides. */
export function approvedForm({ posting, target, form }: Action): FormSchema {
  return asSigned({
    ...{ board: posting.board, variant: form.variant, url: target, title: '' },
    fields: form.fields.map((field) => ({
      ...field,
      options: field.options.map((label) => ({ value: label, label })),
    })),
  })
}

/** A form in the words in which it is signed for. */
export function asSigned(form: FormSchema): FormSchema {
  const fields = form.fields.map((field) => ({
    ...field,
    options: signedField(field).options.map((label) => ({ value: label, label })),
  }))
  return { ...form, url: canonicalUrl(form.url), fields }
}
