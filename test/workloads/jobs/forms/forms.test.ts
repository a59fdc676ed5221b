// The parts of forms that need no browser; and one form, filled and sent, that does.
import { describe, expect, test } from 'vitest'
import type { Asked } from '#clients'
import { formAddress } from '../../../../packages/workloads/jobs/forms/address.ts'
import { answerOf, means } from '../../../../packages/workloads/jobs/forms/compare.ts'
import { formGuard } from '../../../../packages/workloads/jobs/forms/guard.ts'
import { fitsPlace, pickPlace } from '../../../../packages/workloads/jobs/forms/places.ts'
import type { FieldKind, FormField } from '../../../../packages/workloads/jobs/forms/schema.ts'
import { countryOf } from '../../../../packages/workloads/jobs/forms/widgets/phone.ts'
import { answersFor, documents, sampleForms, schemaOf } from '../../../support/sample-forms.ts'

test('a form is read, filled and sent once', { timeout: 60_000 }, async () => {
  const forms = await sampleForms()
  try {
    await forms.open(forms.sample('greenhouse'), async (form) => {
      const plan = answersFor(schemaOf(form.reading).fields)
      expect((await form.fill(plan, documents.bytes)).differences).toEqual([])
      expect(forms.submits()).toEqual([])
      expect((await form.submit()).outcome).toBe('confirmed')
    })
    expect(forms.submits()).toHaveLength(1)
  } finally {
    await forms.stop()
  }
})

describe('places', () => {
  test.each([
    ['Berlin, Germany', ['Berlin, New Hampshire, United States', 'Berlin, Germany'], 1],
    [
      'Toronto, Canada',
      ['Toronto, OH, USA', 'Toronto, ON, CAN', 'Toronto, Durham, England, GBR'],
      1,
    ],
    ['Toronto, Ontario, Canada', ['Toronto, ON, CAN'], 0],
    ['San Francisco, CA', ['San Francisco, California, United States'], 0],
    ['München, Deutschland', ['Munich, Germany', 'München, Bayern, Germany'], 1],
    ['Warsaw, Poland', ['Warsaw, IN, USA', 'Warsaw, POL'], 1],
    // Two places of that name, and nothing says which: neither is taken.
    ['Springfield', ['Springfield, IL, USA', 'Springfield, MO, USA'], -1],
    ['Berlin', ['Berlingen, Switzerland', 'East Berlin, PA, USA'], -1],
    ['Cleveland, Ohio', ['Cleveland, Tennessee, United States'], -1],
    ['Lisbon, Portugal', [], -1],
  ])('%s of %j', (wanted, offered, at) => {
    expect(pickPlace(wanted, offered)).toBe(at)
  })

  test('what was picked is compared by what it says', () => {
    expect(fitsPlace('Berlin, Germany', 'Berlin, Berlin, Germany')).toBe(true)
    expect(fitsPlace('Berlin, Germany', 'Berlin')).toBe(false)
    expect(fitsPlace('Berlin, Germany', '')).toBe(false)
  })
})

test.each([
  ['+49 30 5550142', ['Afghanistan +93', 'Germany +49', 'Greece +30'], 1],
  ['+1 512 5550142', ['U.S. Outlying Islands +1', 'Canada +1', 'United States +1'], 2],
  ['+44 20 5550142', ['Guernsey +44', 'United Kingdom +44'], 1],
  ['+358 9 5550142', ['Peru +51', 'Finland +358', 'Portugal +351'], 1],
  ['+49 30 5550142', ['France +33'], -1],
])('%s is a number of one of %j', (number, labels, at) => {
  expect(countryOf(number, labels)).toBe(at)
})

describe('answers', () => {
  const field = (kind: FieldKind, ...labels: string[]): FormField => ({
    key: 'a',
    label: 'A question',
    description: null,
    required: true,
    kind,
    options: labels.map((label, at) => ({ value: String(at), label })),
    links: [],
    section: 'main',
    accepts: [],
    maxLength: null,
  })

  test('an option is found by its value, then by its words, and never by a part of them', () => {
    const choice = field('choice', 'Yes, I do', 'No', '0')
    expect(answerOf(choice, { key: 'a', value: '1' })).toBe('No')
    expect(answerOf(choice, { key: 'a', value: 'Yes, I do' })).toBe('Yes, I do')
    expect(answerOf(choice, { key: 'a', value: 'Yes' })).toBeNull()
    expect(answerOf(field('yes-no', 'No', 'Yes'), { key: 'a', value: true })).toBe('Yes')
    expect(answerOf(field('choices', 'A', 'B'), { key: 'a', value: ['0', 'C'] })).toBeNull()
  })

  test.each<[FieldKind, string | string[] | boolean, string | string[] | boolean, boolean]>([
    ['phone', '+49 30 5550142', '+49305550142', true],
    ['phone', '+49 30 5550142', '+81 49 305550142', false],
    ['date', '2027-03-01', '3/1/2027', true],
    ['date', '2027-03-01', '01/03/2027', false],
    ['long-text', 'a\nb', 'a\r\nb ', true],
    ['long-text', 'a\n\nb', 'a b', false],
    ['text', 'Zoë', 'Zoe', false],
    ['choices', ['B', 'A'], ['A', 'B'], true],
    ['choices', ['A'], ['A', 'B'], false],
    ['consent', true, false, false],
  ])('%s: %j and %j', (kind, answer, found, same) => {
    expect(means(field(kind), answer, found)).toBe(same)
  })
})

describe('addresses', () => {
  const posting = { account: 'acme', externalId: '42' }
  test.each([
    [
      'greenhouse',
      'https://job-boards.greenhouse.io/acme/jobs/42',
      'https://job-boards.greenhouse.io/acme/jobs/42',
    ],
    [
      'greenhouse',
      'https://acme.example/jobs?gh_jid=42',
      'https://job-boards.greenhouse.io/embed/job_app?for=acme&token=42',
    ],
    ['lever', 'https://jobs.eu.lever.co/acme/42/apply', 'https://jobs.eu.lever.co/acme/42/apply'],
    [
      'ashby',
      'https://acme.example/careers?ashby_jid=42',
      'https://jobs.ashbyhq.com/acme/42/application',
    ],
  ] as const)('%s: %s', (board, applyUrl, form) => {
    expect(formAddress({ ...posting, board, applyUrl })).toBe(form)
  })
})

describe('the guard', () => {
  const asked = (method: string, url: string, leavesPage = false, body = ''): Asked => ({
    method,
    url: new URL(url),
    leavesPage,
    body,
  })
  const lever = 'https://jobs.lever.co/acme/42/apply'
  const graphql = 'https://jobs.ashbyhq.com/api/non-user-graphql?op='

  test('lets nothing out while a form is filled but what a form needs', () => {
    const guard = formGuard('lever')
    guard.hold()
    expect(guard.admits(asked('GET', 'https://jobs.lever.co/searchLocations?text=B'))).toBe(true)
    expect(guard.admits(asked('POST', 'https://jobs.lever.co/parseResume'))).toBe(true)
    expect(guard.admits(asked('POST', lever, true))).toBe(false)
    expect(guard.admits(asked('PUT', lever))).toBe(false)
    // A form may be sent by GET as well: then the page is left.
    expect(guard.admits(asked('GET', `${lever}?name=Zoe`, true))).toBe(false)
    expect(guard.sent).toEqual([])
  })

  test('lets drafts of fields pass and no application, by the name of the operation', () => {
    const guard = formGuard('ashby')
    guard.hold()
    const admits = (op: string) => guard.admits(asked('POST', graphql + op))
    for (const op of [
      'ApiJobPosting',
      'ApiSetFormValue',
      'ApiSetFormValueToFile',
      'ApiCreateFileUploadHandle',
    ])
      expect(admits(op), op).toBe(true)
    for (const op of [
      'ApiSubmitSingleApplicationFormAction',
      'ApiSubmitMultipleFormsAction',
      'ApiSomethingNew',
      '',
    ])
      expect(admits(op), op).toBe(false)
    const hidden = '{"operationName":"ApiSubmitSingleApplicationFormAction"}'
    expect(guard.admits(asked('POST', `${graphql}ApiSetFormValue`, false, hidden))).toBe(false)
    const elsewhere = 'https://jobs.ashbyhq.com/send?to=/api/non-user-graphql?op=ApiSetFormValue'
    expect(guard.admits(asked('POST', elsewhere))).toBe(false)
  })

  test('reaches a captcha’s host for the captcha alone', () => {
    const guard = formGuard('greenhouse')
    expect(guard.admits(asked('GET', 'https://www.google.com/recaptcha/enterprise.js'))).toBe(true)
    expect(
      guard.admits(asked('POST', 'https://www.recaptcha.net/recaptcha/enterprise/reload')),
    ).toBe(true)
    expect(guard.admits(asked('GET', 'https://www.google.com/ccm/collect?email=zoe'))).toBe(false)
  })

  test('lets an application out once', () => {
    const guard = formGuard('ashby')
    guard.hold()
    guard.open()
    const submit = asked('POST', `${graphql}ApiSubmitSingleApplicationFormAction`)
    expect([guard.admits(submit), guard.admits(submit)]).toEqual([true, false])
    expect(guard.sent).toHaveLength(1)
    guard.close()
    expect(guard.admits(asked('POST', `${graphql}ApiSetFormValue`))).toBe(false)
    expect(guard.admits(asked('POST', `${graphql}ApiSubmitMultipleFormsAction`))).toBe(false)
  })
})
