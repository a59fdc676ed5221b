// One way of answering for each kind of control.
import type { ElementHandle, Page } from 'puppeteer-core'
import type { WidgetName } from '../page/survey.ts'
import { pickPlace } from '../places.ts'
import { CannotUse, press, tick, write } from './hand.ts'
import { choose, lookUp } from './menu.ts'
import { phone } from './phone.ts'

/** What to answer, as the page shows it: text, labels of options, whether a box is ticked. */
export type Answer = string | string[] | boolean

export interface Task {
  page: Page
  controls: readonly ElementHandle<Element>[]
  /** Labels of the options, in the order of the controls. */
  labels: readonly string[]
  answer: Answer
  /** A second attempt presses every key. */
  slowly: boolean
}

type Fill = (task: Task) => Promise<void>

/**
 * How each widget is filled. Nothing here claims success: the form is read again afterwards. Throws
 * CannotUse where the control doesn't take the answer.
 */
export const fill: Readonly<Record<Exclude<WidgetName, 'file'>, Fill>> = {
  text: (task) => write(task.page, first(task), text(task), task.slowly),
  phone: (task) => phone(task.page, task.controls, text(task), task.slowly),
  combobox: (task) => choose(task.page, first(task), text(task)),

  async lookup(task) {
    const wanted = text(task)
    // People type the town; the list says which one it is.
    const query = wanted.split(',')[0] ?? wanted
    await lookUp(task.page, first(task), query, (labels) => pickPlace(wanted, labels))
  },

  async date(task) {
    const input = first(task)
    const [year = '', month = '', day = ''] = text(task).split('-')
    const native = await input.evaluate(
      (it) => it instanceof HTMLInputElement && it.type === 'date',
    )
    if (!native) return write(task.page, input, `${month}/${day}/${year}`, task.slowly)
    await input.evaluate((it, value) => {
      if (!(it instanceof HTMLInputElement)) return
      const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      own?.set?.call(it, value)
      for (const kind of ['input', 'change']) it.dispatchEvent(new Event(kind, { bubbles: true }))
    }, text(task))
  },

  select: selectNative,

  async select2(task) {
    await selectNative(task)
    const shown = await first(task).evaluate(
      (it) => it.parentElement?.querySelector('.select2-chosen')?.textContent ?? null,
    )
    if (shown !== null && shown.trim() !== text(task))
      throw new CannotUse('it shows another choice')
  },

  async radios({ page, controls, labels, answer }) {
    const radio = controls[typeof answer === 'string' ? labels.indexOf(answer) : -1]
    if (!radio) throw new CannotUse('it doesn’t offer that')
    await tick(page, radio)
  },

  async checkboxes({ page, controls, labels, answer }) {
    const wanted = Array.isArray(answer) ? answer : [answer]
    if (!wanted.every((label) => labels.includes(String(label)))) {
      throw new CannotUse('it doesn’t offer that')
    }
    for (const [index, box] of controls.entries()) {
      await tick(page, box, wanted.includes(labels[index] ?? '\n'))
    }
  },

  box: ({ page, controls, answer }) => tick(page, first({ controls }), answer === true),

  async toggle({ page, controls, labels, answer }) {
    const button = controls[typeof answer === 'string' ? labels.indexOf(answer) : -1]
    if (!button) throw new CannotUse('it doesn’t offer that')
    // Pressed again, it would take the answer back.
    const pressed = await button.evaluate((it) => it.getAttribute('aria-pressed') === 'true')
    if (!pressed && !(await press(page, button))) throw new CannotUse('it takes no focus')
  },
}

async function selectNative(task: Task): Promise<void> {
  const done = await first(task).evaluate((it, label) => {
    if (!(it instanceof HTMLSelectElement)) return false
    const option = [...it.options].find((one) => one.text.replace(/\s+/g, ' ').trim() === label)
    if (!option) return false
    it.value = option.value
    for (const kind of ['input', 'change']) it.dispatchEvent(new Event(kind, { bubbles: true }))
    return true
  }, text(task))
  if (!done) throw new CannotUse('it doesn’t offer that')
}

function first({ controls }: Pick<Task, 'controls'>): ElementHandle<Element> {
  const [control] = controls
  if (!control) throw new CannotUse('it has no control')
  return control
}

function text({ answer }: Task): string {
  if (typeof answer !== 'string') throw new CannotUse('it takes text')
  return answer
}
