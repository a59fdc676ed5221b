// Recorded form schemas beside the project, if they are there, as forms to plan for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { FieldKind, FormField } from '../../../../packages/workloads/jobs/forms/schema.ts'

const folder = new URL('../../../../../shared/samples/', import.meta.url)

const text = z.string()
const option = z.object({ label: text, value: z.union([text, z.number()]) })
const greenhouseQuestion = z.object({
  label: text,
  description: text.nullish(),
  required: z.boolean(),
  fields: z.array(z.object({ name: text, type: text, values: z.array(option) })),
})
const greenhouse = z.object({
  questions: z.array(greenhouseQuestion),
  compliance: z.array(z.object({ questions: z.array(greenhouseQuestion) })).nullish(),
  demographic_questions: z
    .object({
      questions: z.array(
        z.object({
          id: z.number(),
          label: text,
          required: z.boolean(),
          type: text,
          answer_options: z.array(z.object({ id: z.number(), label: text })),
        }),
      ),
    })
    .nullish(),
})
const entry = z.object({
  isRequired: z.boolean(),
  descriptionHtml: text.nullish(),
  field: z.object({ path: text, title: text, type: text }),
})
const ashby = z.object({
  data: z.object({
    jobPosting: z.object({
      applicationForm: z.object({ sections: z.array(z.object({ fieldEntries: z.array(entry) })) }),
    }),
  }),
})

export interface Recorded {
  file: string
  fields: FormField[]
}

/** Every recorded `jobs-*` file that holds a form's questions. */
export function recordedForms(): Recorded[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /^jobs-.*(?:questions|form-schema).*\.json$/.test(file))
    .flatMap((file) => {
      const json: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
      const fields = fieldsOf(json)
      return fields ? [{ file, fields }] : []
    })
}

function fieldsOf(json: unknown): FormField[] | null {
  const asGreenhouse = greenhouse.safeParse(json)
  if (asGreenhouse.success) return greenhouseFields(asGreenhouse.data)
  const asAshby = ashby.safeParse(json)
  if (!asAshby.success) return null
  return asAshby.data.data.jobPosting.applicationForm.sections.flatMap((section) =>
    section.fieldEntries.map(({ field, isRequired, descriptionHtml }) =>
      made(field.path, field.title, ashbyKinds[field.type] ?? 'text', {
        required: isRequired,
        description: stripped(descriptionHtml),
      }),
    ),
  )
}

const ashbyKinds: Readonly<Record<string, FieldKind>> = {
  Email: 'email',
  Phone: 'phone',
  Location: 'location',
  LongText: 'long-text',
  File: 'file',
}
const greenhouseKinds: Readonly<Record<string, FieldKind>> = {
  input_file: 'file',
  textarea: 'long-text',
  multi_value_single_select: 'choice',
  multi_value_multi_select: 'choices',
}

function greenhouseFields(form: z.infer<typeof greenhouse>): FormField[] {
  const of = (questions: z.infer<typeof greenhouseQuestion>[], section: FormField['section']) =>
    questions.flatMap(({ label, description, required, fields }) =>
      fields.map(({ name, type, values }) =>
        made(name, label, greenhouseKinds[type] ?? 'text', {
          ...{ required, section },
          description: stripped(description),
          options: values.map((each) => ({ value: String(each.value), label: each.label })),
        }),
      ),
    )
  return [
    ...of(form.questions, 'main'),
    ...(form.compliance ?? []).flatMap(({ questions }) => of(questions, 'demographic')),
    ...(form.demographic_questions?.questions ?? []).map((question) =>
      made(String(question.id), question.label, greenhouseKinds[question.type] ?? 'text', {
        section: 'demographic',
        required: question.required,
        options: question.answer_options.map(({ id, label }) => ({ value: String(id), label })),
      }),
    ),
  ]
}

function stripped(html: string | null | undefined): string | null {
  return html ? html.replace(/<[^>]+>/g, ' ').replace(/&\w+;/g, ' ') : null
}

function made(key: string, label: string, kind: FieldKind, more: Partial<FormField>): FormField {
  return {
    ...{ key, label, kind, description: null, required: false, options: [], links: [] },
    ...{ section: 'main', accepts: [], maxLength: null },
    ...more,
  }
}
