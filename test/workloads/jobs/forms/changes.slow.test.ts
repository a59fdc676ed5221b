// A form read twice: changes of meaning are found, changes of markup are none.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formChanges } from '../../../../packages/workloads/jobs/forms/index.ts'
import { type SampleForms, sampleForms, schemaOf } from '../../../support/sample-forms.ts'

let forms: SampleForms

beforeAll(async () => {
  forms = await sampleForms()
})
afterAll(() => forms.stop())

type Sample = ReturnType<SampleForms['sample']>
type Form = Sample['form']
type Field = Form['fields'][number]

const read = async (sample: Sample) =>
  schemaOf(await forms.open(sample, async ({ reading }) => reading))

const asItWas = new Map<string, ReturnType<typeof read>>()

async function changesBy(sample: Sample, change: (form: Form) => Form) {
  const before = await (asItWas.get(sample.key) ?? read(sample))
  asItWas.set(sample.key, Promise.resolve(before))
  forms.boards.changeForm(sample.key, change)
  try {
    return formChanges(before, await read(sample))
  } finally {
    forms.boards.changeForm(sample.key, () => sample.form)
  }
}

const fields = (form: Form, change: (field: Field) => Field[]): Form => ({
  ...form,
  fields: form.fields.flatMap(change),
})
const only = (kind: Field['kind'], change: (field: Field) => Field[]) => (form: Form) => {
  const first = form.fields.find((field) => field.kind === kind && field.section !== 'eeoc')
  return fields(form, (field) => (field === first ? change(field) : [field]))
}

describe('of meaning', () => {
  const meaning: readonly [string, string, (form: Form) => Form][] = [
    [
      'a question is new',
      'new',
      (form) => {
        const [first] = form.fields
        if (!first) return form
        return {
          ...form,
          fields: [...form.fields, { ...first, key: 'question_4999999999', label: 'Why us?' }],
        }
      },
    ],
    ['a question is gone', 'gone', only('yes-no', () => [])],
    [
      'a question says something else',
      'label',
      only('yes-no', (field) => [{ ...field, label: `Not: ${field.label}` }]),
    ],
    [
      'an optional question is required',
      'required',
      (form) =>
        fields(form, (field) => [
          field.key === 'preferred_name' ? { ...field, required: true } : field,
        ]),
    ],
    [
      'an option says something else',
      'options',
      only('yes-no', (field) => [
        {
          ...field,
          options: field.options.map((option) => ({
            ...option,
            label: option.label === 'No' ? 'Not yet' : option.label,
          })),
        },
      ]),
    ],
    [
      'a consent leads to another notice',
      'links',
      only('consent', (field) => [
        { ...field, description: '<a href="/another-notice">Privacy notice</a>' },
      ]),
    ],
    [
      'a choice has become free text',
      'kind',
      only('yes-no', (field) => [{ ...field, kind: 'text', options: [] }]),
    ],
  ]

  test.each(meaning)('%s', async (_name, what, change) => {
    const changes = await changesBy(forms.sample('greenhouse', 'full'), change)
    expect(changes.map((one) => one.what)).toContain(what)
    expect(new Set(changes.map(({ key }) => key)).size).toBe(1)
  })
})

describe('of markup', () => {
  const markup: readonly [string, Partial<Form['markup']>][] = [
    ['tokens and times that are new with every answer', {}],
    ['other generated class names', { salt: 'zz9q' }],
    ['one more element around every field', { wrapped: true }],
    ['attributes in another order', { reordered: true }],
    ['other words around the form', { footer: 'Brought to you by somebody else' }],
  ]

  test.each(markup)('%s', { timeout: 60_000 }, async (_name, change) => {
    for (const sample of [
      forms.sample('greenhouse', 'full'),
      forms.sample('lever', 'full'),
      forms.sample('ashby', 'full'),
    ]) {
      const changes = await changesBy(sample, (form) => ({
        ...form,
        markup: { ...form.markup, ...change },
      }))
      expect(changes).toEqual([])
    }
  })
})
