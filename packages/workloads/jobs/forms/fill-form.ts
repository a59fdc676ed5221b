// Fills a form as planned, files first, and makes sure that it holds that and nothing else.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, HTTPRequest, Page } from 'puppeteer-core'
import { type Tile, tilesOf } from '#clients'
import { answerOf, type Difference, type FieldValue, isEmpty, means, shown } from './compare.ts'
import type { Found, Surveyed } from './page/survey.ts'
import { type Question, type Survey, surveyForm } from './questions.ts'
import { type FormInPage, nextButton } from './read.ts'
import type { FormField } from './schema.ts'
import { fill } from './widgets/fill.ts'
import { CannotUse, press } from './widgets/hand.ts'

export interface Filled {
  /** All questions met, those included that appeared as others were answered. */
  fields: FormField[]
  /** Empty when the form holds what was planned and nothing else. */
  differences: Difference[]
  /** What stands in the planned fields, as the page shows it. */
  held: { key: string; label: string; text: string }[]
  /** Of every page of the form, as filled. */
  tiles: Tile[]
}

const rounds = 3
const mostPages = 5
const quietMs = 250
const uploadMs = 30_000

/**
 * Fills the form. Only planned fields are touched; what a page writes into others by itself is taken
 * back. Differences that stay after three rounds are answered, not thrown.
 *
 * @param files the bytes of planned files, by SHA-256.
 * @param folder where they are put to be uploaded.
 */
export async function fillForm(
  form: FormInPage,
  values: readonly FieldValue[],
  files: ReadonlyMap<string, Uint8Array>,
  folder: string,
): Promise<Filled> {
  const plan = new Map(values.map((value) => [value.key, value]))
  const { page, met } = form
  let differences: Difference[] = []
  let tiles: Tile[] = []
  let whole = false
  for (let at = 0; at < mostPages; at += 1) {
    await attach(form, plan, files, folder)
    const survey = await answered(form, plan)
    differences = differencesIn(form, survey, plan)
    for (const { field, found } of survey.questions)
      met.set(field.key, { field, text: shown(found) })
    await unfold(page)
    tiles = await tilesOf(page)
    const next = await nextButton(page, form.family)
    whole = next === null
    if (!next || differences.length > 0 || !(await turned(form, next))) break
    form.left.push(...tiles)
    tiles = []
  }
  // What a later page asks isn't gone while that page wasn't reached.
  const gone = whole ? values.filter(({ key }) => !met.has(key)) : []
  const called = (key: string) => form.knowledge.api.find((one) => one.key === key)?.label ?? key
  return {
    fields: [...met.values()].map(({ field }) => field),
    differences: [
      ...differences,
      ...gone.map(({ key }) => difference(key, called(key), 'gone', null, null)),
    ],
    held: [...met.values()]
      .filter(({ field }) => plan.has(field.key))
      .map(({ field: { key, label }, text }) => ({ key, label, text: text ?? '' })),
    tiles: [...form.left, ...tiles],
  }
}

type Plan = ReadonlyMap<string, FieldValue>

/** Uploads first: pages read the file and then write over, or draw anew, what stood there. */
async function attach(
  form: FormInPage,
  plan: Plan,
  files: ReadonlyMap<string, Uint8Array>,
  folder: string,
): Promise<void> {
  const { questions } = await surveyForm(form.page, form.family, form.knowledge)
  for (const { field } of questions.filter(({ widget }) => widget === 'file')) {
    const value = plan.get(field.key)?.value
    if (typeof value !== 'object' || Array.isArray(value)) continue
    const bytes = files.get(value.file)
    if (!bytes) throw new Error(`There are no bytes for the file ${value.file}.`)
    if (!/^[\w.-]+$/.test(value.name)) throw new Error('A file for a form needs a plain name.')
    // The controls are looked up again for every file: the upload before may have drawn new ones.
    const now = await surveyForm(form.page, form.family, form.knowledge)
    const question = now.questions.find((one) => one.field.key === field.key)
    if (question?.found === value.name) continue
    const input = question?.controls[0]
    if (!input) throw new Error(`“${field.label}” takes no file any more.`)
    const own = join(folder, field.key.replace(/\W/g, '-'))
    await mkdir(own, { recursive: true })
    const path = join(own, value.name)
    await writeFile(path, bytes)
    await upload(form, field, input as ElementHandle<HTMLInputElement>, path)
  }
}

async function upload(
  { page, family }: FormInPage,
  { label }: FormField,
  input: ElementHandle<HTMLInputElement>,
  path: string,
): Promise<void> {
  let lost = false
  const onFailed = (request: HTTPRequest) => {
    // What the guard keeps back is aborted, and no upload.
    const aborted = request.failure()?.errorText === 'net::ERR_ABORTED'
    lost ||= request.method() !== 'GET' && !aborted
  }
  page.on('requestfailed', onFailed)
  try {
    await input.uploadFile(path)
    const until = performance.now() + uploadMs
    for (;;) {
      await quiet(page)
      const state = await page.evaluate(
        (...selectors) => {
          const all = selectors.map((one) => [...document.querySelectorAll(one)])
          return all.map((found) => found.some((one) => one.checkVisibility()))
        },
        family.failed,
        family.busy,
      )
      const [failed, busy] = state
      if (failed || lost) throw new Error(`The file for “${label}” didn’t reach the board.`)
      if (!busy) return
      if (performance.now() > until) throw new Error(`The file for “${label}” takes too long.`)
      await pause(200)
    }
  } finally {
    page.off('requestfailed', onFailed)
  }
}

/** Answers what isn't as planned, reads the form again, and goes on while that helps. */
async function answered(form: FormInPage, plan: Plan): Promise<Survey> {
  const { page, family, knowledge } = form
  let survey = await surveyForm(page, family, knowledge)
  for (let round = 0; round < rounds; round += 1) {
    let touched = 0
    for (const question of survey.questions) {
      const answer = toWrite(form, question, plan)
      if (answer === null) continue
      touched += 1
      await use(page, question, answer, round > 0)
    }
    if (touched === 0) break
    await quiet(page)
    survey = await surveyForm(page, family, knowledge)
  }
  return survey
}

/** What has to be written into a question now; null when it is right, or nobody's to change. */
function toWrite(form: FormInPage, question: Question, plan: Plan) {
  const { field, found, widget } = question
  if (widget === 'file') return null
  const value = plan.get(field.key)
  if (value) {
    const answer = answerOf(field, value)
    return answer === null || means(field, answer, found) ? null : answer
  }
  const before = initial(form, field.key)
  if (same(before, found) || widget === 'radios' || widget === 'toggle') return null
  return widget === 'combobox' || widget === 'lookup' ? null : before
}

function initial(form: FormInPage, key: string): Found {
  return form.first.questions.find(({ field }) => field.key === key)?.found ?? ''
}

const same = (a: Found, b: Found) => (isEmpty(a) && isEmpty(b)) || shown(a) === shown(b)

async function use(page: Page, question: Question, answer: Found, slowly: boolean): Promise<void> {
  const { widget, controls, field } = question
  if (widget === 'file') return
  const labels = field.options.map(({ label }) => label)
  try {
    await fill[widget]({ page, controls, labels, answer, slowly })
  } catch (error) {
    // What the control refuses shows when the form is read again; a control that was drawn anew in
    // the meantime gets its answer in the next round. A lost browser isn't either of them.
    const redrawn = error instanceof Error && /detached|disposed|not connected/i.test(error.message)
    if (!(error instanceof CannotUse) && !redrawn) throw error
  }
}

function differencesIn(form: FormInPage, survey: Survey, plan: Plan): Difference[] {
  const all = survey.questions.flatMap(({ field, found }) => {
    const { key, label, required } = field
    const value = plan.get(key)
    if (!value) {
      if (!same(initial(form, key), found))
        return [difference(key, label, 'unplanned', null, shown(found))]
      return required && isEmpty(found) ? [difference(key, label, 'unanswered', null, null)] : []
    }
    const answer = answerOf(field, value)
    if (answer === null)
      return [difference(key, label, 'not-offered', String(value.value), shown(found))]
    return means(field, answer, found)
      ? []
      : [difference(key, label, 'other', shown(answer), shown(found))]
  })
  // Nothing was put where nobody looks. Fields of an earlier page are hidden now, and were read there.
  const known = new Set([...form.met.keys(), ...plan.keys()])
  const touched = changed(form.first.rest, survey.rest).filter(
    ({ name }) => !known.has(form.family.key(name)),
  )
  return [
    ...all,
    ...touched.map(({ name, found }) => difference(name, name, 'unplanned', null, shown(found))),
  ]
}

/** Of the controls that belong to no question those that hold something they didn't hold at first. */
function changed(before: Surveyed['rest'], now: Surveyed['rest']): Surveyed['rest'] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.findIndex(({ name, found }) => name === one.name && found === one.found)
    if (at >= 0) left.splice(at, 1)
    return at < 0 && !isEmpty(one.found)
  })
}

function difference(
  key: string,
  label: string,
  why: Difference['why'],
  planned: string | null,
  found: string | null,
): Difference {
  return { key, label, why, planned, found }
}

/** Goes to the form's next page. False when the button changed nothing. */
async function turned(form: FormInPage, next: ElementHandle<Element>): Promise<boolean> {
  const keys = async () => {
    const { questions } = await surveyForm(form.page, form.family, form.knowledge)
    return questions.map(({ field }) => field.key).join()
  }
  const before = await keys()
  if (!(await press(form.page, next))) return false
  for (let waited = 0; waited < 5_000; waited += 250) {
    await quiet(form.page)
    if ((await keys()) !== before) return true
    await pause(250)
  }
  return false
}

/** A long text shows in the pictures only where its box is as tall; nothing has the focus there. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const box of document.querySelectorAll('textarea')) {
      if (box.scrollHeight > box.clientHeight) box.style.height = `${box.scrollHeight + 4}px`
    }
  })
}

/** Waits until the page asks nothing of the network for a moment, at most eight seconds. */
export async function quiet(page: Page, idleMs = quietMs): Promise<void> {
  try {
    await page.waitForNetworkIdle({ idleTime: idleMs, timeout: 8_000 })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
  }
}
