// Puts a form's files into their slots, one after the other.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle } from 'puppeteer-core'
import type { Plan } from './differences.ts'
import { quiet, watchNetwork } from './network.ts'
import { surveyForm } from './questions.ts'
import type { FormInPage } from './read.ts'
import type { FormField } from './schema.ts'

const uploadMs = 30_000

/**
 * Before anything is typed: pages read a file and then write over, or draw anew, what stood there.
 * Throws when a file didn't arrive.
 *
 * @param files the bytes of planned files, by SHA-256.
 * @param folder where they are put to be uploaded.
 */
export async function attach(
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
  using network = watchNetwork(page)
  await input.uploadFile(path)
  const until = performance.now() + uploadMs
  for (;;) {
    await quiet(page)
    const [failed, busy] = await page.evaluate(
      (...selectors) => {
        const all = selectors.map((one) => [...document.querySelectorAll(one)])
        return all.map((found) => found.some((one) => one.checkVisibility()))
      },
      family.failed,
      family.busy,
    )
    if (failed || network.failed > 0) {
      throw new Error(`The file for “${label}” didn’t reach the board.`)
    }
    if (!busy) return
    if (performance.now() > until) throw new Error(`The file for “${label}” takes too long.`)
    await pause(200)
  }
}
