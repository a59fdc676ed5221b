// What a hand does at a form: by the keyboard, so that nothing that lies over a control gets in between.
import type { ElementHandle, Page } from 'puppeteer-core'

/** A control that can't be used as planned; the message is for people and carries no value. */
export class CannotUse extends Error {
  override name = 'CannotUse'
}

async function focus(element: ElementHandle<Element>): Promise<boolean> {
  return element.evaluate((it) => {
    it.scrollIntoView({ block: 'center' })
    if (it instanceof HTMLElement) it.focus({ preventScroll: true })
    return document.activeElement === it
  })
}

/**
 * Replaces the text of an input and leaves it, as a person does with Tab: some pages only take the
 * text then. `slowly` presses every key, which some need to notice it.
 */
export async function write(
  page: Page,
  input: ElementHandle<Element>,
  text: string,
  slowly = false,
): Promise<void> {
  await type(page, input, text, slowly)
  await leave(input)
}

export async function type(
  page: Page,
  input: ElementHandle<Element>,
  text: string,
  slowly: boolean,
): Promise<void> {
  if (!(await focus(input))) throw new CannotUse('it takes no focus')
  const lines = await input.evaluate((it) => {
    if (it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement) it.select()
    return it instanceof HTMLTextAreaElement
  })
  // Enter in a one-line input would send the form.
  const fit = lines ? text : text.replace(/\s*\n\s*/g, ' ')
  if (fit === '') await page.keyboard.press('Backspace')
  else if (slowly && !lines) await page.keyboard.type(fit)
  else await page.keyboard.sendCharacter(fit)
}

export async function leave(input: ElementHandle<Element>): Promise<void> {
  await input.evaluate((it) => it instanceof HTMLElement && it.blur())
}

/** Presses a button once. False when it couldn't get the focus, and so wasn't pressed. */
export async function press(page: Page, button: ElementHandle<Element>): Promise<boolean> {
  if (!(await focus(button))) return false
  await page.keyboard.press('Space')
  return true
}

/**
 * Ticks a box or radio, or unticks a box, and makes sure of it: a key that changed nothing is no
 * error by itself. One that takes no focus is clicked by its label.
 */
export async function tick(page: Page, box: ElementHandle<Element>, on = true): Promise<void> {
  const is = () => box.evaluate((it) => it instanceof HTMLInputElement && it.checked)
  if ((await is()) === on) return
  await press(page, box)
  if ((await is()) === on) return
  await box.evaluate((it) => {
    if (!(it instanceof HTMLInputElement)) return
    const label = it.labels?.[0]
    ;(label ?? it).click()
  })
  if ((await is()) !== on) throw new CannotUse('it can’t be ticked')
}
