// What Greenhouse's API says of a form (GET …/jobs/{id}?questions=true, documented), to complete the page.
import { z } from 'zod'
import { type HttpClient, HttpFailed } from '#clients'
import { decodeTwice } from '../text/html.ts'
import { oneLine } from '../text/unicode.ts'
import type { FieldKind, FormField } from './schema.ts'

const Field = z.looseObject({
  name: z.string(),
  type: z.string(),
  values: z
    .array(z.looseObject({ value: z.union([z.string(), z.number()]), label: z.string() }))
    .nullish(),
})
const Asked = z.looseObject({
  label: z.string(),
  description: z.string().nullish(),
  required: z.boolean().nullish(),
  fields: z.array(Field).max(10),
})
const Job = z.looseObject({
  questions: z.array(Asked).max(500).nullish(),
  location_questions: z.array(Asked).max(20).nullish(),
})
type Asked = z.infer<typeof Asked>

/**
 * The form's main questions; null when the API says nothing usable, which is no reason to stop: the
 * page is what is filled.
 */
export async function greenhouseQuestions(
  http: HttpClient,
  account: string,
  id: string,
  baseUrl = 'https://boards-api.greenhouse.io',
): Promise<FormField[] | null> {
  const path = `/v1/boards/${encodeURIComponent(account)}/jobs/${encodeURIComponent(id)}`
  try {
    const reply = await http.request({ url: `${baseUrl}${path}?questions=true` })
    if (reply.status !== 200) return null
    const job = Job.safeParse(JSON.parse(reply.text))
    if (!job.success || !job.data.questions) return null
    return [...job.data.questions, ...(job.data.location_questions ?? [])].flatMap(fieldOf)
  } catch (error) {
    if (error instanceof HttpFailed || error instanceof SyntaxError) return null
    throw error
  }
}

const kinds: Readonly<Record<string, FieldKind>> = {
  input_file: 'file',
  textarea: 'long-text',
  multi_value_single_select: 'choice',
  multi_value_multi_select: 'choices',
}

/** Of two fields under one question, a file and its text, the file is meant. */
function fieldOf(asked: Asked): FormField[] {
  const main = asked.fields.find(({ type }) => type !== 'input_hidden')
  if (!main) return []
  const options = (main.values ?? []).map(({ value, label }) => ({
    value: String(value),
    label: oneLine(decodeTwice(label)),
  }))
  const yesNo =
    options
      .map(({ label }) => label.toLowerCase())
      .sort()
      .join() === 'no,yes'
  const kind =
    kinds[main.type] ?? (main.name === 'email' ? 'email' : main.name === 'phone' ? 'phone' : 'text')
  const single = kind === 'choices' && options.length === 1
  return [
    {
      key: main.name,
      label: oneLine(decodeTwice(asked.label)),
      description: null,
      required: asked.required === true,
      kind: single ? 'consent' : kind === 'choice' && yesNo ? 'yes-no' : kind,
      options: single ? [] : options,
      links: [],
      section: single ? 'consent' : 'main',
      accepts: [],
      maxLength: null,
    },
  ]
}

/** The page's field, with the values that the API gives for options of the same words. */
export function withValues(field: FormField, known: readonly FormField[]): FormField {
  const same = known.find(({ key }) => key === field.key)
  if (!same) return field
  const options = field.options.map((option) => ({
    value: same.options.find(({ label }) => label === option.label)?.value ?? option.value,
    label: option.label,
  }))
  return { ...field, options }
}

/** Fields that the API requires and the page doesn't show, or doesn't show yet. */
export function notShown(known: readonly FormField[], shown: readonly FormField[]): FormField[] {
  const keys = new Set(shown.map(({ key }) => key))
  return known.filter(({ key }) => !keys.has(key))
}
