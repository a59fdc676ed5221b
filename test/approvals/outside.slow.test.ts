// What other sites learn of a page and can do with it, in a real browser: no address, no frame, no form.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { application } from './support/requests.ts'
import { ask, atSubmit, seedRegistry } from './support/seed.ts'
import { served } from './support/serve.ts'

const p = await protocol()
const web = await served(p.db, p.logins.approver)
let browser: Browser
let evil: Server
/** What the other site serves, at an address that is another site to a browser. */
let evilPage = ''
let evilOrigin = ''

beforeAll(async () => {
  browser = await startBrowser()
  await seedRegistry(p)
  await web.signIn(browser)
  evil = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(evilPage)
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  evilOrigin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
}, 60_000)

afterAll(async () => {
  await browser?.close()
  evil.closeAllConnections()
  await new Promise((resolve) => evil.close(resolve))
})

it('T09 loads nothing from elsewhere, and names no address to where a link leads', async () => {
  const request = await ask(p, atSubmit, application())
  const page = await browser.newPage()
  const asked: { url: string; referer: string | undefined }[] = []
  await page.setRequestInterception(true)
  page.on('request', (one) => {
    asked.push({ url: one.url(), referer: one.headers().referer })
    if (one.url().startsWith(web.origin)) void one.continue()
    else void one.respond({ status: 200, body: 'the posting' })
  })
  await page.goto(`${web.origin}/r/${request.public_id}`)
  expect(asked.filter(({ url }) => !url.startsWith(`${web.origin}/`))).toEqual([])
  expect(asked.length).toBeGreaterThan(2)
  // In this tab, since a new one could not be watched from its first request on.
  const link = 'a[href="https://jobs.nordlicht.example/privacy"]'
  await page.$eval(link, (found) => found.setAttribute('target', '_self'))
  await Promise.all([
    page.waitForNavigation(),
    page.$eval(link, (found) => (found as HTMLElement).click()),
  ])
  expect(asked.at(-1)).toEqual({
    url: 'https://jobs.nordlicht.example/privacy',
    referer: undefined,
  })
  expect(await page.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await page.close()
})

it('T17 is not shown inside the page of another site', async () => {
  const request = await ask(p, atSubmit, application())
  evilPage = `<iframe src="${web.origin}/r/${request.public_id}" width=900 height=900></iframe>`
  const page = await browser.newPage()
  await page.goto(evilOrigin, { waitUntil: 'load' })
  const [, framed] = page.frames()
  expect(framed?.url()).toBe('chrome-error://chromewebdata/')
  await page.close()
})

it('T16 takes no form that another site posts with the visitor’s own browser', async () => {
  const request = await ask(p, atSubmit, application())
  const page = await browser.newPage()
  for (const act of ['approve', 'reject', 'send-back', 'extend']) {
    evilPage = `<form method=post action="${web.origin}/r/${request.public_id}/${act}">
      <input name=reason value=other><input name=comment value=x></form>
      <script>document.forms[0].submit()</script>`
    const answer = page.waitForResponse((one) => one.url().endsWith(`/${act}`))
    await page.goto(evilOrigin)
    expect((await answer).status(), act).toBe(403)
  }
  await page.close()
  expect((await p.request(request.task)).state).toBe('open')
})
