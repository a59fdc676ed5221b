// Greenhouse's application page as it was until 2024: named inputs, select2, a form of its own for each upload.
import { html } from 'hono/html'
import type { Body } from '../body.ts'
import type { SamplePosting } from '../employers.ts'
import type { Field, Form } from '../form.ts'
import { textHtml } from '../text.ts'
import { captchaParts, makers } from './captcha.ts'
import { type Html, own, page } from './frame.ts'
import { cookieDialog, honeypots } from './honeypots.ts'

export function oldGreenhousePage(
  posting: SamplePosting,
  form: Form,
  missing: readonly string[],
): Html {
  const { employer, title, places, text, id } = posting
  const asked = form.fields.filter(({ key }) => key.startsWith('question_'))
  const files = form.fields.filter(({ kind }) => kind === 'file')
  const plain = form.fields.filter((field) => ![...asked, ...files].includes(field))
  const pots = form.traits.includes('honeypots')
  const body = html`<div class="column" id="wrapper"><a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>
<div id="header"><h1 class="app-title">${title.trim()}</h1><p class="where location">${places.join('; ')}</p></div>
<div id="content" class="text">${[employer.about, text, employer.closing].map((part) => own(textHtml(part, (heading) => `<p><strong>${heading}</strong></p>`)))}</div>
<div id="application"><h2>Apply for this Job</h2><p><span class="asterisk">*</span> Required</p>
${missing.length > 0 ? html`<div class="notice" id="error_message" role="alert">Please complete: ${missing.join(', ')}. Files have to be attached again.</div>` : ''}
${files.map((field) => html`<form id="s3_upload_for_${field.key}" class="field" enctype="multipart/form-data" method="post" action="/s3"><label>${field.label}${star(field)}</label><input type="file" name="file"><div id="${field.key}_filename" class="filename"></div></form>`)}
<form id="application_form" accept-charset="UTF-8" method="post" action="/${employer.account}/jobs/${id}">
<input type="hidden" name="utf8" value="✓">
${files.map(({ key }) => html`<input type="hidden" name="job_application[${key}_url]" id="${key}_url"><input type="hidden" name="job_application[${key}_url_filename]" id="${key}_url_filename">`)}
${plain.map((field) => html`<div class="field"><label for="${field.key}">${field.label}${star(field)}<input type="text" name="job_application[${field.key}]" id="${field.key}" maxlength="255" aria-required="${String(field.required)}"></label></div>`)}
<div id="custom_fields">${asked.map(custom)}</div>
${pots ? honeypots() : ''}
${captchaParts(form.captcha, 'recaptcha')}
<div id="submit_buttons"><input type="button" id="submit_app" value="Submit Application" class="button"></div></form></div></div>${pots ? cookieDialog(false) : ''}`
  return page({
    title: `Job Application for ${title.trim()} at ${employer.name}`,
    accent: employer.accent,
    look: 'oldhouse',
    body,
    scripts: ['greenhouse-old.js'],
    data: { captcha: { kind: form.captcha, maker: makers.recaptcha } },
  })
}

const star = ({ required }: Field) => (required ? html`<span class="asterisk"> *</span>` : '')
const numberIn = (key: string) => key.replace(/\D/g, '')

function custom(field: Field, at: number): Html {
  const { key, kind, label, options, description } = field
  const name = `job_application[answers_attributes][${at}]`
  const id = `job_application_answers_attributes_${at}`
  const question = html`<input type="hidden" name="${name}[question_id]" value="${numberIn(key)}">`
  const option = `${name}[answer_selected_options_attributes]`
  if (kind === 'choices')
    return html`<div class="field">${question}<label>${label}${star(field)}</label>${own(description ?? '')}${options.map(({ value, label: text }, index) => html`<label><input type="checkbox" name="${option}[${index}][question_option_id]" id="${id}_option_${index}" value="${value}"> ${text}</label>`)}</div>`
  if (options.length > 0) {
    const value = kind === 'yes-no' ? 'boolean_value' : ''
    const select = value === '' ? `${option}[0][question_option_id]` : `${name}[${value}]`
    return html`<div class="field">${question}<label for="${id}_${value}">${label}${star(field)}</label>
<div class="select2-container" id="s2id_${id}_${value}"><a class="select2-choice" tabindex="-1"><span class="select2-chosen">Please select</span></a></div>
<select class="offscreen select2-offscreen" id="${id}_${value}" name="${select}" tabindex="-1"><option value="">Please select</option>${options.map((one) => html`<option value="${one.value}">${one.label}</option>`)}</select></div>`
  }
  const input =
    kind === 'long-text'
      ? html`<textarea name="${name}[text_value]" id="${id}_text_value"></textarea>`
      : html`<input type="text" name="${name}[text_value]" id="${id}_text_value" maxlength="255">`
  return html`<div class="field">${question}<label for="${id}_text_value">${label}${star(field)}</label>${own(description ?? '')}${input}</div>`
}

/** The same body by the keys that the current pages have; `uploads` finds what an upload's key stands for. */
export function fromOldNames(
  form: Form,
  body: Body,
  uploads: (key: string) => Body['files'][number] | undefined,
): Body {
  const fields: Record<string, string[]> = {}
  const files: Body['files'][number][] = []
  const questions = new Map<string, string>()
  for (const [name, values] of Object.entries(body.fields)) {
    const at = /answers_attributes\]\[(\d+)\]\[question_id\]$/.exec(name)?.[1]
    if (at !== undefined) questions.set(at, values[0] ?? '')
  }
  for (const [name, values] of Object.entries(body.fields)) {
    const key = /^job_application\[(\w+)\]$/.exec(name)?.[1]
    const at = /answers_attributes\]\[(\d+)\]/.exec(name)?.[1]
    if (at !== undefined) {
      const id = questions.get(at)
      const field = form.fields.find(
        (one) => one.key.startsWith('question_') && numberIn(one.key) === id,
      )
      if (field && !name.endsWith('[question_id]'))
        fields[field.key] = [...(fields[field.key] ?? []), ...values]
    } else if (key?.endsWith('_url')) {
      const file = uploads(values[0] ?? '')
      if (file) files.push({ ...file, field: key.replace(/_url$/, '') })
    } else if (key !== undefined && !key.endsWith('_filename')) fields[key] = [...values]
    else if (key === undefined && name !== 'utf8') fields[name] = [...values]
  }
  return { fields, files }
}
