// Greenhouse's current application page: description and form on one page, driven by script, inputs without names.
import { html } from 'hono/html'
import { countries } from '../countries.ts'
import type { SamplePosting } from '../employers.ts'
import type { Field, Form } from '../form.ts'
import { textHtml } from '../text.ts'
import { captchaParts, makers } from './captcha.ts'
import { type Html, own, page } from './frame.ts'
import { cookieDialog, honeypots } from './honeypots.ts'

interface Shown {
  posting: SamplePosting
  form: Form
  /** In the frame of another page. */
  embedded: boolean
  slowMs: number
}

export function greenhousePage({ posting, form, embedded, slowMs }: Shown): Html {
  const { employer, title, places, text, id } = posting
  const has = (trait: Form['traits'][number]) => form.traits.includes(trait)
  const description = html`
<div class="job__description text">${own(textHtml(employer.about, String))}
${own(textHtml(text, (heading) => `<h2>${heading}</h2>`))}${own(textHtml(employer.closing, String))}</div>`
  const body = html`<div class="column">
${embedded ? '' : html`<a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>`}
${has('closed-banner') ? html`<div class="notice job-status">This job is no longer accepting applications.</div>` : ''}
<div class="job__header"><h1>${title.trim()}</h1><p class="where job__location">${places.join('; ')}</p></div>
${description}
<form id="application-form" class="application--form" method="post" action="#" novalidate>
<h2>Apply for this job</h2>
<p class="description"><span aria-hidden="true">*</span> indicates a required field</p>
<p><button type="button" class="mygreenhouse">Autofill with MyGreenhouse</button></p>
<template id="fields">${formFields(form)}</template>
<div class="application--questions"></div>
<div class="application--submit"><button type="submit" class="primary">Submit application</button></div>
${captchaParts(form.captcha, 'recaptcha')}
</form>
<div class="foot">${form.markup.footer || `Powered by the sample boards of this machine`}</div>
</div>${has('honeypots') ? cookieDialog(false) : ''}`
  const path = embedded
    ? `/embed/${employer.account}/jobs/${id}`
    : `/${employer.account}/jobs/${id}`
  return page({
    title: `Job Application for ${title.trim()} at ${employer.name}`,
    accent: employer.accent,
    look: 'greenhouse',
    body,
    scripts: ['greenhouse.js'],
    data: {
      submitTo: path,
      confirmation: embedded
        ? `/embed/job_app/confirmation?for=${employer.account}&token=${id}`
        : `/${employer.account}/jobs/${id}/confirmation`,
      fields: form.fields.map(({ key, kind, label, required, options, section }) => ({
        key,
        kind,
        label,
        required,
        options,
        section,
      })),
      countries,
      twoStep: has('two-step'),
      slowMs: has('slow') ? slowMs : 0,
      captcha: { kind: form.captcha, maker: makers.recaptcha },
    },
  })
}

function formFields(form: Form): Html {
  const of = (section: Field['section']) => form.fields.filter((one) => one.section === section)
  const draw = (field: Field) => wrapped(form, drawn(form, field))
  const demographic = of('demographic')
  const eeoc = of('eeoc')
  return html`
${of('main').map(draw)}
${form.traits.includes('honeypots') ? honeypots() : ''}
${
  eeoc.length === 0
    ? ''
    : html`<div class="eeoc__container"><h2>Voluntary self-identification</h2>
<p class="description">Answering is voluntary and has no influence on your application.</p>${eeoc.map(draw)}</div>`
}
${
  demographic.length === 0
    ? ''
    : html`<div id="demographic-section"><h2>Voluntary questions</h2>
<p class="description">Nobody who decides on applications sees these answers.</p>${demographic.map(draw)}</div>`
}
<div class="data-compliance">${of('consent').map(draw)}</div>`
}

const wrapped = ({ markup }: Form, inner: Html) =>
  markup.wrapped
    ? html`<section class="remix-${markup.salt}-group"><div>${inner}</div></section>`
    : inner

function drawn(form: Form, field: Field): Html {
  switch (field.kind) {
    case 'file':
      return upload(field)
    case 'choices':
      return checkboxes(field)
    case 'consent':
      return consent(field)
    case 'phone':
      return phone(form, field)
    case 'choice':
    case 'yes-no':
    case 'location':
      return select(form, field)
    default:
      return text(form, field)
  }
}

const star = ({ required }: Field) => (required ? html`<span aria-hidden="true">*</span>` : '')
const words = ({ key, description }: Field) =>
  description === null
    ? ''
    : html`<div class="description" id="${key}-description">${own(description)}</div>`
const problem = ({ key }: Field) =>
  html`<p class="helper-text helper-text--error" id="${key}-error" aria-live="polite" hidden></p>`

function text(form: Form, field: Field): Html {
  const { key, kind, required } = field
  const described = `${key}-description ${key}-error ${key}-help`
  const input =
    kind === 'long-text'
      ? html`<textarea id="${key}" class="input input__multi-line" aria-label="${field.label}" aria-required="${String(required)}" aria-describedby="${described}" maxlength="10000"></textarea>`
      : form.markup.reordered
        ? html`<input aria-required="${String(required)}" data-${form.markup.salt}="x" maxlength="255" aria-describedby="${described}" type="text" class="input__single-line input" id="${key}">`
        : html`<input id="${key}" class="input input__single-line" type="text" maxlength="255" aria-required="${String(required)}" aria-describedby="${described}">`
  return html`<div class="field-wrapper"><div class="text-input-wrapper"><div class="input-wrapper">
<label id="${key}-label" for="${key}" class="label">${field.label}${star(field)}</label>${words(field)}${input}</div>${problem(field)}</div></div>`
}

function select(form: Form, field: Field): Html {
  const { key, kind, required } = field
  const id = kind === 'location' ? 'candidate-location' : key
  return html`<div class="field-wrapper" data-field="${key}"><div class="select"><div class="select__container">
<label id="${id}-label" for="${id}" class="label select__label">${field.label}${star(field)}</label>${words(field)}
${selectShell(form, id, required)}</div>
${kind === 'location' ? html`<button type="button" class="locate-me">Locate me</button>` : ''}</div>${problem(field)}</div>`
}

/** The required twin is how react-select makes the browser complain; it is nobody's to fill. */
function selectShell(form: Form, id: string, required: boolean): Html {
  const css = `remix-${form.markup.salt}`
  return html`<div class="select-shell ${css}-container">
<span id="react-select-${id}-live-region" class="visually-hidden"></span>
<div class="select__control ${css}-control"><div class="select__value-container ${css}-value"><div class="select__placeholder" id="react-select-${id}-placeholder">Select...</div>
<div class="select__input-container"><input class="select__input" id="${id}" type="text" role="combobox" aria-autocomplete="list" aria-haspopup="true" aria-expanded="false" aria-required="${String(required)}" aria-labelledby="${id}-label" autocomplete="off" autocorrect="off" spellcheck="false" value=""></div></div>
<div class="select__indicators"><button type="button" class="icon-button" aria-label="Toggle flyout" tabindex="-1">▾</button></div></div>
${required ? html`<input required tabindex="-1" aria-hidden="true" class="remix-required ${css}-required" value="">` : ''}</div>`
}

function checkboxes(field: Field): Html {
  const { key, options, required } = field
  return html`<fieldset class="checkbox" id="${key}" aria-required="${String(required)}">
<legend class="label">${field.label}${star(field)}</legend>${words(field)}
${options.map(({ value, label }) => html`<div class="checkbox__wrapper"><div class="checkbox__input"><input type="checkbox" name="${key}" id="${key}_${value}" value="${value}" class="check" aria-required="${String(required)}"></div><label for="${key}_${value}">${label}</label></div>`)}
${problem(field)}</fieldset>`
}

function consent(field: Field): Html {
  const { key } = field
  return html`<div class="field-wrapper checkbox__wrapper"><input type="checkbox" id="${key}" name="${key}" value="true"><label for="${key}">${field.label}${star(field)} ${own(field.description ?? '')}</label>${problem(field)}</div>`
}

function phone(form: Form, field: Field): Html {
  const { key, label, required } = field
  const full = form.traits.includes('full')
  return html`<fieldset class="phone-input" data-field="${key}"><legend class="label visually-hidden">${label}</legend>
${full ? html`<div class="select" data-country><label id="country-label" for="country" class="label select__label">Country${star(field)}</label>${selectShell(form, 'country', required)}</div>` : ''}
<div class="input-wrapper"><label id="${key}-label" for="${key}" class="label">${label}${star(field)}</label>
<div class="iti iti--allow-dropdown"><button type="button" class="iti__selected-country" aria-expanded="false" aria-label="Selected country" aria-haspopup="true" aria-controls="iti-0__dropdown-content"><span class="iti__selected-dial-code"></span> ▾</button>
<input id="${key}" class="input input__single-line iti__tel-input" type="tel" maxlength="255" aria-required="${String(required)}" autocomplete="off">
<div id="iti-0__dropdown-content" class="iti__dropdown-content iti__hide" role="dialog"><input type="text" class="iti__search-input" role="combobox" aria-expanded="true" aria-label="Search" placeholder="Search" autocomplete="off" aria-autocomplete="list">
<ul class="iti__country-list" id="iti-0__country-listbox" role="listbox" aria-label="List of countries">${countries.map(([name, iso, dial]) => html`<li class="iti__country" role="option" id="iti-0__item-${iso}" data-country-code="${iso}" data-dial-code="${dial}" tabindex="-1" aria-selected="false"><span class="iti__country-name">${name}</span><span class="iti__dial-code">+${dial}</span></li>`)}</ul></div></div></div>
${problem(field)}</fieldset>`
}

function upload(field: Field): Html {
  const { key, label } = field
  return html`<div class="file-upload" role="group" aria-labelledby="upload-label-${key}" data-field="${key}">
<div id="upload-label-${key}" class="upload-label">${label}${star(field)}</div>
<div class="file-upload__wrapper"><div class="file-upload__actions">
<button type="button" class="attach">Attach</button><label class="visually-hidden" for="${key}">Attach</label>
<input id="${key}" class="visually-hidden" type="file" accept=".pdf,.doc,.docx,.txt,.rtf">
<button type="button" class="dropbox">Dropbox</button><button type="button" class="drive">Google Drive</button><button type="button" class="manually">Enter manually</button></div>
<p class="description" id="accepted-filetypes-${key}">Accepted file types: pdf, doc, docx, txt, rtf</p></div>${problem(field)}</div>`
}

export function greenhouseDone(posting: SamplePosting, embedded: boolean): Html {
  const { employer, title } = posting
  const body = html`<div class="column">${embedded ? '' : html`<a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>`}
<div class="confirmation"><h1>Thank you for applying.</h1>
<p>Your application for ${title.trim()} has been received. If there is a fit, someone will be in touch.</p></div></div>`
  return page({
    title: `Thank you for applying to ${employer.name}`,
    accent: employer.accent,
    look: 'greenhouse',
    body,
  })
}
