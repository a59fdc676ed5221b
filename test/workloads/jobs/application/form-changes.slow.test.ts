// A form that changes after the approval: changes of meaning are asked about again, changes of markup are not.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Form } from '../../../../packages/local/sample-boards/form.ts'
import { assemblyTimeoutMs } from '../../../support/tex.ts'
import { type Sample, sampleApplications } from './sample-applications.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: assemblyTimeoutMs })

let s: Awaited<ReturnType<typeof sampleApplications>>
beforeAll(async () => {
  s = await sampleApplications()
})
afterAll(() => s.stop())

const titled = (part: string): Sample => s.titled(part)
const change = (sample: Sample, how: (form: Form) => Form) =>
  s.forms.boards.changeForm(sample.key, how)
const fields = (how: (fields: Form['fields']) => Form['fields']) => (form: Form) => ({
  ...form,
  fields: how(form.fields),
})
const each = (label: RegExp, how: (one: Form['fields'][number]) => Form['fields'][number]) =>
  fields((all) => all.map((one) => (label.test(one.label) ? how(one) : one)))

/** In this order on one application, each after the one before was approved. */
const meant: readonly { what: string; how: (form: Form) => Form; says: RegExp }[] = [
  {
    what: 'a question more, that may be left out',
    how: fields((all) => [
      ...all,
      {
        ...{ key: 'question_7001', kind: 'text', label: 'A word to the team', required: false },
        ...{ options: [], description: null, section: 'main' },
      },
    ]),
    says: /A word to the team: a new question/,
  },
  {
    what: 'a question is worded the other way round',
    how: each(/require sponsorship/, (one) => ({
      ...one,
      label: 'Can you work in Germany without sponsorship?',
    })),
    says: /Can you work in Germany without sponsorship\?: worded differently/,
  },
  {
    what: 'an option less',
    how: each(/Which age group/, (one) => ({ ...one, options: one.options.slice(1) })),
    says: /Which age group do you belong to\?: its options/,
  },
  {
    what: 'a question less',
    how: fields((all) => all.filter(({ label }) => !/notice period/.test(label))),
    says: /How long is your notice period\?: no longer asked/,
  },
  {
    what: 'what could be left out must be answered',
    how: each(/A word to the team/, (one) => ({ ...one, required: true })),
    says: /A word to the team: whether it must be answered/,
  },
  {
    what: 'a consent leads to other terms',
    how: each(/my data is processed/, (one) => ({
      ...one,
      description: '<a href="/other-terms" target="_blank">Privacy notice</a>',
    })),
    says: /my data is processed.*: where it links to/,
  },
  {
    what: 'an explanation turns a question around',
    how: each(/What are your salary/, (one) => ({
      ...one,
      description: '<p>In US dollars, please.</p>',
    })),
    says: /What are your salary expectations.*: its explanation/,
  },
]

test('each of seven changes of meaning is asked about again, with what changed', async () => {
  const sample = titled('Measurements')
  s.forms.forget()
  const id = await s.atForm(sample)
  for (const { what, how, says } of meant) {
    expect((await s.request(id)).gate, what).toBe('submit')
    await s.approve(id)
    change(sample, how)
    await s.tick()
    const request = await s.request(id)
    expect(request.state, what).toBe('open')
    expect(labelsOf(request.difference), what).toEqual([expect.stringMatching(says)])
    if (request.gate === 'answers') {
      const { questions } = (await s.body(id)).action
      const asked = Array.isArray(questions) ? questions : []
      const answers = asked.map((one) => [
        Object(one).id,
        Object(one).type === 'choices' ? [] : 'Hello',
      ])
      await s.answer(id, Object.fromEntries(answers))
      await s.tick()
      expect(labelsOf((await s.request(id)).difference), what).toEqual([
        expect.stringMatching(says),
      ])
    }
  }
  expect(s.forms.submits()).toEqual([])
  await s.approver.cancel(id, 'ana')
})

function labelsOf(difference: unknown): string[] {
  return (Array.isArray(difference) ? difference : []).map((row) => String(Object(row).label))
}

describe('a change of markup goes on without asking', () => {
  const markup = (more: Partial<Form['markup']>) => (form: Form) => ({
    ...form,
    markup: { ...form.markup, ...more },
  })
  test.each<[string, string, (form: Form) => Form]>([
    ['other generated names', 'Platform Engineer', markup({ salt: '7f3xq' })],
    ['one more element around every field', 'Invoices', markup({ wrapped: true })],
    ['attributes in another order', 'Inventory', markup({ reordered: true })],
    ['words around the form', 'Tax Rules', markup({ footer: 'We won a prize for hiring.' })],
    [
      'questions in another order',
      'Harbour Portal',
      fields((all) => [...all.slice(0, -2), ...all.slice(-2).reverse()]),
    ],
  ])('%s', async (_, title, how) => {
    const sample = titled(title)
    s.forms.forget()
    const id = await s.atForm(sample)
    expect(await s.request(id)).toMatchObject({ gate: 'submit', state: 'open' })
    await s.approve(id)
    change(sample, how)
    await s.tick()
    expect(await s.task(id)).toMatchObject({ status: 'completed' })
    expect(s.forms.submits()).toHaveLength(1)
  })
})
