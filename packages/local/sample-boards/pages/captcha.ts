// Captchas as the boards have them: a badge that asks for nothing, or a box that only a person ticks.
import { html } from 'hono/html'
import type { Captcha } from '../form.ts'
import { type Html, page } from './frame.ts'

/** What stands on the page from the start; the rest appears after the click. */
export function captchaParts(captcha: Captcha, maker: 'recaptcha' | 'hcaptcha'): Html {
  const { anchor, anchorTitle, token } = makers[maker]
  return html`
<textarea id="${token}" name="${token}" class="${token}" style="display:none"></textarea>
${
  captcha === 'challenge'
    ? html`<div class="captcha-box"><iframe title="${anchorTitle}" src="${anchor}?visible=1"></iframe></div>`
    : captcha === 'none'
      ? ''
      : html`<div class="captcha-badge grecaptcha-badge"><iframe title="${anchorTitle}" src="${anchor}" width="256" height="60" tabindex="-1"></iframe></div>`
}`
}

export const makers = {
  recaptcha: {
    token: 'g-recaptcha-response',
    anchor: '/recaptcha/enterprise/anchor',
    anchorTitle: 'reCAPTCHA',
    challenge: '/recaptcha/enterprise/bframe',
    challengeTitle: 'recaptcha challenge expires in two minutes',
  },
  hcaptcha: {
    token: 'h-captcha-response',
    anchor: '/hcaptcha/captcha/v1/static/hcaptcha.html',
    anchorTitle: 'Widget containing checkbox for hCaptcha security challenge',
    challenge: '/hcaptcha/captcha/v1/static/challenge.html',
    challengeTitle: 'Main content of the hCaptcha challenge',
  },
} as const

/** The inside of a captcha's frame. Ticking its box hands a token to the page around it. */
export function captchaFrame(visible: boolean): Html {
  const body = visible
    ? html`<p style="padding:24px;margin:0"><label style="display:flex;gap:12px"><input type="checkbox" id="checkbox"> I am human</label></p>
<script>document.getElementById('checkbox').addEventListener('change', () => parent.postMessage('captcha passed', location.origin))</script>`
    : html`<p style="font-size:11px;margin:12px;color:#5b646e">protected by a captcha</p>`
  return page({ title: 'captcha', accent: '#5b646e', look: 'captcha', body })
}
