// Inputs that people don't see or are told to leave alone: whoever fills one is taken for a robot.
import { html } from 'hono/html'
import type { Html } from './frame.ts'

/** One for each way of hiding. The last two can be seen. */
export const honeypotNames = [
  'website',
  'hp_7f2b',
  'fax_number',
  'middle_initial',
  'nickname_hpcsaf',
  'company_url',
  'please_leave_blank',
  'opt_out',
] as const

export function honeypots(): Html {
  return html`
<div style="display:none"><label>Website <input type="text" name="website" autocomplete="off"></label></div>
<div style="opacity:0;height:0;overflow:hidden"><label>Homepage <input type="text" name="hp_7f2b"></label></div>
<div style="position:absolute;left:-9999px"><label>Fax number <input type="text" name="fax_number"></label></div>
<div style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden"><label>Middle initial <input type="text" name="middle_initial"></label></div>
<div aria-hidden="true" style="height:0;overflow:hidden"><label>Nickname <input type="text" name="nickname_hpcsaf"></label></div>
<input type="text" name="company_url" tabindex="-1" aria-label="Company URL" style="border:0;padding:0;height:0;width:0;opacity:0">
<div class="field-wrapper"><label for="please_leave_blank">Please leave this field blank</label><input type="text" class="input input__single-line" id="please_leave_blank" name="please_leave_blank"></div>
<div class="checkbox__wrapper"><input type="checkbox" id="opt_out" name="opt_out" value="1"><label for="opt_out">Tick here if you do not want to be considered for this job</label></div>`
}

/** A cookie dialog whose every button is of the type that sends forms. */
export function cookieDialog(over: boolean): Html {
  const names = ['Accept all', 'Reject all', 'Settings', 'Statistics', 'Marketing', 'Save']
  return html`
<div class="cookies${over ? ' over' : ''}" role="dialog" aria-label="Cookies">
<form><p>We would like to set cookies that help us understand how our pages are used.</p>
${names.map((name) => html`<button type="submit" data-cookies>${name}</button>`)}</form></div>
<script type="module" src="/assets/cookies.js"></script>`
}
