// Every page in every state, at both widths, light and dark: looked at by axe, by a ruler, and kept as pictures.
import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pins } from '#queue'
import { pinOf } from '../support/authenticator.ts'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { drawPictures } from './support/pictures.ts'
import { resize } from './support/requests.ts'
import { axeFindings, type Look, looks, tooSmall, tooWide } from './support/rulers.ts'
import { ask, atApply, seedRegistry, seedStates, storePictures } from './support/seed.ts'
import { press, served, settled } from './support/serve.ts'

const out = new URL('../out/', import.meta.url)

const p = await protocol()
const pins: Pins = { operators: [] }
const web = await served(p.db, p.logins.approver, { pins })
let browser: Browser

interface Shown {
  name: string
  path: string
  /** What is pressed open on it, or all that is done to bring it up. */
  open?: string | ((page: Page) => Promise<unknown>)
  /** As somebody who is not signed in. */
  stranger?: boolean
  status?: number
}
const shown: Shown[] = []

/** Presses a button that posts, and is shown what answers it. */
const pressed = (selector: string) => (page: Page) => press(page, selector)

beforeAll(async () => {
  await mkdir(out, { recursive: true })
  browser = await startBrowser()
  const pictures = await drawPictures(browser)
  storePictures(web.files, pictures)
  await seedRegistry(p)
  const s = await seedStates(p, pictures)
  const maja = await web.enrolled('maja')
  pins.operators.push(pinOf('maja', maja.key))
  await web.enrolled('jonas')
  await web.enrolled('jonas')
  await p.admin.query(`update countersign.gates set level = 'passkey' where name = 'apply'`)
  const byKey = await ask(p, atApply, resize())
  const [enrol, used] = [await web.invited('lena'), await web.invited('paul')]
  await web.operators.revoke('paul', 'maja')
  await web.signIn(browser)
  const r = (request: { public_id: string }) => `/r/${request.public_id}`
  const of = [s.open, s.vmOpen, s.prune].map(({ public_id }) => public_id).join(',')
  const page = (name: string, path: string, more: Partial<Shown> = {}) =>
    shown.push({ name, path, ...more })
  page('home', '/')
  page('request-open', r(s.open))
  page('request-reject', r(s.open), { open: '.act details.bad > summary' })
  page('request-change', r(s.open), { open: '.act details:not(.bad) > summary' })
  page('request-edit', `${r(s.open)}/edit`)
  page('request-edit-refused', `${r(s.open)}/edit`, {
    status: 422,
    open: async (on) => {
      await on.$eval('input[inputmode=numeric]', (field) => {
        ;(field as HTMLInputElement).value = 'ninety thousand'
      })
      await press(on, 'form button.primary')
    },
  })
  page('request-vm', r(s.vmOpen))
  page('request-key', r(byKey))
  page('request-prune', r(s.prune))
  page('request-question', r(s.question))
  page('request-revised', r(s.revised))
  page('request-uncertain', r(s.uncertain))
  page('request-approved', r(s.approved))
  page('request-lapsed', r(s.lapsed))
  page('request-begun', r(s.begun))
  page('request-receipt', r(s.receipt))
  page('request-answered', r(s.answered))
  page('request-rejected', r(s.rejected))
  page('request-sent-back', r(s.sentBack))
  page('request-superseded', r(s.superseded))
  page('request-expired', r(s.expired))
  page('request-revoked', r(s.revoked))
  page('request-closed', r(s.closed))
  page('request-erased', r(s.erased))
  page('request-not-taken', r(s.prune), {
    status: 403,
    open: async (on) => {
      await on.$eval('.act .go input[name=token]', (field) => {
        ;(field as HTMLInputElement).value = '1.old'
      })
      await press(on, '.act .go button')
    },
  })
  page('request-signed-out', r(s.open), { stranger: true, status: 401 })
  page('sign-in', '/sign-in', { stranger: true })
  page('sign-in-link', '/sign-in?link=printed', { stranger: true })
  page('sign-in-refused', '/sign-in?link=printed', {
    stranger: true,
    status: 403,
    open: pressed('button.primary'),
  })
  page('enrol', `/enrol/${enrol}`, { stranger: true })
  page('enrol-used', `/enrol/${used}`, { stranger: true, status: 404 })
  page('sitting', `/sitting?of=${of}&n=8&did=${s.approved.public_id}`)
  page('sitting-done', `/sitting?of=none&n=8&did=${s.rejected.public_id}`)
  page('sitting-sort', '/sitting/all')
  page('sitting-reject', '/sitting/all', { open: '.act details.bad > summary' })
  page('sitting-rejected', '/sitting/all', {
    open: async (on) => {
      await settled(on)
      // Ticked as it stood before an edit that never was: refused, so that the next look finds it again.
      await on.$eval('input[name=pick]', (box) => {
        const tick = box as HTMLInputElement
        tick.value = tick.value.replace(/\.\d+\./, '.99.')
        tick.checked = true
      })
      await on.click('.act details.bad > summary')
      await press(on, '.reasons button')
    },
  })
  page('tasks', '/tasks')
  page('tasks-none', '/tasks?capability=briefing&status=completed')
  page('task', `/tasks/${s.receipt.task}`)
  page('task-waiting', `/tasks/${s.open.task}`)
  page('capabilities', '/capabilities')
  page('signals', '/signals')
  page('signal', '/signals/unanswered')
  page('dead', '/dead')
  page('expired', '/dead?kind=expired')
  page('query', '/queries/proof')
  page('people', '/operators')
  page('people-invited', '/operators', {
    open: async (on) => {
      await settled(on)
      await on.type('#invited', `ida-${Date.now()}`)
      await press(on, 'form[action="/operators/invite"] button')
    },
  })
  page('not-found', '/nowhere', { status: 404 })
}, 120_000)

afterAll(async () => {
  await browser?.close()
})

/** With the page scrolled to its end, the act bar covers nothing of it. */
function covered(page: Page) {
  return page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const bar = document.querySelector('.act')?.getBoundingClientRect()
    const seal = document.querySelector('.seal')?.getBoundingClientRect()
    return bar !== undefined && seal !== undefined && seal.bottom > bar.top + 1
  })
}

/** Brings a page up, and measures and pictures what is then seen; answers its faults. */
async function look(page: Page, at: Shown, { name, width, height }: Look): Promise<string[]> {
  const faults: string[] = []
  const say = (what: string, found: unknown) =>
    faults.push(`${at.name}: ${what} ${JSON.stringify(found)}`)
  let status = 0
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) status = response.status()
  })
  await page.goto(`${web.origin}${at.path}`, { waitUntil: 'load' })
  if (typeof at.open === 'string') await page.click(at.open)
  else await at.open?.(page)
  // A button that a key answers to is held back at first.
  const signs = ':is([data-sign], [data-enrol]) button[type=submit]'
  if (await page.$(signs)) await page.waitForSelector(`${signs}:enabled`, { timeout: 5_000 })
  if (status !== (at.status ?? 200)) say('answered', status)
  const wide = await tooWide(page)
  if (wide.length > 0) say('wider than the window', wide)
  const small = await tooSmall(page)
  if (small.length > 0) say('too small to hit', small)
  if (await covered(page)) say('covered by the act bar', true)
  await page.evaluate(() => scrollTo(0, 0))
  for (const finding of await axeFindings(page)) say('axe', finding)
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  // As tall as the page, so that the act bar stands at its end as it does for a reader there.
  const sheet = (await page.$('details[open] .sheet')) !== null
  if (!sheet) await page.setViewport({ width, height: Math.min(tall, 8_000) })
  const picture = await page.screenshot({ type: 'png' })
  await page.setViewport({ width, height })
  await writeFile(new URL(`${at.name}.${name}.png`, out), picture)
  page.removeAllListeners('response')
  return faults
}

it.each(looks)(
  'draws every page at $name without a fault',
  async (one) => {
    const strangers = await browser.createBrowserContext()
    const faults: string[] = []
    const opened = await Promise.all(
      [browser, strangers].map(async (context) => {
        const page = await context.newPage()
        await page.setBypassCSP(true)
        await page.setViewport({ width: one.width, height: one.height })
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: one.scheme }])
        page.on('pageerror', (error) => faults.push(`script: ${String(error)}`))
        return page
      }),
    )
    const only = process.env.GALLERY?.split(',')
    for (const at of shown) {
      if (only && !only.includes(at.name)) continue
      const page = opened[at.stranger ? 1 : 0]
      if (page) faults.push(...(await look(page, at, one)))
    }
    expect(faults).toEqual([])
    await opened[0]?.close()
    await strangers.close()
  },
  300_000,
)

it('would have noticed: the rulers find what they are for', async () => {
  const page = await browser.newPage()
  await page.setViewport({ width: 360, height: 740 })
  await page.setContent(`<!doctype html><html lang="en"><title>t</title><main>
    <p style="color:#ccc;background:#fff">too faint</p><img src="x"><button style="height:9px;padding:0"></button>
    <div style="width:900px">wide</div></main></html>`)
  const found = (await axeFindings(page)).map((finding) => finding.split(':')[0])
  expect(found).toEqual(expect.arrayContaining(['color-contrast', 'image-alt', 'button-name']))
  expect(await tooWide(page)).toEqual(['DIV.'])
  expect(await tooSmall(page)).toHaveLength(1)
  await page.close()
})
