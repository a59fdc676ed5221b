// Application forms in a browser: read, filled, shown and sent. Knows nothing of the queue.

import type { Page } from 'puppeteer-core'
import { type HttpClient, type Refusal, undrawable, withBrowser } from '#clients'
import { browserConfig } from '#config'
import type { Posting } from '../boards/index.ts'
import { formAddress, framePath } from './address.ts'
import type { FieldValue } from './compare.ts'
import { type Filled, fillForm } from './fill-form.ts'
import { greenhouseQuestions } from './greenhouse-questions.ts'
import { formGuard, hostsOf } from './guard.ts'
import { NotPressed, type Pressed, pressSubmit } from './press.ts'
import { type Opened, openForm } from './read.ts'
import type { FormField, FormReading } from './schema.ts'

export { type FieldValue, formChanges } from './compare.ts'
export type { Filled } from './fill-form.ts'
export { NotPressed, type Pressed } from './press.ts'
export type { FormReading, FormSchema } from './schema.ts'

export interface FormAccess {
  http: HttpClient
  /** Scheme, host and port that stand for the boards' own, where the sample boards are used. */
  baseUrl?: string
  signal?: AbortSignal
}

/** What of a posting leads to its form. */
export type FormPlace = Pick<Posting, 'board' | 'account' | 'externalId' | 'applyUrl'>

/** A posting's form, open in a browser of its own. */
export interface OpenForm {
  reading: FormReading
  /** Requests kept back so far: method, host and path only. */
  refused: readonly Refusal[]
  /**
   * Fills it; may be called again with more values once it has shown more questions. Only for a
   * reading of kind `form`. `undrawable` are characters of the values that the pictures can't show
   * for want of a font.
   * @param files the bytes of planned files, by SHA-256.
   */
  fill(
    values: readonly FieldValue[],
    files: ReadonlyMap<string, Uint8Array>,
  ): Promise<Filled & { undrawable: string[] }>
  /**
   * Presses the button that sends it: once, and never again for this application. Throws NotPressed
   * when it didn't come to that.
   */
  submit(): Promise<Pressed>
}

/**
 * Opens a posting's form, gives it to `work`, and ends the browser. Until `submit`, nothing leaves
 * it that could be an application. Throws BrowserLost when the browser is lost, NoBrowser when there
 * is none, and whatever else goes wrong: before the press, trying again is safe.
 */
export async function withForm<T>(
  posting: FormPlace,
  { http, baseUrl, signal }: FormAccess,
  work: (form: OpenForm) => Promise<T>,
): Promise<T> {
  const { board, account, externalId } = posting
  const known =
    board === 'greenhouse' ? await greenhouseQuestions(http, account, externalId, baseUrl) : null
  const options = { ...browserConfig(), ...(signal && { signal }) }
  const reach = { hosts: hostsOf(board), local: baseUrl }
  return withBrowser({ ...options, ...reach }, async ({ page, admit, refused, folder }) => {
    const guard = formGuard(board)
    admit(guard.admits)
    const { reading, form } = await open(page, posting, known, baseUrl)
    guard.hold()
    return await work({
      reading,
      refused,
      async fill(values, files) {
        if (!form) throw new Error(`There is no form to fill: ${reading.kind}.`)
        const filled = await fillForm(form, values, files, folder)
        const texts = filled.held.map(({ text }) => text).join(' ')
        return { ...filled, undrawable: await undrawable(page, texts) }
      },
      async submit() {
        if (!form) throw new NotPressed(`There is no form to send: ${reading.kind}.`)
        return await pressSubmit(form, guard)
      },
    })
  })
}

/** A board's page may lead to the employer's own, which we don't load; the frame's address stays. */
async function open(
  page: Page,
  posting: FormPlace,
  known: readonly FormField[] | null,
  baseUrl: string | undefined,
): Promise<Opened> {
  const url = formAddress(posting, baseUrl)
  const frame = framePath(posting.board, posting.account, posting.externalId, baseUrl)
  try {
    return await openForm(page, posting.board, url, known)
  } catch (error) {
    const led = error instanceof Error && /ERR_ABORTED/.test(error.message)
    if (!led || url === frame) throw error
    return await openForm(page, posting.board, frame, known)
  }
}
