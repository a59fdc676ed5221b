// Every page in every state, at both widths, light and dark: looked at by axe, by a ruler, and kept as pictures.
import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { drawPictures } from './support/pictures.ts'
import { axeFindings, looks, tooSmall, tooWide } from './support/rulers.ts'
import { seedRegistry, seedStates, storePictures } from './support/seed.ts'
import { served } from './support/serve.ts'

const out = new URL('../out/', import.meta.url)

const p = await protocol()
const web = await served(p.db, p.logins.approver)
let browser: Browser
const paths: [name: string, path: string, open?: string][] = []

beforeAll(async () => {
  await mkdir(out, { recursive: true })
  browser = await startBrowser()
  const pictures = await drawPictures(browser)
  storePictures(web.files, pictures)
  await seedRegistry(p)
  const s = await seedStates(p, pictures)
  await web.signIn(browser)
  const r = (request: { public_id: string }) => `/r/${request.public_id}`
  const of = [s.open, s.vmOpen, s.prune].map(({ public_id }) => public_id).join(',')
  paths.push(
    ['home', '/'],
    ['request-open', r(s.open)],
    ['request-reject', r(s.open), '.act details.bad > summary'],
    ['request-change', r(s.open), '.act details:not(.bad) > summary'],
    ['request-edit', `${r(s.open)}/edit`],
    ['request-vm', r(s.vmOpen)],
    ['request-prune', r(s.prune)],
    ['request-question', r(s.question)],
    ['request-revised', r(s.revised)],
    ['request-uncertain', r(s.uncertain)],
    ['request-approved', r(s.approved)],
    ['request-receipt', r(s.receipt)],
    ['request-rejected', r(s.rejected)],
    ['request-sent-back', r(s.sentBack)],
    ['request-superseded', r(s.superseded)],
    ['request-expired', r(s.expired)],
    ['request-revoked', r(s.revoked)],
    ['request-erased', r(s.erased)],
    ['sitting', `/sitting?of=${of}&n=8&did=${s.approved.public_id}`],
    ['sitting-done', `/sitting?of=none&n=8&did=${s.rejected.public_id}`],
    ['sitting-sort', '/sitting/all'],
    ['tasks', '/tasks'],
    ['tasks-none', '/tasks?capability=briefing&status=completed'],
    ['task', `/tasks/${s.receipt.task}`],
    ['task-waiting', `/tasks/${s.open.task}`],
    ['capabilities', '/capabilities'],
    ['signals', '/signals'],
    ['signal', '/signals/unanswered'],
    ['dead', '/dead'],
    ['expired', '/dead?kind=expired'],
    ['query', '/queries/proof'],
    ['people', '/operators'],
    ['not-found', '/nowhere'],
  )
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

it.each(looks)(
  'draws every page at $name without a fault',
  async ({ name, width, scheme }) => {
    const page = await browser.newPage()
    await page.setBypassCSP(true)
    const height = width < 700 ? 740 : 860
    await page.setViewport({ width, height })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`script: ${String(error)}`))
    const only = process.env.GALLERY?.split(',')
    for (const [file, path, open] of paths) {
      if (only && !only.includes(file)) continue
      const response = await page.goto(`${web.origin}${path}`, { waitUntil: 'load' })
      const status = response?.status() ?? 0
      if (status !== (file === 'not-found' ? 404 : 200)) faults.push(`${file}: answered ${status}`)
      if (open) await page.click(open)
      const say = (what: string, found: unknown) =>
        faults.push(`${file}: ${what} ${JSON.stringify(found)}`)
      const wide = await tooWide(page)
      if (wide.length > 0) say('wider than the window', wide)
      const small = await tooSmall(page)
      if (small.length > 0) say('too small to hit', small)
      if (await covered(page)) say('covered by the act bar', true)
      await page.evaluate(() => scrollTo(0, 0))
      for (const finding of await axeFindings(page)) say('axe', finding)
      const tall = await page.evaluate(() => document.documentElement.scrollHeight)
      // As tall as the page, so that the act bar stands at its end as it does for a reader there.
      if (open === undefined) await page.setViewport({ width, height: Math.min(tall, 8_000) })
      const picture = await page.screenshot({ type: 'png' })
      await page.setViewport({ width, height })
      await writeFile(new URL(`${file}.${name}.png`, out), picture)
    }
    expect(faults).toEqual([])
    await page.close()
  },
  240_000,
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
