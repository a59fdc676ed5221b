// Inside the page: what stands between us and the form, as far as a person would see it too.
import type { Part } from './kit.ts'

export interface Obstacles {
  /** A challenge that somebody has to solve, by the title of its frame. */
  challenge: string | null
  /** A password is asked for. */
  login: boolean
  /** A code from an e-mail is asked for. */
  emailCode: boolean
  /** The page's own words that the posting is closed. */
  closed: string | null
  /** What the page complains about. */
  alerts: string[]
}

export const obstacles: Part<'obstacles' | 'challenges'> = {
  obstacles() {
    const some = (selector: string) =>
      [...document.querySelectorAll(selector)].some((one) => this.shown(one))
    const frame = [...document.querySelectorAll('iframe')].find((one) => this.challenges(one))
    const gone =
      /\b(?:no longer|not) (?:accepting|open|available)\b|\b(?:has been|is|was) (?:now )?(?:filled|closed|expired|removed)\b|\b(?:job|posting|page|position)\b.{0,30}\bnot found\b|\bapplications? (?:are|have) (?:now )?closed\b/i
    // A description may say of agencies what a banner says of everybody, and a question of a visa.
    const described =
      '.job__description, #content, .posting-page, [class*=descriptionText], form, #form'
    const said = [...document.querySelectorAll('h1,h2,h3,h4,p,div,span,strong,[role=alert]')]
      .filter((one) => (one.textContent ?? '').length <= 200 && gone.test(one.textContent ?? ''))
      .find((one) => one.closest(described) === null && this.shown(one))
    const alerts = [...document.querySelectorAll('[role=alert], .helper-text--error')]
      .filter((one) => this.shown(one))
      .map((one) => this.wordsOf(one).slice(0, 300))
    // The browser's own complaint, in a bubble at the control that it went to.
    const at = document.activeElement
    if (at?.matches(':invalid') && at instanceof HTMLInputElement) alerts.push(at.validationMessage)
    return {
      challenge: frame ? frame.title || frame.src.slice(0, 100) : null,
      login: some('input[type=password]'),
      emailCode: some('#email-verification, input[id^=security-input-]'),
      closed: said ? this.wordsOf(said).slice(0, 200) : null,
      alerts: alerts.filter((text) => text !== '').slice(0, 10),
    }
  },

  /** A captcha that is only there (a badge, an invisible one) asks nobody for anything. */
  challenges(frame) {
    const known = /captcha|challenges\.cloudflare\.com|arkoselabs|datadome/i
    if (!known.test(`${frame.src} ${frame.title}`) || /size=invisible/.test(frame.src)) return false
    if (frame.closest('[class*=badge]') !== null) return false
    const { width, height } = frame.getBoundingClientRect()
    return width >= 200 && height >= 62 && this.shown(frame)
  },
}
