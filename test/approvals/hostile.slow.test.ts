// Strings that attack whoever reads them, and machines that press whatever they find: nothing runs, nothing is decided.
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestBody } from '#queue'
import { age } from '../support/age.ts'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { payloads } from './support/payloads.ts'
import { application } from './support/requests.ts'
import { ask, atSubmit, seedRegistry } from './support/seed.ts'
import { served } from './support/serve.ts'

const p = await protocol()
const web = await served(p.db, p.logins.approver)
let browser: Browser
let page: Page
const foreign: string[] = []
const ran: string[] = []

beforeAll(async () => {
  browser = await startBrowser()
  await seedRegistry(p)
  await p.admin.query(
    'update countersign.capabilities set max_running = null, max_parked = null, daily_ceiling = null',
  )
}, 60_000)

afterAll(async () => {
  await browser?.close()
})

/** A page that notes every script a payload ran and every request that left the origin. */
async function watched(): Promise<Page> {
  const made = await browser.newPage()
  made.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await made.exposeFunction('pwned', (what: unknown) => ran.push(String(what)))
  made.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${web.origin}/`) && !url.startsWith('data:')) foreign.push(url)
  })
  return made
}

const everyDecision = async () => {
  const rows = await p.admin.query(
    `select 'decided ' || id as what from countersign.approvals where verdict is not null
     union all select 'moved ' || id from countersign.task_events where actor not in ('w1') and actor is not null`,
  )
  return rows
}

it('T02 T03 decides nothing when a scanner opens links, runs scripts and presses everything', async () => {
  const request = await ask(p, atSubmit, application())
  const before = await everyDecision()
  const scanner = await watched()
  const links = [
    `/r/${request.public_id}`,
    '/',
    '/sitting',
    '/sitting/all',
    `/tasks/${request.task}`,
  ]
  for (const link of [
    ...links,
    '/capabilities',
    '/operators',
    '/sign-in',
    `/r/${request.public_id}`,
  ]) {
    await scanner.goto(`${web.origin}${link}`)
    const count = (await scanner.$$('button, a.button, summary, input[type=submit]')).length
    for (let nth = 0; nth < count; nth++) {
      await scanner.goto(`${web.origin}${link}`)
      const found = (await scanner.$$('button, a.button, summary, input[type=submit]'))[nth]
      await found?.evaluate((element) => (element as HTMLElement).click())
      await scanner.waitForNetworkIdle({ idleTime: 50, timeout: 3_000 }).catch(() => undefined)
    }
    await scanner.goto(`${web.origin}${link}`)
    const posted = await scanner.evaluate(async () => {
      const answers: number[] = []
      for (const form of document.forms) {
        const body = new URLSearchParams([...new FormData(form)].map(([k, v]) => [k, String(v)]))
        const init = form.method === 'post' ? { method: 'post', body } : {}
        answers.push((await fetch(form.action, { ...init, redirect: 'manual' })).status)
      }
      return answers
    })
    for (const status of posted) expect(status === 0 || status >= 400 || status === 200).toBe(true)
  }
  // What the scanner knows is the link: it posts every decision there is, with what it could have read.
  await scanner.goto(`${web.origin}/r/${request.public_id}`)
  for (const act of [
    'approve',
    'reject',
    'send-back',
    'extend',
    'undo',
    'revise',
    'settle',
    'answer',
  ]) {
    const status = await scanner.evaluate(
      async (address) =>
        (
          await fetch(address, {
            method: 'post',
            body: new URLSearchParams({ verdict: 'approve' }),
          })
        ).status,
      `/r/${request.public_id}/${act}`,
    )
    expect(status, act).toBe(401)
  }
  expect(await everyDecision()).toEqual(before)
  expect(await scanner.content()).not.toContain('Nordlicht')

  // And a person who comes after it, as often as they like, still decides.
  for (let opened = 0; opened < 5; opened++) await scanner.reload()
  await web.signIn(browser)
  await scanner.goto(`${web.origin}/r/${request.public_id}`)
  expect(await scanner.$('.act .go button')).not.toBeNull()
  await scanner.close()
}, 120_000)

it('T18 runs none of a hundred payloads, in any string that a page reads', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(100)
  page = await watched()
  const sources = ['yours', 'generated', 'internet'] as const
  const values = Object.fromEntries(payloads.map((payload, at) => [`k${at} ${payload}`, payload]))
  const joined = payloads.join('\n')
  const questions = payloads.slice(0, 60).map((label, at) => ({
    id: String(at),
    label,
    help: label,
    type: (['text', 'choice', 'choices', 'boolean', 'long'] as const)[at % 5],
    options: [label, `${label} again`],
  }))
  const action = { employer: joined, role: payloads[0], values } as unknown as Record<string, never>
  const shown = {
    facts: payloads.map((payload, at) => ({
      label: payload,
      at: `/action/values/${`k${at} ${payload}`.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      source: sources[at % 3],
      from: payload,
      new: at % 2 === 0,
      ...(at % 7 === 0 && { role: at % 2 === 0 ? 'key' : 'consent' }),
      restsOn: [{ fact: payload, quote: payload.slice(0, 5) }],
    })),
    warnings: payloads.slice(0, 50),
    consequences: payloads.slice(0, 20),
    requirements: payloads.map((name) => ({ name, verdict: 'unclear', words: name })),
    changes: [{ label: joined, was: '/action/employer', now: '/action/role' }],
    texts: payloads.slice(0, 20).map((text) => ({ title: text, text, source: 'internet' })),
    images: payloads.slice(0, 20).map((caption) => ({ sha256: 'a'.repeat(64), caption })),
    files: payloads
      .slice(0, 20)
      .map((name) => ({ name, sha256: 'b'.repeat(64), mediaType: name, bytes: 1, pages: [] })),
  } as unknown as Record<string, never>
  const hostile = await ask(p, atSubmit, { action, shown })
  const asking = await ask(
    p,
    { capability: 'job-application', gate: 'details', effects: [] },
    { action: { questions } as unknown as Record<string, never>, shown },
  )
  const bodyOf = (note: string) =>
    requestBody('submit', { action: { employer: note, role: note }, shown: {} }, ['submit'])
  const decided = await ask(p, atSubmit, { action, shown })
  await p.approver.decide(decided.seen, {
    verdict: 'reject',
    by: joined.slice(0, 60),
    level: 'session',
    comment: joined,
  })

  // What workers write: names of steps, reasons, errors, files, outcomes, keys, payloads, differences.
  const task = await p.task('job-search', { key: joined.slice(0, 180), payload: values })
  const lease = await p.claimOne('job-search', { worker: joined.slice(0, 100) })
  for (const [at, name] of payloads.entries()) {
    const sha256 = at.toString(16).padStart(64, '0')
    await p.worker.recordArtifact(lease, {
      sha256,
      name: name.slice(0, 200),
      mediaType: 'text/html',
      bytes: 1,
    })
  }
  await p.worker.fail(lease, { reason: joined, error: values, retryable: false })
  const worked = await ask(p, atSubmit, { action, shown })
  await p.approver.decide(worked.seen, { verdict: 'approve', by: 'ana', level: 'session' })
  await age(p.admin, 'approvals', worked.id, { not_before: '5 minutes', decided_at: '5 minutes' })
  await age(p.admin, 'tasks', worked.task, { run_at: '5 minutes' })
  const acting = await p.claimOne('job-application')
  const { effectId } = await p.worker.beginEffect(acting, { name: 'submit', digest: worked.digest })
  await p.worker.finishEffect(effectId, acting.token, 'failed', values)
  await p.worker.park(acting, {
    gate: 'submit',
    body: bodyOf(joined),
    step: joined.slice(0, 60),
    difference: values,
  })
  const again = await p.request(worked.task)
  await p.approver.pause('briefing', joined.slice(0, 60), joined)
  await p.admin.query(
    `update countersign.gates set ungated_reason = $1, sentence = $1 where level = 'none'`,
    [joined],
  )

  const paths = [
    ...[hostile, asking, decided, worked, again].map(({ public_id }) => `/r/${public_id}`),
    `/r/${again.public_id}/edit`,
    '/',
    '/sitting/all',
    `/sitting?of=${hostile.public_id}&n=1&did=${decided.public_id}`,
    '/tasks',
    ...[task, hostile.task, worked.task, decided.task].map((id) => `/tasks/${id}`),
    '/dead?kind=failed',
    '/capabilities',
    '/signals',
    '/operators',
    ...payloads.slice(0, 15).flatMap((payload) => {
      const asked = encodeURIComponent(payload)
      return [
        `/tasks?capability=${asked}`,
        `/queries/${asked}`,
        `/signals/${asked}`,
        `/sitting?of=${asked}&did=${asked}`,
      ]
    }),
  ]
  for (const path of paths) {
    const response = await page.goto(`${web.origin}${path}`, { waitUntil: 'load' })
    expect(response?.status(), path).toBeLessThan(500)
    // What is behind a press is read too, and what waits for the pointer or the focus.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true
      for (const element of document.querySelectorAll<HTMLElement>('main *')) {
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
        element.focus()
      }
    })
  }
  await page.goto(`${web.origin}/r/${hostile.public_id}`)
  expect((await page.$$('.warm .facts > div')).length).toBeGreaterThan(40)
  expect((await page.$$('.warm tbody tr')).length).toBe(payloads.length)
  const risky = await page.$$eval('a[href]', (links) =>
    links
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^(\/|#|https:\/\/)/.test(href)),
  )
  expect(risky).toEqual([])
  const told = await page.$eval('main', (main) => main.textContent ?? '')
  for (const payload of payloads.filter((text) => !/[^\x20-\x7e]/.test(text))) {
    expect(told).toContain(payload)
  }
  expect(ran).toEqual([])
  expect(foreign).toEqual([])
}, 180_000)

it('T18 would have noticed: the same payloads run where nothing is escaped', async () => {
  const noted: string[] = []
  const bare = await browser.newPage()
  bare.on('dialog', (dialog) => void dialog.dismiss())
  await bare.exposeFunction('pwned', (what: unknown) => noted.push(String(what)))
  await bare.setContent(`<main>${payloads.slice(0, 40).join('\n')}</main>`)
  await expect.poll(() => noted.length, { timeout: 5_000 }).toBeGreaterThan(3)
  await bare.close()
})
