// The pages' one script in a real browser with a virtual key: enrols, signs in, confirms, and says what went wrong.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import vm from 'node:vm'
import { getRequestListener } from '@hono/node-server'
import type { Browser, CDPSession, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
let server: Server
let browser: Browser
let web: Awaited<ReturnType<typeof pages>>
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => void listener(request, response))
  const listener = getRequestListener((request) => web.app.fetch(request))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  web = await pages(p.db, p.logins.approver, { stage: { name: 'local', origin } })
  browser = await startBrowser()
}, 60_000)

afterAll(async () => {
  await browser.close()
  await new Promise((resolve) => server.close(resolve))
})

interface Device {
  page: Page
  cdp: CDPSession
  key: string
  problems: string[]
}

/** A fresh browser profile with one virtual key; whatever its console complains about is kept. */
async function device(): Promise<Device> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (line) => {
    if (line.type() === 'error') problems.push(line.text())
  })
  const cdp = await page.createCDPSession()
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: key } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp, key, problems }
}

/** Presses the button of a form once it may be pressed, and waits for the page after it. */
async function press(page: Page, form: string) {
  const button = `form[action="${form}"] button[type=submit]`
  await page.waitForSelector(`html[data-settled] ${button}:not(:disabled)`, { timeout: 10_000 })
  await Promise.all([page.waitForNavigation({ timeout: 10_000 }), page.click(button)])
}

async function status(page: Page, form: string, says: string) {
  await page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.textContent?.includes(text),
    { timeout: 10_000 },
    `form[action="${form}"] [role=status]`,
    says,
  )
}

it('enrols a key, signs in with it, confirms with it, and breaks no rule of the page', async () => {
  const { page, problems } = await device()
  const path = `/enrol/${await web.invited('ana')}`
  await page.goto(`${origin}${path}`)
  await press(page, path)
  expect(page.url()).toBe(`${origin}/operators`)
  expect(await page.content()).toContain('Enrol a backup key')

  await page.type('#invited', 'bea')
  await press(page, '/operators/invite')
  expect(await page.content()).toContain(`${origin}/enrol/`)

  await page.goto(`${origin}/operators`)
  await press(page, '/sign-out')
  expect(page.url()).toBe(`${origin}/sign-in`)
  await press(page, '/sign-in/key')
  await page.goto(`${origin}/operators`)
  expect(await page.content()).toContain('Where you are signed in')
  // The start page belongs to another part; nothing else may complain, least of all the security policy.
  expect(problems.filter((text) => !text.includes('404'))).toEqual([])
}, 60_000)

it('T17 holds its button back until the page has been in view for 700 ms', async () => {
  const { page } = await device()
  const path = `/enrol/${await web.invited('cora')}`
  await page.goto(`${origin}${path}`)
  await page.waitForSelector('button[type=submit]:not(:disabled)', { timeout: 10_000 })
  const { held, ms } = await page.evaluate(async () => {
    const began = performance.now()
    window.dispatchEvent(new Event('focus'))
    const button = document.querySelector('button[type=submit]')
    const held = button?.hasAttribute('disabled')
    while (button?.hasAttribute('disabled') && performance.now() - began < 9_000) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return { held, ms: performance.now() - began }
  })
  expect(held).toBe(true)
  expect(ms).toBeGreaterThanOrEqual(699)
  expect(ms).toBeLessThan(9_000)
}, 60_000)

it('says what went wrong: a person who was not verified, a key that is enrolled, a link that is used', async () => {
  const { page, cdp, key } = await device()
  const path = `/enrol/${await web.invited('dora')}`
  await page.goto(`${origin}${path}`)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: key, isUserVerified: false })
  const button = 'button[type=submit]:not(:disabled)'
  await (await page.waitForSelector(button, { timeout: 10_000 }))?.click()
  await status(page, path, 'Your key did not sign')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: key, isUserVerified: true })
  await press(page, path)

  const again = `/enrol/${await web.invited('dora')}`
  await page.goto(`${origin}${again}`)
  await (await page.waitForSelector(button, { timeout: 10_000 }))?.click()
  await status(page, again, 'enrolled already')
  await web.operators.revoke('dora', 'owner')
  await (await page.waitForSelector(button, { timeout: 10_000 }))?.click()
  await status(page, again, 'was used or has expired')
}, 60_000)

it('offers the address to copy where the browser has no keys', async () => {
  const { page } = await device()
  await page.evaluateOnNewDocument(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await page.goto(`${origin}/sign-in`)
  await status(page, '/sign-in/key', 'open it in your own browser')
  expect(await page.$eval('input[readonly]', (input) => input.value)).toBe(`${origin}/sign-in`)
  expect(await page.$('button[type=submit]:not(:disabled)')).toBeNull()
}, 60_000)

it('is one script that builds no HTML and evaluates no text', async () => {
  const response = await web.visitor().get('/sign.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('SimpleWebAuthnBrowser')
  expect(() => new vm.Script(text)).not.toThrow()
  expect(text).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
  )
})
