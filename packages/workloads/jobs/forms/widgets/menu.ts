// Comboboxes: a menu that opens on mousedown, whose options belong to this one and no other.
import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, Page } from 'puppeteer-core'
import { oneLine } from '../../text/unicode.ts'
import type { FormOption } from '../schema.ts'
import { CannotUse, leave, type } from './hand.ts'

const options = '[role=option], .select__option, .dropdown-location, .select2-result'
const lookupMs = 6_000
const pollMs = 60

/** What a combobox offers before anything is typed; null when that is nothing. */
export async function offered(
  page: Page,
  input: ElementHandle<Element>,
): Promise<FormOption[] | null> {
  const labels = await open(page, input)
  await leave(input)
  return labels.length === 0 ? null : labels.map((label) => ({ value: label, label }))
}

/** Chooses the option with exactly this label. */
export async function choose(
  page: Page,
  input: ElementHandle<Element>,
  label: string,
): Promise<void> {
  const labels = await open(page, input)
  await pick(input, labels.indexOf(oneLine(label)))
}

/** Chooses the one that `which` finds among what is offered; it says -1 for none. */
export async function chooseBy(
  page: Page,
  input: ElementHandle<Element>,
  which: (labels: readonly string[]) => number,
): Promise<void> {
  await pick(input, which(await open(page, input)))
}

/**
 * Types a query and chooses the option that `which` finds among the answers, waiting for them. The
 * text alone is worth nothing on such an input.
 */
export async function lookUp(
  page: Page,
  input: ElementHandle<Element>,
  query: string,
  which: (labels: readonly string[]) => number,
): Promise<void> {
  await type(page, input, '', false)
  await type(page, input, query, true)
  const until = performance.now() + lookupMs
  let labels: string[] = []
  let before = ''
  while (performance.now() < until) {
    await pause(pollMs)
    labels = await labelsIn(input)
    // A list may still change under the answer to the last key.
    if (labels.length > 0 && labels.join('\n') === before && which(labels) >= 0) break
    before = labels.join('\n')
  }
  await pick(input, which(labels))
}

async function open(page: Page, input: ElementHandle<Element>): Promise<string[]> {
  await input.evaluate((it) => {
    it.scrollIntoView({ block: 'center' })
    const control = it.closest('[class*=control]') ?? it
    for (const kind of ['mousedown', 'mouseup']) {
      const init = { bubbles: true, cancelable: true, button: 0, view: window }
      control.dispatchEvent(new MouseEvent(kind, init))
    }
  })
  const opened = await settled(input)
  if (opened.length > 0) return opened
  await input.focus()
  await page.keyboard.press('ArrowDown')
  return settled(input)
}

/** The labels once they are there, at most 400 ms later. */
async function settled(input: ElementHandle<Element>): Promise<string[]> {
  for (let waited = 0; waited < 400; waited += pollMs) {
    const labels = await labelsIn(input)
    if (labels.length > 0) return labels
    await pause(pollMs)
  }
  return []
}

async function labelsIn(input: ElementHandle<Element>): Promise<string[]> {
  return (await input.evaluate(menu, options, null)).map(oneLine)
}

async function pick(input: ElementHandle<Element>, index: number): Promise<void> {
  if (index >= 0) await input.evaluate(menu, options, index)
  await leave(input)
  if (index < 0) throw new CannotUse('it doesn’t offer that')
}

/**
 * In the page: the texts of the input's options; with `at`, that one is clicked. Its list is the one
 * that it names, or the one within the same question: other lists may be open or always there.
 */
function menu(input: Element, options: string, at: number | null): string[] {
  const ids = ['aria-controls', 'aria-owns'].map((name) => input.getAttribute(name))
  if (input.id !== '') ids.push(`react-select-${input.id}-listbox`)
  let list: Element | null | undefined = ids
    .map((id) => (id ? document.getElementById(id) : null))
    .find((one) => one !== null)
  const question =
    '[data-field-path], .application-question, .field, .field-wrapper, form, fieldset'
  for (let up = input.parentElement; up && !list; up = up.parentElement) {
    const near = up.querySelector('[role=listbox], .select__menu, .dropdown-results')
    if (near && near.closest('.iti') === null) list = near
    if (up.matches(question)) break
  }
  const all = [...(list?.querySelectorAll(options) ?? [])]
  const chosen = at === null ? undefined : all[at]
  chosen?.scrollIntoView({ block: 'nearest' })
  for (const kind of ['mousedown', 'mouseup', 'click']) {
    const init = { bubbles: true, cancelable: true, button: 0, view: window }
    chosen?.dispatchEvent(new MouseEvent(kind, init))
  }
  return all.map((one) => one.textContent ?? '')
}
