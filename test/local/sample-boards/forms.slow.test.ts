// The sample forms themselves: a person who fills one is received, and each trap catches who falls into it.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Frame, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SamplePosting } from '../../../packages/local/sample-boards/employers.ts'
import {
  type SampleBoards,
  startSampleBoards,
} from '../../../packages/local/sample-boards/server.ts'
import { startBrowser } from '../../support/browser.ts'
import { until } from '../../support/wait.ts'
import { attach, byId, choose, click, keyOf, take, textOf, type } from './hands.ts'

const home = mkdtempSync(path.join(tmpdir(), 'countersign-forms-'))
const cv = path.join(home, 'Ada_Example_CV.pdf')
const letter = path.join(home, 'Ada_Example_Letter.pdf')
writeFileSync(cv, '%PDF-1.7 the CV')
writeFileSync(letter, '%PDF-1.7 the letter')
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

let boards: SampleBoards
let browser: Browser
const pages: Page[] = []

beforeAll(async () => {
  boards = await startSampleBoards({ delays: { slowMs: 300, parseMs: 100, lookupMs: 20 } })
  browser = await startBrowser()
}, 60_000)

afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
})

afterAll(async () => {
  await browser?.close()
  await boards?.stop()
  rmSync(home, { recursive: true })
})

function sample(account: string, slug: string): SamplePosting {
  const found = boards.postings.find(
    (posting) => posting.employer.account === account && posting.slug === slug,
  )
  if (!found) throw new Error(`there is no ${slug} at ${account}`)
  return found
}

/** Opens the form; `first` runs in the page before any of its own scripts. */
async function open(posting: SamplePosting, first?: () => void): Promise<Page> {
  const page = await browser.newPage()
  pages.push(page)
  if (first) await page.evaluateOnNewDocument(first)
  await page.goto(boards.applyUrl(posting.key), { waitUntil: 'load' })
  return page
}

const received = (posting: SamplePosting) =>
  boards.submissions.filter((submission) => submission.posting === posting.key)
const sends = (posting: SamplePosting) =>
  boards.requests.filter(
    ({ kind, path: at, fields }) =>
      kind === 'submit' &&
      (at.includes(posting.id) || fields.jobPostingId?.includes(posting.id) === true),
  )
const answer = (posting: SamplePosting, label: string) =>
  received(posting)[0]?.answers.find((given) => given.label?.includes(label))?.value

/** Name, address, phone and CV in a current Greenhouse form. */
async function greenhouseBasics(where: Page | Frame): Promise<void> {
  await attach(where, '#resume', cv)
  await type(where, '#first_name', 'Ada')
  await type(where, '#last_name', 'Example')
  await type(where, '#email', 'ada@example.com')
  await type(where, '#phone', '+49 30 5550142')
}

const submitGreenhouse = (where: Page | Frame) => click(where, '.application--submit button')

test('F1: a person is received, byte for byte and once', async () => {
  const job = sample('ferrograph', 'platform-engineer')
  const page = await open(job)
  await greenhouseBasics(page)
  await attach(page, '#cover_letter', letter)
  await choose(page, keyOf(job, 'authorised'), 'Yes')
  await choose(page, keyOf(job, 'sponsorship'), 'No')
  expect(sends(job)).toEqual([])
  await submitGreenhouse(page)
  await page.waitForSelector('.confirmation')
  expect(received(job)).toMatchObject([
    {
      dropped: null,
      files: [
        { label: 'Resume/CV', name: 'Ada_Example_CV.pdf', sha256: hash(cv) },
        { label: 'Cover Letter', name: 'Ada_Example_Letter.pdf', sha256: hash(letter) },
      ],
    },
  ])
  expect(answer(job, 'Phone')).toBe('+49305550142')
  expect(answer(job, 'sponsorship')).toBe('No')
  expect(sends(job)).toHaveLength(1)
})

test('F1: values set without typing, filter text and hidden twins are no answers', async () => {
  const job = sample('ferrograph', 'backend-device-fleet')
  const page = await open(job)
  const asked = keyOf(job, 'authorised')
  await page.waitForSelector(byId(asked))
  await page.evaluate((id) => {
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type=text]')) {
      input.value = 'Ada'
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    for (const twin of document.querySelectorAll<HTMLInputElement>('input[required]'))
      twin.value = 'Yes'
    document.getElementById(id)?.click()
  }, asked)
  expect(await page.$('.select__menu')).toBeNull()
  await type(page, byId(asked), 'Yes')
  await submitGreenhouse(page)
  expect(await textOf(page, byId(`${asked}-error`))).toBe('This field is required.')
  expect(await textOf(page, '#first_name-error')).toBe('This field is required.')
  expect(await page.$eval(byId(asked), (input) => (input as HTMLInputElement).value)).toBe('')
  expect(sends(job)).toEqual([])
})

test('F1: the first option of the page is Afghanistan, and a national number is another country’s', async () => {
  const page = await open(sample('ferrograph', 'platform-engineer'))
  await type(page, '#phone', '30 5550142')
  expect(await textOf(page, '.iti__selected-dial-code')).toBe('+30')
  expect((await page.$$('[role=option]')).length).toBeGreaterThan(200)
  await page.$eval('[role=option]', (option) => (option as HTMLElement).click())
  expect(await textOf(page, '.iti__selected-dial-code')).toBe('+93')
})

test('F2: everything a board can ask is received, with race only after a No and nothing declined by itself', async () => {
  const job = sample('ferrograph', 'senior-backend-measurements')
  const page = await open(job)
  await greenhouseBasics(page)
  expect(await textOf(page, '[data-country] .select__single-value')).toBe('+49')
  await choose(page, 'candidate-location', 'Berlin, Germany', 'Berlin')
  await choose(page, keyOf(job, 'authorised'), 'Yes')
  await choose(page, keyOf(job, 'sponsorship'), 'No')
  await type(page, byId(keyOf(job, 'salary')), '92,000')
  await type(page, byId(keyOf(job, 'notice')), '12 weeks')
  const race = () => page.$eval('[data-field="race"]', (node) => (node as HTMLElement).hidden)
  expect(await race()).toBe(true)
  await choose(page, 'hispanic_ethnicity', 'No')
  expect(await race()).toBe(false)
  await click(page, '#gdpr_processing_consent_given')
  await submitGreenhouse(page)
  await page.waitForSelector('.confirmation')
  expect(answer(job, 'Location')).toBe('Berlin, Germany')
  expect(received(job)[0]?.answers.filter(({ key }) => /^\d+$|^gender$/.test(key))).toEqual([])
})

test('F2: its numeric ids are no selectors, its consent makes voluntary questions required, its inputs move up', async () => {
  const job = sample('ferrograph', 'senior-backend-measurements')
  const page = await open(job)
  await page.waitForSelector('#gender')
  const numeric = job.form.fields.find(({ section }) => section === 'demographic')?.key ?? ''
  await expect(page.$(`#${numeric}`)).rejects.toThrow()
  await click(page, '#gdpr_demographic_data_consent_given')
  await submitGreenhouse(page)
  expect(await textOf(page, byId(`${numeric}-error`))).toBe('This field is required.')
  // The first file input of the page is the CV's until it has a file, and then the letter's.
  await attach(page, 'input[type=file]', cv)
  await page.waitForSelector('.file-upload__filename')
  expect(await page.$eval('input[type=file]', ({ id }) => id)).toBe('cover_letter')
})

test('F3: the form is in a frame under a cookie banner', async () => {
  const job = sample('tidewater-labs', 'senior-software-engineer-delivery')
  const page = await open(job)
  expect(await page.$('#application-form')).toBeNull()
  const covered = await page.evaluate(
    () => document.elementFromPoint(400, 300)?.closest('.cookies') !== null,
  )
  expect(covered).toBe(true)
  await take(page, '.cookies button', 'Reject all')
  const frame = await until(() => page.frames().find((one) => one.url().includes('/embed/job_app')))
  await greenhouseBasics(frame)
  await choose(frame, keyOf(job, 'authorised'), 'Yes')
  await choose(frame, keyOf(job, 'sponsorship'), 'No')
  await type(frame, byId(keyOf(job, 'notice')), '12 weeks')
  await submitGreenhouse(frame)
  await until(() => received(job).length === 1)
  expect(sends(job)).toHaveLength(1)
})

async function leverBasics(page: Page, job: SamplePosting): Promise<void> {
  await attach(page, '#resume-upload-input', cv)
  await page.waitForSelector('.resume-upload-success', { visible: true })
  for (const [name, value] of [
    ['name', 'Ada Example'],
    ['email', 'ada@example.com'],
  ] as const) {
    await page.$eval(`input[name=${name}]`, (input) => ((input as HTMLInputElement).value = ''))
    await type(page, `input[name=${name}]`, value)
  }
  await type(page, '#location-input', 'Berl')
  await take(page, '.dropdown-location', 'Berlin, Germany')
  for (const { key, kind } of job.form.fields.filter(({ key }) => key.startsWith('cards['))) {
    if (kind === 'yes-no') await click(page, `input[name="${key}"][value="Yes"]`)
  }
}

test('F4: what a script set before the upload is overwritten, a place that was only typed is gone', async () => {
  const job = sample('mossbank', 'senior-backend-ledger')
  const page = await open(job)
  const value = (name: string) =>
    page.$eval(`input[name="${name}"]`, (input) => (input as HTMLInputElement).value)
  for (const name of ['name', 'email', 'org'])
    await page.$eval(`input[name=${name}]`, (input) => ((input as HTMLInputElement).value = 'Ada'))
  await attach(page, '#resume-upload-input', cv)
  await page.waitForSelector('.resume-upload-success', { visible: true })
  expect([await value('name'), await value('email'), await value('org')]).toEqual([
    'CURRICULUM VITAE',
    '',
    'Lebenslauf',
  ])
  await type(page, '#location-input', 'Berlin, Germany')
  await page.focus('input[name=org]')
  expect(await value('location')).toBe('')
  // The first input of the marketing consent is hidden and says 0.
  expect(
    await page.$eval('[name="consent[marketing]"]', (input) => input.getAttribute('type')),
  ).toBe('hidden')
  // The prompt of the dropdown is no answer.
  expect(
    await page.$eval('select[name^="cards"]', (select) => (select as HTMLSelectElement).value),
  ).toBe('')
  expect(boards.requests.filter(({ kind }) => kind === 'upload')).not.toEqual([])
  expect(sends(job)).toEqual([])
})

test('F4: a person is received, and free text as a place is refused with the files gone', async () => {
  const job = sample('mossbank', 'senior-backend-ledger')
  const page = await open(job)
  await leverBasics(page, job)
  await type(page, `input[name="${keyOf(job, 'notice')}"]`, '12 weeks')
  await page.$eval('#selected-location', (input) => ((input as HTMLInputElement).value = ''))
  await Promise.all([page.waitForNavigation(), click(page, '#btn-submit')])
  expect(await textOf(page, '.application-error')).toContain('Current location')
  expect(received(job)).toEqual([])

  await leverBasics(page, job)
  await type(page, `input[name="${keyOf(job, 'notice')}"]`, '12 weeks')
  await Promise.all([page.waitForNavigation(), click(page, '#btn-submit')])
  expect(page.url()).toMatch(/\/thanks$/)
  expect(received(job)).toMatchObject([
    { dropped: null, files: [{ field: 'resume', sha256: hash(cv) }] },
  ])
  expect(answer(job, 'Tell me')).toBeUndefined()
})

test('F5: the first upload is a decoy, an upload forgets Yes and No, a second click takes an answer back', async () => {
  const job = sample('tarnwood', 'backend-engineer-inventory')
  const page = await open(job)
  const yes = `[data-field-path="${keyOf(job, 'authorised')}"] [data-option=yes]`
  const no = `[data-field-path="${keyOf(job, 'sponsorship')}"] [data-option=no]`
  const pressed = () => page.$eval(yes, (button) => button.getAttribute('aria-pressed'))
  await type(page, '#_systemfield_name', 'Ada Example')
  await click(page, yes)
  await click(page, yes)
  expect(await pressed()).toBe('false')
  await click(page, yes)
  expect(await pressed()).toBe('true')
  await attach(page, 'input[type=file]', cv)
  await until(async () => (await pressed()) === 'false')
  expect(await page.$eval('#_systemfield_name', (input) => (input as HTMLInputElement).value)).toBe(
    'Curriculum Vitae',
  )
  await click(page, '.ashby-application-form-submit-button')
  expect(await textOf(page, '.ashby-application-form-alerts')).toContain(
    'Missing entry for required field: Resume',
  )
  expect(sends(job)).toEqual([])

  await attach(page, '#_systemfield_resume', cv)
  await until(async () => (await textOf(page, '.uploaded')) !== '')
  await page.$eval('#_systemfield_name', (input) => (input as HTMLInputElement).select())
  await type(page, '#_systemfield_name', 'Ada Example')
  await type(page, '#_systemfield_email', 'ada@example.com')
  await click(page, yes)
  await click(page, no)
  await click(page, '.ashby-application-form-submit-button')
  await page.waitForSelector('.ashby-application-form-success-container')
  expect(received(job)).toMatchObject([{ dropped: null, files: [{ sha256: hash(cv) }] }])
  expect(answer(job, 'Name')).toBe('Ada Example')

  await page.reload()
  await attach(page, '#_systemfield_resume', cv)
  await until(async () => (await textOf(page, '.uploaded')) !== '')
  await type(page, '#_systemfield_name', 'Ada Example')
  await type(page, '#_systemfield_email', 'ada@example.com')
  await click(page, yes)
  await click(page, no)
  await click(page, '.ashby-application-form-submit-button')
  await until(async () => (await page.$('[role=alert]')) !== null)
  expect(await textOf(page, '[role=alert]')).toBe('You have already applied to this job.')
  expect(received(job)).toHaveLength(1)
})

test('F6: whoever fills every input is thanked, and read by nobody', async () => {
  const job = sample('ferrograph', 'software-engineer-harbour-portal')
  const page = await open(job)
  await greenhouseBasics(page)
  await choose(page, keyOf(job, 'authorised'), 'Yes')
  await page.$$eval('#application-form input[type=text]', (inputs) => {
    for (const input of inputs as HTMLInputElement[]) if (input.name !== '') input.value = 'Ada'
  })
  await take(page, '.cookies button', 'Save')
  await submitGreenhouse(page)
  await page.waitForSelector('.confirmation')
  expect(received(job)).toMatchObject([{ dropped: '“website” was filled, which only robots do' }])
  const inbox = await browser.newPage()
  pages.push(inbox)
  await inbox.goto(`${boards.origin}/inbox`)
  expect(await textOf(inbox, 'article.dropped')).toContain('Nobody will read this application')
})

test('F7: a slow form has no fields at first, a first step thanks for nothing', async () => {
  const slow = sample('ferrograph', 'infrastructure-engineer')
  boards.changeForm(slow.key, (form) => ({ ...form, traits: ['slow', 'two-step'] }))
  const page = await open(slow, () => {
    addEventListener('DOMContentLoaded', () => {
      document.title = `${document.querySelectorAll('#first_name').length} fields at first`
    })
  })
  expect(await page.title()).toBe('0 fields at first')
  await page.waitForSelector('#first_name')
  await type(page, '#first_name', 'Ada')
  await type(page, '#last_name', 'Example')
  await type(page, '#email', 'ada@example.com')
  await type(page, '#phone', '+49305550142')
  await submitGreenhouse(page)
  expect(await textOf(page, '.notice')).toContain('Thank you')
  expect(sends(slow)).toEqual([])
  await attach(page, '#resume', cv)
  await choose(page, keyOf(slow, 'authorised'), 'Yes')
  await choose(page, keyOf(slow, 'sponsorship'), 'No')
  await type(page, byId(keyOf(slow, 'incident')), 'A full disk.')
  await submitGreenhouse(page)
  await until(() => received(slow).length === 1)
})

test('F7: a session that expired keeps the text and loses the files; a closed posting keeps its form', async () => {
  const job = sample('ferrograph', 'working-student-firmware')
  boards.changeForm(job.key, (form) => ({ ...form, traits: ['session-expires'] }))
  const page = await open(job)
  await greenhouseBasics(page)
  await choose(page, keyOf(job, 'authorised'), 'Yes')
  await submitGreenhouse(page)
  await page.waitForSelector('.notice')
  expect(await textOf(page, '.notice')).toContain('Your session has expired')
  expect(await page.$eval('#email', (input) => (input as HTMLInputElement).value)).toBe(
    'ada@example.com',
  )
  expect(await page.$('.file-upload__filename')).toBeNull()
  boards.changeForm(job.key, (form) => ({ ...form, traits: ['closed-banner'] }))
  await attach(page, '#resume', cv)
  await submitGreenhouse(page)
  await until(async () => (await textOf(page, '.notice')).includes('no longer accepting'))
  expect(received(job)).toEqual([])
  await page.reload()
  expect(await textOf(page, '.job-status')).toContain('no longer accepting')
  expect(await page.$('#application-form')).not.toBeNull()

  boards.close(job.key)
  await page.reload()
  expect(page.url()).toContain('?error=true')
})

async function sendWith(captcha: SamplePosting['form']['captcha']): Promise<[Page, SamplePosting]> {
  const job = sample('ferrograph', 'calibration-software-engineer')
  boards.changeForm(job.key, (form) => ({ ...form, captcha }))
  const page = await open(job)
  await greenhouseBasics(page)
  await choose(page, keyOf(job, 'authorised'), 'Yes')
  await submitGreenhouse(page)
  return [page, job]
}

test.each([
  ['challenge', 'iframe[title=reCAPTCHA]', 0],
  ['challenge-after-click', 'iframe[title^="recaptcha challenge"]', 0],
  ['email-code', '#email-verification', 1],
] as const)('F8: with %s, a click is not an application', async (captcha, shows, posts) => {
  const before = sends(sample('ferrograph', 'calibration-software-engineer')).length
  const [page, job] = await sendWith(captcha)
  await page.waitForSelector(shows, { visible: true })
  await until(() => sends(job).length - before === posts)
  expect(received(job)).toEqual([])
  expect(await page.$('.confirmation')).toBeNull()
})

test('F8: a click may change nothing at all, and a badge asks for nothing', async () => {
  const [silent, job] = await sendWith('silent')
  await until(() => sends(job).some(({ status, fields }) => status === 200 && fields.email))
  expect(await silent.$('.notice')).toBeNull()
  expect(received(job)).toEqual([])
  const [page] = await sendWith('badge')
  await page.waitForSelector('.confirmation')
  expect(received(job)).toHaveLength(1)
})

test('Greenhouse’s old form takes a person too, its file by a form of its own', async () => {
  const job = sample('tidewater-labs', 'platform-engineer-model-runs')
  const page = await open(job)
  await attach(page, '#s3_upload_for_resume input', cv)
  await until(async () => (await textOf(page, '#resume_filename')).endsWith('.pdf'))
  for (const [id, value] of [
    ['first_name', 'Ada'],
    ['last_name', 'Example'],
    ['email', 'ada@example.com'],
    ['phone', '+49 30 5550142'],
  ] as const)
    await type(page, byId(id), value)
  await page.$eval('.select2-choice', (link) => (link as HTMLElement).click())
  expect(await page.$('.select2-drop')).toBeNull()
  for (const [index, text] of ['Yes', 'No'].entries()) {
    const container = (await page.$$('.select2-container'))[index]
    await container?.click()
    await take(page, '.select2-result', text)
  }
  await Promise.all([page.waitForNavigation(), click(page, '#submit_app')])
  expect(page.url()).toMatch(/confirmation$/)
  expect(received(job)).toMatchObject([
    { dropped: null, files: [{ field: 'resume', sha256: hash(cv) }] },
  ])
  expect(answer(job, 'sponsorship')).toBe('No')
})
