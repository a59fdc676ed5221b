// Fills a form as planned, files first, and makes sure that it holds that and nothing else.
import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, Page } from 'puppeteer-core'
import { type Tile, tilesOf } from '#clients'
import { attach } from './attach.ts'
import { answerOf, type Difference, type FieldValue, means, shown } from './compare.ts'
import { difference, differencesIn, initial, type Plan, same } from './differences.ts'
import { type Network, quiet, watchNetwork } from './network.ts'
import type { Found } from './page/survey.ts'
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

/**
 * Fills the form. Only planned fields are touched; what a page writes into others by itself is taken
 * back. Differences that stay after three rounds are answered; thrown is what may pass, such as a
 * network that failed.
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
  using network = watchNetwork(page)
  let differences: Difference[] = []
  let tiles: Tile[] = []
  let whole = false
  for (let at = 0; at < mostPages; at += 1) {
    await attach(form, plan, files, folder)
    const survey = await answered(form, plan, network)
    differences = differencesIn(form, survey, plan)
    if (differences.length > 0 && network.failed > 0) {
      throw new Error('The network failed while the form was filled.')
    }
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

/** Answers what isn't as planned, reads the form again, and goes on while that helps. */
async function answered(form: FormInPage, plan: Plan, network: Network): Promise<Survey> {
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
    if (network.failed > 0) break
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
