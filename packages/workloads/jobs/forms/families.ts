// The layouts of hosted forms that can be filled, as tables. Seen in public field notes of 2026.
import type { Page } from 'puppeteer-core'
import type { Anatomy } from './page/survey.ts'
import type { FormSchema } from './schema.ts'

export interface Family {
  board: FormSchema['board']
  variant: string
  anatomy: Anatomy
  /** A stable key from the markup's own. */
  key(raw: string): string
  /** The one button that sends the application. Hidden twins and other buttons never match. */
  submit: string
  /** Shown while a file is being read, and when that failed. */
  busy: string
  failed: string
  /** How the board itself says that it has the application. */
  confirmed: { path: RegExp | null; said: RegExp }
}

const same = (raw: string) => raw

const greenhouse: Family = {
  board: 'greenhouse',
  variant: 'current',
  anatomy: {
    form: 'form#application-form.application--form',
    entry: '',
    title: '',
    description: '.description',
    demographic: '.eeoc__container, #demographic-section',
    keyFrom: 'id',
    number: '',
    lookup: '',
  },
  key: (raw) => (raw === 'candidate-location' ? 'location' : raw),
  submit: '.application--submit button[type=submit]',
  busy: '.file-upload [role=progressbar], .file-upload [aria-busy=true]',
  failed: '.file-upload .helper-text--error:not([hidden])',
  confirmed: { path: /\/confirmation\/?$/, said: /^thank you for applying/i },
}

const greenhouseOld: Family = {
  ...greenhouse,
  variant: 'old',
  anatomy: {
    ...greenhouse.anatomy,
    // Its files go up by forms of their own, beside the one that is sent.
    form: '#application:has(form#application_form)',
    entry: '.field',
    title: 'label',
    demographic: '#eeoc_fields, #demographic_questions',
    keyFrom: 'name',
    number: 'input[type=hidden][name$="[question_id]"]',
  },
  key: (raw) => /^job_application\[(\w+)\](?:\[\])?$/.exec(raw)?.[1] ?? raw,
  submit: '#submit_app',
  busy: '.progress-bar.active',
  failed: '.attachment-error, .upload-error',
}

const lever: Family = {
  board: 'lever',
  variant: 'current',
  anatomy: {
    form: 'form#application-form[enctype="multipart/form-data"]',
    entry: '.application-question',
    title: ':is(.application-label > .text, .application-label:not(:has(> .text)))',
    description: '.application-label:has(> .text) > :not(.text)',
    demographic: '[name^="eeo["], [name^="surveysResponses["]',
    keyFrom: 'name',
    number: '',
    lookup: '#location-input',
  },
  key: same,
  submit: '#btn-submit',
  busy: '.resume-upload-working',
  failed: '.resume-upload-oversize',
  confirmed: { path: /\/thanks\/?$/, said: /application submitted/i },
}

const ashby: Family = {
  board: 'ashby',
  variant: 'current',
  anatomy: {
    form: '#form[role=tabpanel]',
    entry: '[data-field-path]',
    title: '.ashby-application-form-question-title',
    description: '.ashby-application-form-question-description',
    demographic: '[data-field-path*="_eeoc_"], .ashby-survey-form-container',
    keyFrom: 'path',
    number: '',
    lookup: '',
  },
  key: same,
  submit: 'button.ashby-application-form-submit-button',
  busy: '[data-field-path] [aria-busy=true], [data-field-path] [role=progressbar]',
  failed: '[data-field-path] [class*=_error_]',
  confirmed: { path: null, said: /your application was successfully submitted/i },
}

const families: readonly Family[] = [greenhouse, greenhouseOld, lever, ashby]

/** The layout of the page's form, or null: unknown, or not there yet. */
export async function familyOf(page: Page, board: Family['board']): Promise<Family | null> {
  const own = families.filter((family) => family.board === board)
  const at = await page.evaluate(
    (forms) => forms.findIndex((form) => document.querySelector(form) !== null),
    own.map(({ anatomy }) => anatomy.form),
  )
  const family = own[at]
  if (!family) return null
  const embedded = family === greenhouse && /\/embed\//.test(new URL(page.url()).pathname)
  return embedded ? { ...family, variant: 'embedded' } : family
}
