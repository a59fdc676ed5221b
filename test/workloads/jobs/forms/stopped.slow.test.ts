// What stops an application: captchas, codes, closed postings, refusals. None is taken for a success.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Posting } from '../../../../packages/workloads/jobs/boards/index.ts'
import type { Pressed } from '../../../../packages/workloads/jobs/forms/index.ts'
import {
  answersFor,
  documents,
  ownPage,
  type SampleForms,
  sampleForms,
  schemaOf,
} from '../../../support/sample-forms.ts'

let forms: SampleForms

beforeAll(async () => {
  forms = await sampleForms()
})
afterAll(() => forms.stop())

type Change = Parameters<SampleForms['boards']['changeForm']>[1]
type Captcha = ReturnType<Change>['captcha']

/** A posting's form with this change, for the time of `work`. */
async function changed<T>(
  board: Posting['board'],
  change: Change,
  work: (sample: ReturnType<SampleForms['sample']>) => Promise<T>,
): Promise<T> {
  const sample = forms.sample(board)
  forms.boards.changeForm(sample.key, change)
  forms.forget()
  try {
    return await work(sample)
  } finally {
    forms.boards.changeForm(sample.key, () => sample.form)
  }
}

const withCaptcha =
  (captcha: Captcha): Change =>
  (form) => ({ ...form, captcha })

function sent(board: Posting['board'], change: Change): Promise<Pressed> {
  return changed(board, change, (sample) =>
    forms.open(sample, async (form) => {
      const plan = answersFor(schemaOf(form.reading).fields)
      const filled = await form.fill(plan, documents.bytes)
      expect(filled.differences).toEqual([])
      expect(forms.submits()).toEqual([])
      return await form.submit()
    }),
  )
}

describe('before anything is filled', () => {
  test.each(['greenhouse', 'lever', 'ashby'] as const)(
    '%s: a visible challenge hands over',
    (board) =>
      changed(board, withCaptcha('challenge'), (sample) =>
        forms.open(sample, async ({ reading }) => {
          expect(reading).toMatchObject({ kind: 'handover', why: 'challenge' })
        }),
      ),
  )

  test.each(['greenhouse', 'lever', 'ashby'] as const)(
    '%s: a posting that is no longer accepting is closed, in spite of its form',
    (board) =>
      changed(
        board,
        (form) => ({ ...form, traits: ['closed-banner'] }),
        (sample) =>
          forms.open(sample, async ({ reading }) => {
            expect(reading).toMatchObject({
              kind: 'closed',
              detail: expect.stringMatching(/no longer accepting/),
            })
          }),
      ),
  )

  test.each(['greenhouse', 'lever', 'ashby'] as const)(
    '%s: a posting taken down is closed',
    async (board) => {
      const sample = forms.sample(board)
      const posting = await forms.posting(sample)
      forms.boards.close(sample.key)
      try {
        expect(await forms.at(posting, async ({ reading }) => reading.kind)).toBe('closed')
      } finally {
        forms.boards.open(sample.key)
      }
    },
  )
})

describe('a page that is no form', () => {
  const odd = `<div id=form role=tabpanel>
    <div data-field-path=a class=ashby-application-form-field-entry>
      <label class=ashby-application-form-question-title for=a>Name</label><input id=a></div>
    <div data-field-path=b class=ashby-application-form-field-entry>
      <label class="ashby-application-form-question-title _required_1" for=b>Draw yourself</label>
      <canvas width=80 height=40></canvas></div></div>`
  const pages = [
    [
      'login',
      'login',
      'lever',
      '<h1>Sign in</h1><form><input type=email><input type=password></form>',
    ],
    [
      'a code',
      'email-code',
      'lever',
      '<fieldset id=email-verification><input id=security-input-0></fieldset>',
    ],
    ['another form', 'unknown-form', 'lever', '<h1>Apply</h1><form><input name=first></form>'],
    ['a control of no kind we know', 'unknown-form', 'ashby', odd],
  ] as const

  test.each(pages)('%s: %s', { timeout: 60_000 }, async (_name, why, board, html) => {
    const posting = await forms.posting(forms.sample(board))
    const reading = await ownPage(html, (origin) =>
      forms.at({ ...posting, applyUrl: `${origin}/a` }, async (form) => form.reading, origin),
    )
    expect(reading).toMatchObject({ kind: 'handover', why })
  })
})

describe('after the press', () => {
  test.each(['greenhouse', 'lever'] as const)(
    '%s: a challenge that comes with the press is seen, and nothing was sent',
    { timeout: 60_000 },
    async (board) => {
      const pressed = await sent(board, withCaptcha('challenge-after-click'))
      expect(pressed).toMatchObject({ outcome: 'not-sent', saw: 'challenge' })
      expect(pressed.evidence).toMatchObject({ sent: [] })
      expect(forms.submits()).toEqual([])
    },
  )

  test('a code from an e-mail is asked for: nobody knows whether it arrived', {
    timeout: 60_000,
  }, async () => {
    const pressed = await sent('greenhouse', withCaptcha('email-code'))
    expect(pressed).toMatchObject({ outcome: 'unknown', saw: 'email-code' })
    expect(forms.submits()).toHaveLength(1)
  })

  test('nothing happens at all', { timeout: 90_000 }, async () => {
    const pressed = await sent('greenhouse', withCaptcha('silent'))
    expect(pressed).toMatchObject({ outcome: 'unknown', saw: 'nothing' })
    expect(forms.submits()).toHaveLength(1)
    expect(forms.boards.submissions.filter(({ dropped }) => dropped === null)).toEqual([])
  })

  test('a score that is too low is a complaint', { timeout: 60_000 }, async () => {
    const pressed = await sent('ashby', withCaptcha('silent'))
    expect(pressed).toMatchObject({
      outcome: 'unknown',
      saw: 'complaint',
      detail: expect.stringContaining('RECAPTCHA_SCORE_BELOW_THRESHOLD'),
    })
  })

  test('an old session: the page comes back with the text and without the files', {
    timeout: 60_000,
  }, async () => {
    const pressed = await sent('greenhouse', (form) => ({ ...form, traits: ['session-expires'] }))
    expect(pressed).toMatchObject({ outcome: 'unknown', saw: 'complaint' })
    expect(pressed.detail).toMatch(/session has expired/)
    expect(forms.submits()).toHaveLength(1)
  })

  test('what the page showed is kept', { timeout: 60_000 }, async () => {
    const { evidence } = await sent('lever', withCaptcha('badge'))
    expect(evidence.url).toMatch(/\/thanks$/)
    expect(evidence.text).toContain('Application submitted!')
    expect(evidence.tiles.every(({ bytes }) => bytes.length > 1_000)).toBe(true)
    expect(evidence.sent).toMatchObject([{ method: 'POST', status: 302 }])
  })
})
