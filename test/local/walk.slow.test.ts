// The whole of `npm start` as a newcomer walks it, from the printed link to the employer's inbox: kept as pictures.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#database'
import { Submission } from '../../packages/local/sample-boards/submission.ts'
import { axeFindings, type Look, looks, tooSmall, tooWide } from '../approvals/support/rulers.ts'
import { press } from '../approvals/support/serve.ts'
import { age } from '../support/age.ts'
import { startBrowser } from '../support/browser.ts'
import { freePorts } from '../support/ports.ts'
import { assemblyTimeoutMs, testEngine, treeFolder } from '../support/tex.ts'
import { until } from '../support/wait.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const out = new URL('../out/walk/', import.meta.url)
const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'countersign-walk-')))
chmodSync(home, 0o755)

/** What a newcomer waits at most, from the command to the first request. */
const firstRequestMs = 120_000

let browser: Browser | undefined
let stop = async () => {}
afterAll(async () => {
  await browser?.close()
  await stop()
  rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

/** Starts it as the command does, ticking every few seconds; answers what it prints. */
async function started() {
  const port = await freePorts()
  const args = [bin, 'start', '--fast', '--data', home, '--port', String(port)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, COUNTERSIGN_TEXLIVE: treeFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes
    })
  const ended = new Promise((resolve) => child.once('close', resolve))
  stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { port, printed: () => printed }
}

/** The database of that start, as its own superuser: to move time, and for nothing else. */
function adminOf(printed: string) {
  const [, port] = /postgresql:\/\/postgres@127\.0\.0\.1:(\d+)/.exec(printed) ?? []
  const password = readFileSync(path.join(home, 'postgres/superuser.password'), 'utf8').trim()
  return openDatabase(`postgresql://postgres:${password}@127.0.0.1:${port}/postgres`)
}

const diagonal = looks.filter(({ name }) => name === '1280-light' || name === '360-dark')
const faults: string[] = []

/** Draws the page that is open, narrow and dark, wide and light; notes what a ruler or axe finds. */
async function kept(page: Page, name: string, ours = true) {
  for (const look of diagonal) await drawn(page, name, look, ours)
  await page.setViewport({ width: 1280, height: 860 })
}

async function drawn(page: Page, name: string, { name: look, width, scheme }: Look, ours: boolean) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.setViewport({ width, height: 800 })
  // Colours take a moment to change, which nobody who opens the page sees.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  const say = (what: string, found: string[]) =>
    found.length > 0 && faults.push(`${name} ${look}: ${what} ${JSON.stringify(found)}`)
  say('wider than the window', await tooWide(page))
  if (ours) {
    say('too small to hit', await tooSmall(page))
    say('axe', await axeFindings(page))
  } else {
    // The boards are no pages of ours, but nobody reads over an edge.
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    say('scrolls sideways', wide ? [page.url()] : [])
  }
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewport({ width, height: Math.min(tall, 8_000) })
  await page.evaluate(() => scrollTo(0, 0))
  const drawn = () => [...document.images].filter((one) => one.checkVisibility())
  await page.waitForFunction(`(${drawn})().every((one) => one.complete)`, { timeout: 10_000 })
  await writeFile(new URL(`${name}.${look}.png`, out), await page.screenshot({ type: 'png' }))
}

const text = async (page: Page) =>
  String(await page.evaluate(`(document.querySelector('main') ?? document.body).innerText`))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('from the printed link over the approval to the employer’s inbox', {
  timeout: assemblyTimeoutMs + firstRequestMs + 120_000,
}, async () => {
  await testEngine()
  await mkdir(out, { recursive: true })
  const { port, printed } = await started()
  const waits = () => / task (\d+) waits for a person/.exec(printed())?.[1]
  const task = Number(await until(waits, { timeoutMs: firstRequestMs, what: 'a first request' }))
  const terminal = printed()
  writeFileSync(new URL('0-terminal.txt', out), terminal)
  const link = /http:\/\/localhost:\d+\/sign-in\?link=\S+/.exec(terminal)?.[0] ?? ''

  browser = await startBrowser()
  const page = await browser.newPage()
  await page.setBypassCSP(true)
  await page.setViewport({ width: 1280, height: 860 })
  await page.goto(link)
  await kept(page, '1-sign-in')
  await press(page, 'button.primary')
  expect(await text(page)).toMatch(/\d+ waiting for you/)
  await kept(page, '2-home')

  await page.goto(`http://localhost:${port}/tasks/${task}`)
  const request = await page.$eval('a[href^="/r/"]', (to) => to.href)
  await page.goto(request)
  expect(await text(page)).toMatch(/^job-application[\s\S]*Apply to \w+ as .*Engineer/)
  await kept(page, '3-request')
  const inbox = `http://localhost:${port + 1}/inbox`
  const arrived = async () =>
    z.array(Submission).parse((await (await fetch(`${inbox}.json`)).json()).submissions)
  expect(await arrived()).toEqual([])

  await page.reload()
  await press(page, '.act .go button')
  expect(await text(page)).toMatch(/Approved\s+It will happen between\s+\d\d:\d\d to \d\d:\d\d/)
  await kept(page, '4-approved')
  await leaveTheMinute(adminOf(printed()), task)
  const polled = { timeout: 60_000, interval: 500 }
  await expect.poll(arrived, polled).toHaveLength(1)
  const [application] = await arrived()

  await until(
    async () => {
      await page.goto(request)
      return /Done/.test(await text(page))
    },
    { timeoutMs: 20_000, what: 'the receipt' },
  )
  expect(await text(page)).toMatch(/What was done[\s\S]*confirmation\s+Thank/)
  await kept(page, '5-receipt')

  // Byte for byte: what the person could open, and what the employer can.
  const files = application?.files ?? []
  expect(files.length).toBe(2)
  for (const file of files) {
    const got = await (await fetch(`${inbox}/files/${file.sha256}/${file.name}`)).bytes()
    const shown: number[] = await page.evaluate(
      async (hash) => [...new Uint8Array(await (await fetch(`/artifacts/${hash}`)).arrayBuffer())],
      file.sha256,
    )
    expect([sha256(got), sha256(Uint8Array.from(shown))]).toEqual([file.sha256, file.sha256])
  }
  await page.goto(inbox)
  await kept(page, '6-inbox', false)

  await page.goto(`http://localhost:${port}/workloads/jobs/applications`)
  expect(await text(page)).toMatch(/1\s+submitted by a worker|submitted by a worker\s+1/)
  await kept(page, '7-applications')
  await page.goto(`http://localhost:${port}/tasks/${task}`)
  const story = await page.$$eval('.timeline li b', (lines) =>
    lines.map(({ textContent }) => textContent),
  )
  expect(story).toEqual([
    ...['Added', 'Taken up', 'Goes on to make', 'Goes on to fill', 'Goes on to submit'],
    ...['Asked at submit', 'Approved', 'Taken up', '“submit” is about to be done'],
    ...['“submit” has begun', '“submit” is done', 'Completed'],
  ])
  await kept(page, '8-history')
  expect(await arrived()).toHaveLength(1)
  expect(faults).toEqual([])
})

/** The minute for second thoughts, over at once. */
async function leaveTheMinute(admin: ReturnType<typeof openDatabase>, task: number) {
  const find = `select id from countersign.approvals where task_id = $1 and state = 'approved'`
  const [row] = await admin.query(find, [task])
  await age(admin, 'approvals', row?.id, { not_before: '2 minutes' })
  await age(admin, 'tasks', task, { run_at: '2 minutes' })
  await admin.close()
}
