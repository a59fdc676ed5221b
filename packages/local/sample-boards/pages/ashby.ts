// Ashby's pages: two tabs, a form that is no form element, and buttons that are all of the type that sends.
import { html } from 'hono/html'
import { formId, htmlOf } from '../apis/ashby.ts'
import type { SamplePosting } from '../employers.ts'
import type { Field, Form } from '../form.ts'
import { captchaParts, makers } from './captcha.ts'
import { type Html, own, page } from './frame.ts'
import { honeypots } from './honeypots.ts'

/** `tab` is the one that is open; the fields are in the page only while it is the application's. */
export function ashbyPage(
  posting: SamplePosting,
  form: Form,
  tab: 'overview' | 'application',
  slowMs: number,
): Html {
  const { employer, id, title, places, workplace, department, commitment } = posting
  const has = (trait: Form['traits'][number]) => form.traits.includes(trait)
  const link = (name: string, path: string, on: boolean) =>
    html`<a role="tab" id="job-${path === '' ? 'overview' : 'application-form'}" aria-selected="${String(on)}" href="/${employer.account}/${id}${path}">${name}</a>`
  const facts = [
    ['Location', places.map((place) => place.split(',')[0]).join('; ')],
    ['Employment type', commitment === 'Permanent' ? 'Full time' : commitment],
    ['Location type', workplace ?? 'Not said'],
    ['Department', department],
  ]
  const body = html`<div class="wide">
<a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>
<h1 class="ashby-job-posting-heading">${title.trim()}</h1>
<div class="split"><aside class="ashby-job-posting-left-pane">${facts.map(([name, value]) => html`<h3>${name}</h3><p>${value}</p>`)}</aside>
<main><div role="tablist">${link('Overview', '', tab === 'overview')}${link('Application', '/application', tab === 'application')}</div>
${has('closed-banner') ? html`<div class="notice">This role is no longer accepting applications.</div>` : ''}
<div class="text" id="overview" role="tabpanel" ${tab === 'overview' ? '' : 'hidden'}>${own(htmlOf(posting))}
<p><a class="button primary ashby-job-posting-apply-button" href="/${employer.account}/${id}/application">Apply for this Job</a></p></div>
<div id="form" role="tabpanel" ${tab === 'application' ? '' : 'hidden'}></div>
<template id="application">${formOf(posting, form)}</template>
<div class="foot">${form.markup.footer || 'Powered by the sample boards of this machine'}</div></main></div></div>`
  return page({
    title: `${title.trim()} @ ${employer.name}`,
    accent: employer.accent,
    look: 'ashby',
    body,
    scripts: tab === 'application' ? ['ashby.js'] : [],
    data: {
      organizationHostedJobsPageName: employer.account,
      jobPostingId: id,
      fields: form.fields.map(({ key, kind, label, required }) => ({ key, kind, label, required })),
      slowMs: has('slow') ? slowMs : 0,
      captcha: { kind: form.captcha, maker: makers.recaptcha },
    },
  })
}

export function ashbyGone(name: string, accent: string): Html {
  const body = html`<div class="wide"><h1>Job not found</h1><p>The job you requested was not found. It may have been filled.</p></div>`
  return page({ title: `Jobs @ ${name}`, accent, look: 'ashby', body })
}

function formOf(posting: SamplePosting, form: Form): Html {
  const main = form.fields.filter(({ section }) => section === 'main')
  const survey = form.fields.filter(({ section }) => section === 'eeoc')
  const draw = (field: Field) => entry(posting, form, field)
  return html`
<div class="ashby-application-form-autofill"><div><b>Autofill from resume</b><br>Upload your resume here to autofill key application fields.</div>
<div><input type="file" tabindex="-1" accept=".pdf,.doc,.docx" class="_autofill_${form.markup.salt}" style="display:none"><button class="autofill-button">Upload file</button></div></div>
<div class="ashby-application-form-container">${main.map(draw)}</div>
${form.traits.includes('honeypots') ? honeypots() : ''}
${survey.length > 0 ? html`<div class="ashby-survey-form-container"><h2>Voluntary survey</h2>${survey.map(draw)}</div>` : ''}
<div class="ashby-application-form-alerts"></div>
${captchaParts(form.captcha, 'recaptcha')}
<button class="primary ashby-application-form-submit-button"><span>Submit Application</span></button>`
}

function entry(posting: SamplePosting, form: Form, field: Field): Html {
  const { key, label, required, description } = field
  const salt = form.markup.salt
  const inner = html`<label class="ashby-application-form-question-title _heading_${salt}_53${required ? ` _required_${salt}_92` : ''}" for="${key}">${label}</label>
${description ? html`<div class="ashby-application-form-question-description"><div>${own(description)}</div></div>` : ''}${control(posting, field, salt)}`
  const reordered = form.markup.reordered ? html`data-${salt}="1"` : ''
  return html`<div ${reordered} class="_fieldEntry_${salt}_29 ashby-application-form-field-entry" data-field-path="${key}">${form.markup.wrapped ? html`<div><div>${inner}</div></div>` : inner}</div>`
}

function control(posting: SamplePosting, { key, kind, options }: Field, salt: string): Html {
  switch (kind) {
    case 'long-text':
      return html`<textarea id="${key}" name="${key}" class="_input_${salt}_28" placeholder="Type here..."></textarea>`
    case 'file':
      return html`<div class="ashby-file-upload"><input id="${key}" type="file" style="display:none" tabindex="-1"><button class="_button_${salt}">Upload File</button> or drag and drop here <span class="uploaded"></span></div>`
    case 'yes-no':
      return html`<div class="_container_${salt} _yesno_${salt}_141"><button class="_option_${salt}_149" data-option="yes" aria-pressed="false">Yes</button> <button class="_option_${salt}_149" data-option="no" aria-pressed="false">No</button><input type="checkbox" name="${key}" tabindex="-1" style="display:none"></div>`
    case 'location':
      return html`<div class="_location_${salt}"><input type="text" role="combobox" placeholder="Start typing..." autocomplete="off" aria-autocomplete="list" aria-expanded="false"></div>`
    case 'date':
      return html`<div class="react-datepicker-wrapper"><div class="react-datepicker__input-container"><input type="text" placeholder="Pick date..."></div></div>`
    case 'choice':
      return html`<fieldset class="_container_${salt} _option_${salt}" style="border:0;padding:0;margin:0">${options.map(({ value, label }, index) => html`<div><label><input type="radio" id="${formId(posting)}_${key}-labeled-radio-${index}" name="${formId(posting)}_${key}" value="${value}"><span>${label}</span></label></div>`)}</fieldset>`
    case 'choices':
      return html`<fieldset class="_container_${salt} _option_${salt}" style="border:0;padding:0;margin:0">${options.map(({ label }, index) => html`<div><label><input type="checkbox" id="${formId(posting)}_${key}-labeled-checkbox-${index}" name="${label}"><span>${label}</span></label></div>`)}</fieldset>`
    default:
      return html`<input id="${key}" name="${key}" class="_input_${salt}_28" type="${({ email: 'email', phone: 'tel', number: 'number' } as Record<string, string>)[kind] ?? 'text'}" placeholder="${kind === 'email' ? 'hello@example.com...' : 'Type here...'}">`
  }
}
