// Hands that fill the sample forms as a person does, field by field.
import type { ElementHandle, Frame, Page } from 'puppeteer-core'
import type { SamplePosting } from '../../../packages/local/sample-boards/employers.ts'
import { until } from '../../support/wait.ts'

type Where = Page | Frame

export const byId = (id: string) => `[id="${id}"]`
const patience = { timeout: 5_000 }

async function present(where: Where, selector: string): Promise<ElementHandle<Element>> {
  const found = await where.waitForSelector(selector, patience)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

export async function type(where: Where, selector: string, text: string): Promise<void> {
  const input = await present(where, selector)
  await input.type(text)
}

export async function click(where: Where, selector: string): Promise<void> {
  const button = await present(where, selector)
  await button.click()
}

/** Opens a react-select and takes the option of that label, after typing where options are looked up. */
export async function choose(where: Where, id: string, label: string, typed = ''): Promise<void> {
  const input = await present(where, byId(id))
  const control = await input.evaluateHandle((node) => node.closest('.select__control'))
  await (control as ElementHandle<Element>).click()
  if (typed !== '') await input.type(typed)
  await take(where, `[id="react-select-${id}-listbox"] .select__option`, label)
}

/** Clicks the element of that text. */
export async function take(where: Where, selector: string, text: string): Promise<void> {
  const found = await until(
    async () => {
      for (const node of await where.$$(selector))
        if ((await node.evaluate((own) => own.textContent?.trim())) === text) return node
      return null
    },
    { what: `${selector} “${text}”` },
  )
  await found.click()
}

export async function attach(where: Where, selector: string, file: string): Promise<void> {
  const input = (await where.waitForSelector(selector, patience)) as ElementHandle<HTMLInputElement>
  await input.uploadFile(file)
}

export async function textOf(where: Where, selector: string): Promise<string> {
  return (await where.$eval(selector, (node) => node.textContent)) ?? ''
}

/** The key of the question that contains these words. */
export function keyOf(posting: SamplePosting, words: string): string {
  const field = posting.form.fields.find(({ label }) => label.includes(words))
  if (!field) throw new Error(`${posting.slug} does not ask “${words}”`)
  return field.key
}
