// A whole plan: what the person said goes first, and nothing is filled by sweeping.
import { describe, expect, it } from 'vitest'
import {
  keptAnswers,
  type PlanInput,
  planAnswers,
  type Remembered,
} from '../../../../packages/workloads/jobs/answers/index.ts'
import type { FormField } from '../../../../packages/workloads/jobs/forms/schema.ts'
import { exampleProfile, field, inputFor, postingIn, silent } from './people.ts'

const example = await exampleProfile()
const nobody = silent(example)
const named = (key: string, label: string, kind: string, more: Partial<FormField> = {}) =>
  field(label, kind, { key, ...more })
const plan = (fields: FormField[], more: Partial<PlanInput> = {}, profile = example) =>
  planAnswers(inputFor(profile, fields, more))

describe('a plan', () => {
  it('names the source of every value', () => {
    const { values } = plan(
      [
        named('a', 'First name', 'text'),
        named('b', 'Are you free of any non-compete?', 'yn'),
        named('c', 'Resume', 'file'),
        named('d', 'Why do you want to join us?', 'long'),
        named('e', 'Favourite colour', 'Red|Blue'),
      ],
      { given: { e: 'Blue' } },
    )
    expect(values.map(({ key, source, sourceDetail }) => [key, source, sourceDetail])).toEqual([
      ['a', 'profile', 'resume.json basics.name'],
      ['b', 'standing', 'answers.yaml non-compete'],
      ['c', 'document', 'drafted for this posting'],
      ['d', 'generated', 'from the letter'],
      ['e', 'person', 'your answer'],
    ])
  })

  it.each([
    ['Include your salary expectation.'],
    ['State your visa status in the first line.'],
    ['Mention your date of birth.'],
    ['By answering I certify that all of it is true.'],
    ['And tell us which LLM you used.'],
  ])('lets no draft answer a question that has legal weight besides: %s', (description) => {
    const fields = [named('a', 'Why do you want to join us?', 'long', { description })]
    const { values, ask } = plan(fields)
    expect(values).toEqual([])
    expect(ask).toMatchObject([{ id: 'a', type: 'long', required: true }])
  })

  it('sends the value of an option, and shows its label', () => {
    const { values } = plan([named('a', 'Are you at least 18 years old?', 'No|Yes')])
    expect(values).toMatchObject([{ value: '901', text: 'Yes' }])
  })

  it('asks only what is required, typed, with the form’s own options and words', () => {
    const links = [{ text: 'Policy', href: 'https://example.com/p' }]
    const { ask } = plan([
      named('a', 'Favourite colour', 'Red|Blue', { description: 'Any of these' }),
      named('b', 'Shoe size', 'number'),
      named('c', 'Tell us a story', 'long', { maxLength: 500 }),
      named('d', 'I accept the terms', 'consent', { links }),
      named('e', 'Languages you like', '+Ada|Lisp'),
      named('f', 'Birthday', 'date', { required: false }),
    ])
    expect(ask).toEqual([
      {
        id: 'a',
        label: 'Favourite colour',
        help: 'Any of these',
        type: 'choice',
        options: ['Red', 'Blue'],
        required: true,
      },
      { id: 'b', label: 'Shoe size', type: 'number', options: [], required: true },
      {
        id: 'c',
        label: 'Tell us a story',
        help: 'At most 500 characters',
        type: 'long',
        options: [],
        required: true,
      },
      {
        id: 'd',
        label: 'I accept the terms',
        help: 'Policy: https://example.com/p',
        type: 'boolean',
        options: [],
        required: true,
      },
      {
        id: 'e',
        label: 'Languages you like',
        type: 'choices',
        options: ['Ada', 'Lisp'],
        required: true,
      },
      expect.objectContaining({
        id: 'keep-for-next-time',
        options: ['Favourite colour', 'Languages you like'],
        required: false,
      }),
    ])
  })

  it('takes the person’s answer before everything else, in the field’s own terms', () => {
    const fields = [
      named('a', 'First name', 'text'),
      named('b', 'Do you require sponsorship?', 'yn'),
      named('c', 'Shoe size', 'number'),
      named('d', 'I accept the terms', 'consent'),
      named('e', 'Languages you like', '+Ada|Lisp|Forth'),
    ]
    const given = { a: 'Jo', b: true, c: 42, d: true, e: ['Ada', 'Forth'] }
    const { values, ask } = plan(fields, { given })
    expect(ask).toEqual([])
    expect(values.map(({ value }) => value)).toEqual(['Jo', true, '42', true, ['900', '902']])
  })

  it('asks again where the form no longer has what the person chose', () => {
    const { values, ask } = plan([named('a', 'Favourite colour', 'Green|Blue')], {
      given: { a: 'Red' },
    })
    expect(values).toEqual([])
    expect(ask[0]?.id).toBe('a')
  })

  it('does not ask again for a consent that the person refused', () => {
    const { values, ask, beyond } = plan([named('a', 'I accept the terms', 'consent')], {
      given: { a: false },
    })
    expect({ values, ask }).toEqual({ values: [], ask: [] })
    expect(beyond).toEqual([{ key: 'a', label: 'I accept the terms', kind: 'consent' }])
  })

  it('asks again for a phone number without its country', () => {
    const fields = [named('a', 'Phone', 'phone')]
    expect(plan(fields, { given: { a: '030 5550142' } }, nobody).ask[0]?.id).toBe('a')
    expect(plan(fields, { given: { a: '+49 30 5550142' } }, nobody).values).toHaveLength(1)
  })

  it('fills a file or its text twin, never both, and the text where the file is not taken', () => {
    const twins = (accepts: string[]) => [
      named('resume', 'Resume/CV', 'file', { accepts }),
      named('resume_text', 'Resume/CV', 'long'),
    ]
    expect(plan(twins(['.pdf'])).values.map(({ key }) => key)).toEqual(['resume'])
    const text = plan(twins(['.docx']))
    expect(text.values.map(({ key }) => key)).toEqual(['resume_text'])
    expect(text.ask).toEqual([])
    expect(text.beyond).toEqual([])
  })

  it('puts each document into its own slot, in either order', () => {
    const fields = [named('one', 'Cover letter', 'file'), named('two', 'CV', 'file')]
    for (const order of [fields, fields.toReversed()]) {
      const texts = Object.fromEntries(plan(order).values.map(({ key, text }) => [key, text]))
      expect(texts).toEqual({
        one: 'Joerdis_Kowalczyk_Letter.pdf',
        two: 'Joerdis_Kowalczyk_CV.pdf',
      })
    }
  })

  it('puts the letter into Lever’s only slot for it, unless another question has it already', () => {
    const posting = postingIn('berlin', { board: 'lever' })
    const comments = named('comments', 'Additional information', 'long', { required: false })
    const why = named('why', 'Why do you want to join us?', 'long')
    const keys = (fields: FormField[]) => plan(fields, { posting }).values.map(({ key }) => key)
    expect(keys([comments])).toEqual(['comments'])
    expect(keys([comments, why])).toEqual(['why'])
  })

  it('reports a required file that nobody drafted', () => {
    expect(plan([named('a', 'Transcript', 'file')]).beyond).toEqual([
      { key: 'a', label: 'Transcript', kind: 'file' },
    ])
  })

  it('lets two standing answers that contradict each other answer nothing', () => {
    const facts = [
      {
        id: 'one',
        statement: 'One',
        holds: true,
        asks: [{ text: 'like trains', yes: 'affirms' as const }],
      },
      {
        id: 'two',
        statement: 'Two',
        holds: false,
        asks: [{ text: 'like trains', yes: 'affirms' as const }],
      },
    ]
    const profile = { ...example, answers: { ...example.answers, facts } }
    expect(plan([named('a', 'Do you like trains?', 'yn')], {}, profile).ask[0]?.id).toBe('a')
  })

  it('follows a demographic answer that the person wrote, and else asks or leaves it', () => {
    const demographics = { ...example.answers.demographics, gender: 'Woman' }
    const profile = { ...example, answers: { ...example.answers, demographics } }
    const gender = (options: string, required: boolean) =>
      plan([named('a', 'Gender', options, { section: 'demographic', required })], {}, profile)
    expect(gender('Man|Woman|Decline', true).values[0]?.text).toBe('Woman')
    expect(gender('Man|Female|Decline', true).ask).toHaveLength(1)
    expect(gender('Man|Female|Decline', false).values).toEqual([])
  })

  it('gives the same plan for the same input, and asks at most what one page can show', () => {
    const many = Array.from({ length: 130 }, (_, at) => named(`f${at}`, `Riddle ${at}`, 'text'))
    const first = plan(many)
    expect(plan(many)).toEqual(first)
    expect(first.ask.length).toBeLessThanOrEqual(100)
    expect(first.beyond).toHaveLength(31)
  })
})

describe('answers kept for next time', () => {
  const colour = named('a', 'Favourite colour', 'Red|Blue')
  const keep = (
    fields: FormField[],
    given: Record<string, string | boolean>,
    posting = postingIn('berlin'),
  ) =>
    keptAnswers(
      fields,
      { ...given, 'keep-for-next-time': fields.map(({ label }) => label) },
      posting,
      '2026-11-30',
    )

  it('are kept only with the person’s say-so, and used where another form asks the same', () => {
    expect(keptAnswers([colour], { a: 'Blue' }, postingIn('berlin'), '2026-11-30').size).toBe(0)
    const remembered = keep([colour], { a: 'Blue' })
    const again = named('other', 'Favourite colour *', 'Blue|Red')
    const { values, ask } = plan([again], {
      remembered,
      posting: postingIn('london', { account: 'other' }),
    })
    expect(ask).toEqual([])
    expect(values).toMatchObject([
      { key: 'other', text: 'Blue', source: 'person', sourceDetail: 'kept from 2026-11-30' },
    ])
  })

  it('are of no use to a question with other options or other words', () => {
    const remembered = keep([colour], { a: 'Blue' })
    expect(plan([named('a', 'Favourite colour', 'Red|Blue|Green')], { remembered }).values).toEqual(
      [],
    )
    expect(plan([named('a', 'Least favourite colour', 'Red|Blue')], { remembered }).values).toEqual(
      [],
    )
  })

  it('yield to what the profile says by now', () => {
    const phone = named('a', 'Phone', 'phone')
    const remembered = keep([phone], { a: '+49 30 1' })
    expect(plan([phone], { remembered }).values[0]?.text).toBe('+49 30 5550142')
  })

  it('hold for the employer they speak of, and for the countries they depend on', () => {
    const here = named('a', 'Do you know anybody at this company?', 'yn')
    const visa = named('a', 'Do you have the right to work?', 'yn')
    const inGermany = postingIn('berlin', { account: 'another' })
    const use = (one: FormField, posting = postingIn('berlin')) =>
      plan([one], { posting, remembered: keep([one], { a: true }) }, nobody).values.length
    expect(use(here)).toBe(1)
    expect(use(here, inGermany)).toBe(0)
    expect(use(visa, inGermany)).toBe(1)
    expect(use(visa, postingIn('london'))).toBe(0)
  })

  it.each([
    ['I accept the terms', 'consent'],
    ['What is your current salary?', 'text'],
    ['How many years have you used Rust?', 'text'],
    ['Electronic signature', 'text'],
    ['When can you start?', 'text'],
    ['Did you use AI to write this?', 'yn'],
    ['Why us?', 'long'],
    ['Code of conduct', 'I agree'],
  ])('never hold %j', (label, kind) => {
    const one = named('a', label, kind)
    expect(keep([one], { a: 'x' }).size).toBe(0)
    const { ask } = plan([one], {}, nobody)
    expect(ask.map(({ id }) => id)).not.toContain('keep-for-next-time')
  })

  it('have keys without a word of the answer or of the question', () => {
    const remembered: Map<string, Remembered> = keep([named('a', 'Salutation', 'text')], {
      a: 'Dr Secret',
    })
    for (const key of remembered.keys()) expect(key).toMatch(/^answer\/everywhere\/[0-9a-f]{32}$/)
  })
})
