// The one press of the button, and what the board says to it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { type Tile, tilesOf } from '#clients'
import type { Family } from './families.ts'
import { quiet } from './fill-form.ts'
import type { Guard, Sent } from './guard.ts'
import { type FormInPage, nextButton, obstaclesOf } from './read.ts'
import { press } from './widgets/hand.ts'

/** What was seen after the press; holds what the page shows, so it may hold personal data. */
export interface Evidence {
  /** ISO instants. */
  pressedAt: string
  seenAt: string
  url: string
  /** The page's words, at most 4,000 characters. */
  text: string
  tiles: Tile[]
  /** What went out that may have been the application. */
  sent: Sent[]
}

export interface Pressed {
  /**
   * `confirmed`: the board itself says that it has the application. `not-sent`: nothing that could
   * have been the application left the browser. `unknown`: it may have arrived, or not.
   */
  outcome: 'confirmed' | 'not-sent' | 'unknown'
  /** What stopped it, as far as the page shows. */
  saw: 'confirmation' | 'challenge' | 'login' | 'email-code' | 'complaint' | 'nothing'
  /** In a sentence, with the page's own words. */
  detail: string
  evidence: Evidence
}

/** The button wasn't pressed; nothing can have been sent. */
export class NotPressed extends Error {
  override name = 'NotPressed'
}

const answerMs = 30_000
const pollMs = 250

/**
 * Presses the button, once, with the guard open for just that, and waits up to 30 s for the board's
 * confirmation. Whatever this answers or throws after the press, it must not be called again.
 *
 * @throws NotPressed before the press, when there isn't exactly one button to press.
 */
export async function pressSubmit({ page, family }: FormInPage, guard: Guard): Promise<Pressed> {
  // Pages that save each field by itself refuse to send while one is on its way.
  await quiet(page, 700)
  if (await nextButton(page, family)) throw new NotPressed('The form has another page.')
  const buttons = await page.$$(family.submit)
  const [button] = buttons
  if (!button || buttons.length > 1) {
    throw new NotPressed(`The form has ${buttons.length} buttons that send it.`)
  }
  const usable = await button.evaluate(
    (it) => it.checkVisibility() && !(it as HTMLButtonElement).disabled,
  )
  if (!usable) throw new NotPressed('The button that sends the form can’t be pressed.')
  const before = new Set((await obstaclesOf(page)).alerts)
  watchAnswers(page, guard)
  const pressedAt = new Date()
  guard.open()
  try {
    if (!(await press(page, button))) throw new NotPressed('The button takes no focus.')
    const seen = await outcome(page, family, guard, before)
    return { ...seen, evidence: await evidence(page, guard, pressedAt) }
  } finally {
    guard.close()
  }
}

type Seen = Omit<Pressed, 'evidence'>

/** A challenge or a complaint may still be followed by more, so it is looked at for two seconds. */
async function outcome(
  page: Page,
  family: Family,
  guard: Guard,
  before: ReadonlySet<string>,
): Promise<Seen> {
  const until = performance.now() + answerMs
  let stopped: Pick<Seen, 'saw' | 'detail'> | null = null
  let stoppedAt = 0
  while (performance.now() < until) {
    await pause(pollMs)
    const now = await look(page, family, before)
    if (now?.saw === 'confirmation' && guard.sent.length > 0)
      return { outcome: 'confirmed', ...now }
    if (now === null || now.saw === 'confirmation') stopped = null
    else if (stopped?.saw !== now.saw) {
      stopped = now
      stoppedAt = performance.now()
    } else if (performance.now() - stoppedAt > 2_000) break
  }
  const detail = 'The page shows neither a confirmation nor a complaint.'
  return {
    outcome: guard.sent.length === 0 ? 'not-sent' : 'unknown',
    ...(stopped ?? { saw: 'nothing', detail }),
  }
}

/** Null while there is nothing to see, also between two pages. */
async function look(
  page: Page,
  { confirmed, anatomy }: Family,
  before: ReadonlySet<string>,
): Promise<Pick<Seen, 'saw' | 'detail'> | null> {
  try {
    const there = await page.evaluate((form) => document.querySelector(form) !== null, anatomy.form)
    const said = await saying(page, confirmed.said)
    const arrived = confirmed.path?.test(new URL(page.url()).pathname) === true
    // An employer may have written its own thanks, but not the board's address for them.
    if (!there && arrived) return { saw: 'confirmation', detail: said ?? (await page.title()) }
    if (said !== null && (arrived || !there || confirmed.path === null)) {
      return { saw: 'confirmation', detail: said }
    }
    const { challenge, login, emailCode, alerts } = await obstaclesOf(page)
    if (challenge !== null)
      return { saw: 'challenge', detail: `A challenge appeared: ${challenge}` }
    if (emailCode) return { saw: 'email-code', detail: 'The page asks for a code from an e-mail.' }
    if (login) return { saw: 'login', detail: 'The page asks for a password.' }
    const complaint = alerts.find((alert) => !before.has(alert))
    return complaint === undefined ? null : { saw: 'complaint', detail: complaint }
  } catch (error) {
    if (page.isClosed() || !page.browser().connected) throw error
    return null
  }
}

/** The shortest visible text of the page that says it. */
async function saying(page: Page, pattern: RegExp): Promise<string | null> {
  return page.evaluate(
    (source, flags) => {
      const said = new RegExp(source, flags)
      const texts = [...document.querySelectorAll<HTMLElement>('h1,h2,h3,p,div,span')]
        .filter((one) => one.checkVisibility() && said.test((one.textContent ?? '').trim()))
        .map((one) => (one.textContent ?? '').replace(/\s+/g, ' ').trim())
        .sort((a, b) => a.length - b.length)
      return texts[0]?.slice(0, 300) ?? null
    },
    pattern.source,
    pattern.flags,
  )
}

function watchAnswers(page: Page, guard: Guard): void {
  page.on('response', (response) => {
    const url = new URL(response.url())
    const one = guard.sent.find(
      ({ host, path, status }) =>
        status === null && host === url.host && path.split('?')[0] === url.pathname,
    )
    if (one && response.request().method() === one.method) one.status = response.status()
  })
}

async function evidence(page: Page, guard: Guard, pressedAt: Date): Promise<Evidence> {
  const text = await page.evaluate(
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
    () => document.body.innerText.slice(0, 4_000),
  )
  return {
    pressedAt: pressedAt.toISOString(),
    seenAt: new Date().toISOString(),
    url: page.url(),
    text,
    tiles: await tilesOf(page),
    sent: guard.sent.map((one) => ({ ...one })),
  }
}
