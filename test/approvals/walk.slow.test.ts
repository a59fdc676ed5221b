// What people do with the pages, in a real browser: each walk presses what a person presses.
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { drawPictures, type Pictures } from './support/pictures.ts'
import { application, details, resize } from './support/requests.ts'
import { type Asked, ask, atApply, atSubmit, seedRegistry, storePictures } from './support/seed.ts'
import { press, served, settled } from './support/serve.ts'

const p = await protocol()
const web = await served(p.db, p.logins.approver)
let browser: Browser
let pictures: Pictures
let page: Page
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await startBrowser()
  pictures = await drawPictures(browser)
  storePictures(web.files, pictures)
  await seedRegistry(p)
  await p.admin.query(
    'update countersign.capabilities set max_running = null, max_parked = null, daily_ceiling = null',
  )
  await web.signIn(browser)
  page = await browser.newPage()
  await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true })
}, 60_000)

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  // What one walk leaves open is no part of the next one.
  const open = await p.admin.query<{ id: number }>(
    `select t.id from countersign.tasks t where t.status in ('pending', 'approved', 'needs_approval')`,
  )
  for (const { id } of open) await p.approver.cancel(id, 'tidy', 'between walks')
})

afterAll(async () => {
  await browser?.close()
})

const submitted = (employer = 'Nordlicht GmbH') =>
  ask(p, atSubmit, application({ employer }, pictures), pictures)
const open = (request: { public_id: string }, on = page) =>
  on.goto(`${web.origin}/r/${request.public_id}`)
/** What a person reads: as it is laid out, nothing that is closed or hidden. */
const text = async (on = page) =>
  String(await on.evaluate(`document.querySelector('main').innerText`))
const stateOf = async ({ id }: Asked) => {
  const [row] = await p.admin.query('select * from countersign.approvals where id = $1', [id])
  return row ?? {}
}
const approve = '.act .go button'
const undo = 'form[action$="/undo"] button'

it('walks from a request to its receipt, over an undo', async () => {
  const request = await submitted()
  await open(request)
  expect(await page.$eval('h1', (title) => title.textContent)).toContain(
    'Submit your application to Nordlicht GmbH for Backend Engineer, Platform',
  )
  await press(page, approve)
  expect(await text()).toMatch(/Approved\s+It will happen between\s+\d\d:\d\d to \d\d:\d\d/)
  await press(page, undo)
  expect(page.url()).not.toContain(request.public_id)
  expect(await text()).toContain('revision 2')
  expect(await stateOf(request)).toMatchObject({ state: 'revoked', revoked_by: 'local' })

  await press(page, approve)
  const again = await p.request(request.task)
  await age(p.admin, 'approvals', again.id, { not_before: '5 minutes', decided_at: '5 minutes' })
  await age(p.admin, 'tasks', request.task, { run_at: '5 minutes' })
  const lease = await p.claimOne(atSubmit.capability)
  const { digest } = again
  const { effectId } = await p.worker.beginEffect(lease, { name: 'submit', digest })
  await p.worker.finishEffect(effectId, lease.token, 'done', { confirmation: 'A-11873' })
  await p.worker.complete(lease, {})
  await open(again)
  expect(await page.$(undo)).toBeNull()
  expect(await text()).toMatch(/Done[\s\S]*What was done[\s\S]*A-11873/)
})

it('T26 edits, shows the difference and what the pictures no longer show, and approves that', async () => {
  const request = await submitted()
  await open(request)
  await settled(page)
  await page.click('.act details:not(.bad) > summary')
  await press(page, '.sheet a.button')
  const salary = 'input[name="/action/values/salary"]'
  expect(await page.$eval(salary, (field) => field.getAttribute('autocomplete'))).toBe('off')
  await page.$eval(salary, (field) => {
    ;(field as HTMLInputElement).value = '94000'
  })
  await press(page, 'form[action$="/revise"] button')
  const shown = await text()
  expect(shown).toMatch(/Your edit[\s\S]*Salary expectation, EUR a year[\s\S]*88000[\s\S]*94000/)
  expect(shown).toContain('before your edit')
  expect(await stateOf(request)).toMatchObject({ state: 'superseded', reason: 'edited' })
  await press(page, approve)
  const body = (await p.request(request.task)).body
  expect(JSON.parse(body).action.values).toMatchObject({ salary: 94_000, notice: '3 months' })
  await open(request)
  expect(await text()).toMatch(/Replaced[\s\S]*See revision 2/)
})

it('rejects by one tap on a reason, two steps away from Approve', async () => {
  const request = await submitted()
  await open(request)
  await settled(page)
  expect(await page.$eval('.reasons', (list) => list.checkVisibility())).toBe(false)
  await page.click('.act details.bad > summary')
  const gap = await page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    return (of('.act .go button')?.top ?? 0) - (of('.reasons')?.bottom ?? 0)
  })
  expect(gap).toBeGreaterThan(48)
  await press(page, '.reasons button[value="wrong facts"]')
  expect(await stateOf(request)).toMatchObject({ state: 'rejected', comment: 'wrong facts' })
  expect(await text()).toMatch(/Rejected[\s\S]*“wrong facts”/)
})

it('sends back with a comment, extends twice, and leaves for later without deciding', async () => {
  const request = await submitted()
  for (const times of [1, 2]) {
    await open(request)
    await settled(page)
    await page.click('.act details:not(.bad) > summary')
    await press(page, 'form[action$="/extend"] button')
    expect(await stateOf(request)).toMatchObject({ extended: times, state: 'open' })
  }
  expect(await page.$('form[action$="/extend"]')).toBeNull()
  await press(page, '.act .bar > a.button')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await stateOf(request)).toMatchObject({ state: 'open' })
  await open(request)
  await settled(page)
  await page.click('.act details:not(.bad) > summary')
  await page.type('#comment', 'Name the other product.')
  await press(page, 'form[action$="/send-back"] button')
  expect(await text()).toMatch(/Sent back[\s\S]*“Name the other product.”/)
})

it('asks again after nobody answered, also before the reaper has been by', async () => {
  const request = await submitted()
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  await open(request)
  expect(await text()).toContain('Nobody answered in time')
  expect(await page.$(approve)).toBeNull()
  await press(page, 'form[action$="/ask-again"] button')
  expect(await stateOf(request)).toMatchObject({ state: 'expired' })
  expect(await p.status(request.task)).toBe('pending')
  expect(await text()).toContain('It is being asked again')
})

it('T30 tells the second of two people who decided what and when', async () => {
  const ana = await web.enrolled('ana')
  const context = await browser.createBrowserContext()
  contexts.push(context)
  await context.setCookie(
    ...[...ana.jar].map(([name, value]) => ({ name, value, domain: 'localhost' })),
  )
  const request = await submitted()
  const other = await context.newPage()
  await open(request, other)
  await open(request)
  await settled(other)
  await other.click('.act details.bad > summary')
  await press(page, approve)
  await press(other, '.reasons button[value="other"]')
  const told = await text(other)
  expect(told).toContain('This was not taken')
  expect(told).toMatch(/Approved by local at/)
  expect(await stateOf(request)).toMatchObject({ verdict: 'approve', decided_by: 'local' })
})

it('T23 takes no decision on what was replaced while its page was open', async () => {
  const request = await submitted()
  await open(request)
  await settled(page)
  const { publicId } = await p.approver.revise(request.seen, {
    body: request.body.replace('88000', '820000'),
    difference: [{ at: '/action/values/salary', was: 88_000, now: 820_000 }],
    by: 'ana',
  })
  await press(page, approve)
  expect(await text()).toMatch(/This was not taken[\s\S]*820000[\s\S]*Decide on revision 2/)
  const [row] = await p.admin.query(
    'select verdict from countersign.approvals where public_id = $1',
    [publicId],
  )
  expect(row).toEqual({ verdict: null })
})

it('T17 takes no press within 700 ms of a page coming into view', async () => {
  const request = await submitted()
  await open(request)
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('.act .go button')?.click())
  await settled(page)
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'))
    document.querySelector<HTMLButtonElement>('.act .go button')?.click()
  })
  await settled(page)
  expect(page.url()).toContain(request.public_id)
  expect(await stateOf(request)).toMatchObject({ state: 'open' })
})

it('T11 shows after Back what was decided, and nothing to decide', async () => {
  const request = await submitted()
  await open(request)
  await press(page, approve)
  await page.goto(`${web.origin}/tasks`)
  await page.goBack()
  await page.goBack().catch(() => undefined)
  await page.waitForSelector('main')
  expect(await page.$(approve)).toBeNull()
})

it('decides without scripts', async () => {
  const context = await browser.createBrowserContext()
  contexts.push(context)
  await context.setCookie(...(await browser.cookies()))
  const quiet = await context.newPage()
  await quiet.setJavaScriptEnabled(false)
  const request = await submitted()
  await open(request, quiet)
  await quiet.click('.act details.bad > summary')
  expect(await quiet.$$('.reasons button')).toHaveLength(5)
  await Promise.all([quiet.waitForNavigation(), quiet.click(approve)])
  expect(await stateOf(request)).toMatchObject({ state: 'approved' })
  await Promise.all([quiet.waitForNavigation(), quiet.click(undo)])
  expect(await stateOf(request)).toMatchObject({ state: 'revoked' })
})

it('is walked by keyboard alone', async () => {
  const request = await submitted()
  await open(request)
  await settled(page)
  const reached: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    reached.push(name)
    if (name === 'Approve') break
  }
  expect(reached[0]).toBe('Skip to content')
  expect(reached.slice(-4)).toEqual(['Reject', 'Change', 'Later', 'Approve'])
  await page.keyboard.press('Escape')
  expect(await stateOf(request)).toMatchObject({ state: 'open' })
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  expect(await stateOf(request)).toMatchObject({ state: 'approved' })
})

it('decides fifteen in one sitting, at one interaction each, in an order that stays', async () => {
  const requests: Asked[] = []
  for (let i = 0; i < 15; i++) requests.push(await submitted(`Firma ${i}`))
  await page.goto(web.origin)
  expect(await text()).toMatch(/15 waiting for you\s+about \d+ min/)
  await press(page, '.hero a.primary')
  const late = await submitted('Zu spät GmbH')
  await age(p.admin, 'approvals', late.id, { expires_at: '40 hours' })
  for (const [at] of requests.entries()) {
    expect(await page.$eval('.kicker b', (place) => place.textContent)).toBe(`${at + 1} of 15`)
    await press(page, approve)
  }
  expect(await text()).toContain('Nothing is left in this sitting')
  const states = await Promise.all(requests.map(stateOf))
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['approved']))
  expect(await stateOf(late)).toMatchObject({ state: 'open' })
  await press(page, '.banner button')
  expect(await stateOf(requests[14] ?? late)).toMatchObject({ state: 'revoked' })
}, 60_000)

it('goes on in a sitting after an edit, and rejects many at once but approves none', async () => {
  const requests = [await submitted('A'), await submitted('B'), await submitted('C')]
  await page.goto(`${web.origin}/sitting`)
  await settled(page)
  await page.click('.act details:not(.bad) > summary')
  await press(page, '.sheet a.button')
  await page.$eval('input[name="/action/values/notice"]', (field) => {
    ;(field as HTMLInputElement).value = '1 month'
  })
  await press(page, 'form[action$="/revise"] button')
  expect(await text()).toMatch(/of 3[\s\S]*Your edit/)
  await page.goto(`${web.origin}/sitting/all`)
  await settled(page)
  const names = await page.$$eval('button', (buttons) =>
    buttons.map(({ textContent }) => textContent),
  )
  expect(names.filter((name) => /approve/i.test(name))).toEqual([])
  for (const box of await page.$$('input[name=pick]')) await box.click()
  await page.click('.act details.bad > summary')
  await press(page, '.reasons button[value="too late"]')
  expect(await text()).toContain('3 rejected')
  for (const { task } of requests) expect(await p.status(task)).toBe('rejected')
})

it('answers typed questions, and says what an answer lacks', async () => {
  const request = await ask(
    p,
    { capability: 'job-application', gate: 'details', effects: [] },
    details(),
  )
  await open(request)
  await settled(page)
  await page.click('input[value="yes"]')
  await page.type('#q-salary', '72,500')
  await page.select('#q-office', 'Bremen')
  await page.click('input[value="Spark"]')
  await press(page, 'form[action$="/answer"] button')
  expect(await stateOf(request)).toMatchObject({
    verdict: 'answer',
    answers: { shift: true, salary: 72_500, office: 'Bremen', tools: ['Spark'], why: null },
  })
})

it('enrols a key, signs in with it, and approves with its signature', async () => {
  const context = await browser.createBrowserContext()
  contexts.push(context)
  const phone = await context.newPage()
  const devtools = await phone.createCDPSession()
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const pressKey = async (selector: string) => {
    await phone.waitForSelector(`${selector}:not(:disabled)`)
    await Promise.all([phone.waitForNavigation(), phone.click(selector)])
  }
  await phone.goto(`${web.origin}/enrol/${await web.invited('ben')}`)
  await phone.type('#label', 'phone')
  await pressKey('form[data-enrol] button[type=submit]')
  expect(await text(phone)).toContain('phone')

  await context.deleteCookie(...(await context.cookies()))
  await p.admin.query(`update countersign.gates set level = 'passkey' where name = 'apply'`)
  const request = await ask(p, atApply, resize())
  await open(request, phone)
  expect(await text(phone)).not.toContain('web-03')
  await Promise.all([phone.waitForNavigation(), phone.click('main a.button')])
  await pressKey('form[action="/sign-in/key"] button[type=submit]')
  expect(phone.url()).toBe(`${web.origin}/r/${request.public_id}`)
  await pressKey('form[data-sign] button[type=submit]')
  expect(await text(phone)).toContain('Approved')
  const row = await stateOf(request)
  expect(row).toMatchObject({ decided_by: 'ben', decided_level: 'passkey' })
  expect(row.assertion).toMatchObject({ statement: { digest: request.digest, operator: 'ben' } })
})
