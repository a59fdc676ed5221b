// The pages of the job search in a real browser, on the example's own night: looked at by axe and a ruler, and kept as pictures.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { workloadPages } from '#workloads'
import { startSampleBoards } from '../../../packages/local/sample-boards/server.ts'
import { axeFindings, looks, tooSmall, tooWide } from '../../approvals/support/rulers.ts'
import { served } from '../../approvals/support/serve.ts'
import { startBrowser } from '../../support/browser.ts'
import { nightShop } from './nights.ts'

const out = new URL('../../out/', import.meta.url)
const example = new URL('../../../profile.example/search.yaml', import.meta.url)

const search = parse(await readFile(example, 'utf8'))
const s = await nightShop(search, {})
const boards = await startSampleBoards({ since: new Date('2026-11-30T07:00:00Z') })
s.world.baseUrl = boards.origin
const workloads = await Promise.all(
  workloadPages.map(async ({ load, ...one }) => ({ ...one, ...(await load()) })),
)
const files = { read: async (sha256: string) => await s.files.get(sha256) }
const web = await served(s.db, s.approverLogin, { workloads, files })
let browser: Browser
const paths: [name: string, path: string, opened: number[]][] = []

beforeAll(async () => {
  await mkdir(out, { recursive: true })
  browser = await startBrowser()
  const first = await s.night('2026-11-30')
  expect(first.result.taken).toBe(15)
  // The next night, one employer is gone and one board answers with an error page.
  const missing = search.boards[0].account
  s.world.onRequest = async (url) => {
    if (url.includes(missing)) throw new Error('connection reset')
  }
  const second = await s.night('2026-12-01')
  await web.signIn(browser)
  const rows = first.table.rows
  const flagged = rows.findIndex(({ flags }) => flags.length > 0)
  paths.push(
    ['jobs-nights', '/workloads/jobs', []],
    ['jobs-night', `/workloads/jobs/nights/${first.taskId}`, []],
    ['jobs-night-open', `/workloads/jobs/nights/${first.taskId}`, [0, 15, flagged]],
    ['jobs-skipped', `/workloads/jobs/nights/${first.taskId}?placement=misses`, [0, 1]],
    ['jobs-next-night', `/workloads/jobs/nights/${second.taskId}`, []],
  )
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await boards.stop()
})

it.each(looks)(
  'draws the nights at $name without a fault',
  async ({ name, width, scheme }) => {
    const page = await browser.newPage()
    await page.setBypassCSP(true)
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`script: ${String(error)}`))
    for (const [file, path, opened] of paths) {
      await page.setViewport({ width, height: 800 })
      const response = await page.goto(`${web.origin}${path}`, { waitUntil: 'load' })
      if (response?.status() !== 200) faults.push(`${file}: answered ${response?.status()}`)
      for (const at of opened.filter((one) => one >= 0)) {
        const summaries = await page.$$('.opens summary')
        await summaries[at]?.click()
      }
      const say = (what: string, found: string[]) =>
        found.length > 0 && faults.push(`${file}: ${what} ${JSON.stringify(found)}`)
      say('wider than the window', await tooWide(page))
      say('too small to hit', await tooSmall(page))
      say('axe', await axeFindings(page))
      const tall = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewport({ width, height: Math.min(tall, 8_000) })
      await page.evaluate(() => scrollTo(0, 0))
      await writeFile(new URL(`${file}.${name}.png`, out), await page.screenshot({ type: 'png' }))
    }
    expect(faults).toEqual([])
    await page.close()
  },
  120_000,
)

it('opens its rows without scripts', async () => {
  const page = await browser.newPage()
  await page.setJavaScriptEnabled(false)
  await page.goto(`${web.origin}${paths[1]?.[1]}`, { waitUntil: 'load' })
  await page.click('.opens summary')
  const shown = await page.$eval(
    '.opens .inside',
    (inside) => inside.getBoundingClientRect().height,
  )
  expect(shown).toBeGreaterThan(100)
  await page.close()
})
