// Opens a posting's form and reads what it asks, or says why it can't be filled.
import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, Page } from 'puppeteer-core'
import type { Tile } from '#clients'
import type { Posting } from '../boards/index.ts'
import { oneLine } from '../text/unicode.ts'
import { type Family, familyOf } from './families.ts'
import { notShown } from './greenhouse-questions.ts'
import { obstaclesScript, surveyScript } from './page/kit.ts'
import type { Obstacles } from './page/obstacles.ts'
import { type Knowledge, type Survey, surveyForm } from './questions.ts'
import type { FormField, FormReading, HandoverReason } from './schema.ts'

/** The form in the browser, as it was when it was first read. */
export interface FormInPage {
  page: Page
  family: Family
  knowledge: Knowledge
  first: Survey
  /** All questions met so far, with what they held when they were last seen. */
  met: Map<string, { field: FormField; text: string | null }>
  /** Pictures of the pages that were left for the next one. */
  left: Tile[]
}

export type Opened =
  | { reading: Extract<FormReading, { kind: 'form' }>; form: FormInPage }
  | { reading: Exclude<FormReading, { kind: 'form' }>; form: null }

const loadMs = 20_000
/** Some forms come seconds after their page. */
const formMs = 15_000
const pollMs = 250
/** A form that hasn't grown for so long is all there. */
const steadyMs = 500

export async function obstaclesOf(page: Page): Promise<Obstacles> {
  return (await page.evaluate(obstaclesScript)) as Obstacles
}

/**
 * Reads the form at `url`. `known` is what the board's API says of it, if anything. Throws when the
 * page doesn't load at all: that may pass.
 */
export async function openForm(
  page: Page,
  board: Posting['board'],
  url: string,
  known: readonly FormField[] | null,
): Promise<Opened> {
  const response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: loadMs })
  const status = response?.status() ?? 0
  if (status >= 500 || status === 429) throw new Error(`The form's page answered ${status}.`)
  const until = performance.now() + formMs
  let steadySince = 0
  let before = 0
  while (performance.now() < until) {
    const barred = bars(status, page.url(), await obstaclesOf(page))
    if (barred) return { reading: barred, form: null }
    const family = await familyOf(page, board)
    const count = family ? await page.evaluate(countScript(family)) : 0
    if (count !== before) steadySince = performance.now()
    before = Number(count)
    if (family && before > 0 && performance.now() - steadySince >= steadyMs) {
      return await readForm(page, family, known)
    }
    await pause(pollMs)
  }
  return handover('unknown-form', 'The page shows no form of a layout that we know.')
}

const countScript = ({ anatomy }: Family) => `${surveyScript(anatomy)}.seen.length`

function bars(
  status: number,
  address: string,
  { challenge, login, emailCode, closed }: Obstacles,
): Exclude<FormReading, { kind: 'form' }> | null {
  const stop = (why: HandoverReason, detail: string) => handover(why, detail).reading
  if (challenge !== null) return stop('challenge', `The page shows a challenge: ${challenge}`)
  if (login) return stop('login', 'The page asks for a password.')
  if (emailCode) return stop('email-code', 'The page asks for a code from an e-mail.')
  if (closed !== null) return { kind: 'closed', detail: closed }
  if (status === 404 || status === 410)
    return { kind: 'closed', detail: `The page answered ${status}.` }
  if (new URL(address).searchParams.get('error') === 'true') {
    return { kind: 'closed', detail: 'The board leads to its list of open jobs.' }
  }
  return null
}

async function readForm(
  page: Page,
  family: Family,
  known: readonly FormField[] | null,
): Promise<Opened> {
  const knowledge: Knowledge = { menus: new Map(), api: known ?? [] }
  const first = await surveyForm(page, family, knowledge)
  const shown = first.questions.map(({ field }) => field)
  const later = notShown(knowledge.api, shown)
  const required = later.find((field) => field.required)
  const more = required !== undefined && (await nextButton(page, family)) !== null
  if (required && !more) {
    const said = `The board’s API asks “${required.label}”, and the form doesn’t show that.`
    return handover('unknown-form', said)
  }
  const [unread] = first.unread
  if (unread !== undefined) {
    return handover('unknown-form', `The form asks “${unread}” in a way that we don’t know.`)
  }
  const { board, variant } = family
  const fields = more ? [...shown, ...later] : shown
  const schema = { board, variant, url: page.url(), title: oneLine(await page.title()), fields }
  return {
    reading: { kind: 'form', schema },
    form: { page, family, knowledge, first, met: new Map(), left: [] },
  }
}

/** The button that leads to the form's next page, where it has several; it sends nothing. */
export async function nextButton(
  page: Page,
  { submit }: Family,
): Promise<ElementHandle<Element> | null> {
  const button = await page.$(submit)
  const says = await button?.evaluate((it) => it.textContent ?? '')
  return button && /^\s*(?:next|continue)\b/i.test(says ?? '') ? button : null
}

function handover(why: HandoverReason, detail: string) {
  return { reading: { kind: 'handover' as const, why, detail }, form: null }
}
