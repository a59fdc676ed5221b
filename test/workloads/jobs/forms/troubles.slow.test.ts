// A browser killed, a page crashed, a network cut in the middle of filling: an error, nothing sent, and
// a second attempt that ends well.
import { readdirSync, readFileSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrowserLost } from '#clients'
import {
  answersFor,
  documents,
  ownPage,
  type SampleForms,
  sampleForms,
  schemaOf,
} from '../../../support/sample-forms.ts'
import { until } from '../../../support/wait.ts'

let forms: SampleForms

beforeEach(async () => {
  forms = await sampleForms()
})
afterEach(() => forms.stop())

/** Processes of browsers that this process started, by their command line. */
function browserProcesses(): { pid: number; type: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const ours = line.includes(`countersign-browser-session-${process.pid}-`)
        if (!ours && !/--type=/.test(line)) return []
        const parent = ours ? '' : parentLine(name)
        const mine = ours || parent.includes(`countersign-browser-session-${process.pid}-`)
        const type = /--type=([\w-]+)/.exec(line)?.[1] ?? 'browser'
        return mine ? [{ pid: Number(name), type }] : []
      } catch {
        return []
      }
    })
}

/** The command line of the nearest ancestor that isn't a helper of a browser. */
function parentLine(pid: string): string {
  let at = pid
  for (let step = 0; step < 5; step += 1) {
    at =
      / (\d+) /.exec(readFileSync(`/proc/${at}/stat`, 'utf8').replace(/^.*\) \S/, ''))?.[1] ?? '1'
    const line = readFileSync(`/proc/${at}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (!/--type=/.test(line)) return line
  }
  return ''
}

const kill = (type: string) => {
  const found = browserProcesses().filter((one) => one.type === type)
  for (const { pid } of found) process.kill(pid, 'SIGKILL')
  return found.length
}

const uploads = () => forms.boards.requests.filter(({ kind }) => kind === 'upload').length

async function fillOnce(signal?: AbortSignal) {
  const sample = forms.sample('lever')
  return forms.open(
    sample,
    async (form) => {
      const filled = await form.fill(answersFor(schemaOf(form.reading).fields), documents.bytes)
      expect(filled.differences).toEqual([])
      return await form.submit()
    },
    signal,
  )
}

/** Starts filling, does `harm` once the CV is on its way, and answers how the attempt ended. */
async function harmed(harm: () => void | Promise<void>, signal?: AbortSignal): Promise<unknown> {
  const attempt = fillOnce(signal).then(
    () => null,
    (error: unknown) => error,
  )
  await until(() => uploads() > 0, { timeoutMs: 20_000, what: 'the upload of the CV' })
  await harm()
  const error = await attempt
  expect(error).toBeInstanceOf(Error)
  expect(forms.submits()).toEqual([])
  await until(() => browserProcesses().length === 0, { what: 'the end of the browser' })
  return error
}

async function endsWell(): Promise<void> {
  const pressed = await fillOnce()
  expect(pressed.outcome).toBe('confirmed')
  expect(forms.submits()).toHaveLength(1)
}

test('the browser is killed', { timeout: 60_000 }, async () => {
  const error = await harmed(() => expect(kill('browser')).toBe(1))
  expect(error).toBeInstanceOf(BrowserLost)
  await endsWell()
})

test('the page crashes', { timeout: 60_000 }, async () => {
  const error = await harmed(() => expect(kill('renderer')).toBeGreaterThan(0))
  expect(error).toBeInstanceOf(BrowserLost)
  await endsWell()
})

test('the tab is closed', { timeout: 60_000 }, async () => {
  // Only to get hold of the very browser: it is launched as ever.
  const launch = vi.spyOn(puppeteer, 'launch')
  const error = await harmed(async () => {
    const browser = await launch.mock.results.at(-1)?.value
    const pages = (await browser?.pages()) ?? []
    expect(pages).toHaveLength(1)
    for (const page of pages) await page.close()
  })
  launch.mockRestore()
  expect(error).toBeInstanceOf(BrowserLost)
  await endsWell()
})

test('the network is cut', { timeout: 60_000 }, async () => {
  const { port } = new URL(forms.boards.origin)
  const cut = forms
  const error = await harmed(() => cut.stop())
  expect(String(error)).toMatch(/network failed|didn’t reach the board/)
  forms = await sampleForms(Number(port))
  await endsWell()
})

test('the work is told to stop', { timeout: 60_000 }, async () => {
  const stop = new AbortController()
  const error = await harmed(() => stop.abort(), stop.signal)
  expect(error).toBeInstanceOf(BrowserLost)
  await endsWell()
})

test('what the guard keeps back while a file goes up is no failed upload', {
  timeout: 60_000,
}, async () => {
  const posting = await forms.posting(forms.sample('lever'))
  const html = `<form id=application-form enctype=multipart/form-data method=POST>
    <li class=application-question><label><div class=application-label>Resume</div>
    <input type=file name=resume onchange="fetch('/collect', { method: 'POST', body: 'seen' })"></label></li>
    <button type=button id=btn-submit>Send</button></form>`
  const filled = await ownPage(html, (origin) =>
    forms.at(
      { ...posting, applyUrl: `${origin}/apply` },
      async (form) => {
        const plan = answersFor(schemaOf(form.reading).fields)
        const { differences, held } = await form.fill(plan, documents.bytes)
        return { differences, held, refused: form.refused.map(({ path }) => path) }
      },
      origin,
    ),
  )
  expect(filled).toEqual({
    differences: [],
    held: [{ key: 'resume', label: 'Resume', text: documents.cv.name }],
    refused: ['/collect'],
  })
})
