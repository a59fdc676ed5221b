// Lever's pages: rendered on the server, a form that the browser itself sends, labels that wrap their inputs.
import { html } from 'hono/html'
import { cardOf } from '../asked.ts'
import type { SamplePosting } from '../employers.ts'
import type { Field, Form } from '../form.ts'
import { uuidOf } from '../ids.ts'
import { itemsHtml, paragraphsHtml, sectionsOf } from '../text.ts'
import { captchaParts, makers } from './captcha.ts'
import { type Html, own, page } from './frame.ts'
import { cookieDialog, honeypots } from './honeypots.ts'

function head({ employer, title, places, workplace, commitment }: SamplePosting): Html {
  return html`<div class="top"><div class="wide"><a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a></div></div>
<div class="column"><h1 class="posting-headline">${title}</h1>
<p class="where posting-categories">${[places.join(' / '), workplace ?? '', commitment].filter(Boolean).join(' — ')}</p>`
}

export function leverPosting(posting: SamplePosting): Html {
  const { employer, text, id } = posting
  const [first, ...rest] = sectionsOf(text)
  const body = html`${head(posting)}
<div class="text">${own(paragraphsHtml([employer.about, ...(first?.paragraphs ?? [])]))}
${rest.map(({ heading, paragraphs, bullets }) => html`<h2>${heading}</h2><ul>${own(itemsHtml([...paragraphs, ...bullets]))}</ul>`)}
${own(paragraphsHtml([employer.closing]))}</div>
<p><a class="button primary postings-btn" href="/${employer.account}/${id}/apply">Apply for this job</a></p></div>`
  return page({
    title: `${employer.name} - ${posting.title}`,
    accent: employer.accent,
    look: 'lever',
    body,
  })
}

/** The form. After a refusal `kept` brings the text back, and no files. */
export function leverApply(
  posting: SamplePosting,
  form: Form,
  refusal: { message: string; kept: Readonly<Record<string, readonly string[]>> } | null,
): Html {
  const { employer, title } = posting
  const kept = (key: string) => refusal?.kept[key]?.[0] ?? ''
  const main = form.fields.filter(({ section }) => section === 'main')
  const cards = main.filter(({ key }) => key.startsWith('cards['))
  const pronouns = main.find(({ key }) => key === 'pronouns')
  const comments = main.find(({ key }) => key === 'comments')
  const basics = main.filter((field) => ![...cards, pronouns, comments].includes(field))
  const has = (trait: Form['traits'][number]) => form.traits.includes(trait)
  const body = html`${head(posting)}
${has('closed-banner') ? html`<div class="notice">This posting is no longer accepting applications.</div>` : ''}
${refusal ? html`<div class="notice application-error" role="alert">${refusal.message}</div>` : ''}
<form id="application-form" enctype="multipart/form-data" method="POST">
<h2>Submit your application</h2>
<ul class="fields">${basics.map((field) => basic(form, field, kept))}${pronouns ? pronounBoxes(pronouns) : ''}</ul>
${cards.length > 0 ? cardQuestions(posting, cards, kept) : ''}
${comments ? html`<h2>Additional information</h2><ul class="fields"><li class="application-question additional wide-question"><label><div class="application-field"><textarea id="additional-information" name="comments" placeholder="Add a cover letter or anything else you want to share.">${kept('comments')}</textarea></div></label></li></ul>` : ''}
${has('honeypots') ? honeypots() : ''}
${survey(posting)}${eeo(form)}
<div class="consents">${form.fields.filter(({ section }) => section === 'consent').map(consent)}</div>
${['resumeStorageId', 'accountId', 'linkedInData', 'origin', 'referer', 'timezone', 'socialReferralKey', 'source'].map((name) => html`<input type="hidden" name="${name}" value="">`)}
${captchaParts(form.captcha, 'hcaptcha')}
<button type="button" id="btn-submit" class="primary postings-btn template-btn-submit">Submit application</button>
<button type="submit" id="hcaptchaSubmitBtn" style="display:none"></button>
</form><div class="foot">${form.markup.footer || `${employer.name} · ${title}`}</div></div>
${has('honeypots') ? cookieDialog(false) : ''}`
  return page({
    title: `${employer.name} - ${title}`,
    accent: employer.accent,
    look: 'lever',
    body,
    scripts: ['lever.js'],
    data: { captcha: { kind: form.captcha, maker: makers.hcaptcha } },
  })
}

const mark = ({ required }: Field) => (required ? html`<span class="required">✱</span>` : '')
const framed = (form: Form, inner: Html) =>
  form.markup.wrapped
    ? html`<div class="section page-centered ${form.markup.salt}">${inner}</div>`
    : inner

function basic(form: Form, field: Field, kept: (key: string) => string): Html {
  const { key, kind, label, required } = field
  if (kind === 'file') return resume(field)
  const need = required ? html`required` : ''
  const input =
    kind === 'location'
      ? html`<input id="location-input" class="location-input" name="location" type="text" autocomplete="off" ${need}><input id="selected-location" type="hidden" name="selectedLocation" value=""><div class="dropdown-container"><div class="dropdown-results"></div><div class="dropdown-no-results" style="display:none">No location found. Try entering a different location</div></div>`
      : form.markup.reordered
        ? html`<input data-qa="${key}-input" value="${kept(key)}" ${need} type="${kind === 'email' ? 'email' : 'text'}" name="${key}">`
        : html`<input type="${kind === 'email' ? 'email' : 'text'}" data-qa="${key}-input" name="${key}" value="${kept(key)}" ${need}>`
  return html`<li class="application-question">${framed(form, html`<label><div class="application-label">${label}${mark(field)}</div><div class="application-field">${input}</div></label>`)}</li>`
}

/** The words for every outcome are there from the start; which of them shows is a matter of style. */
function resume(field: Field): Html {
  return html`<li class="application-question resume"><label><div class="application-label">${field.label}${mark(field)}</div>
<div class="application-field"><a class="button postings-btn resume-attach">Attach resume/CV</a>
<input class="application-file-input invisible-resume-upload" id="resume-upload-input" name="resume" type="file" tabindex="-1" title="">
<div class="resume-upload-label"><span class="resume-upload-working">Analyzing resume...</span><span class="resume-upload-success">Success!</span><span class="resume-upload-failure">Couldn't auto-read resume.</span><span class="resume-upload-oversize">File exceeds the maximum upload size of 100MB. Please try a smaller size.</span><span class="filename"></span></div></div></label></li>`
}

function pronounBoxes(field: Field): Html {
  return html`<li class="application-question"><div class="grid"><div class="application-label">${field.label}</div><div class="application-field" id="candidatePronounsCheckboxes"><ul>${field.options.map(({ value, label }) => html`<li><label><input type="checkbox" name="pronouns" value="${value}"><span>${label}</span></label></li>`)}</ul><input type="text" id="customPronounsTextField" name="customPronouns" placeholder="Custom" style="display:none"></div></div></li>`
}

const leverTypes: Partial<Record<Field['kind'], string>> = {
  'yes-no': 'multiple-choice',
  choice: 'dropdown',
  choices: 'multiple-select',
  'long-text': 'textarea',
}

/** The questions of an employer's own: described in a hidden JSON, shown without any label element. */
function cardQuestions(
  posting: SamplePosting,
  cards: readonly Field[],
  kept: (key: string) => string,
): Html {
  const named = `${posting.employer.account} ${posting.slug}`
  const template = {
    createdAt: posting.publishedAt.getTime(),
    text: 'A few more questions',
    instructions: '',
    type: 'posting',
    fields: cards.map(({ kind, label, description, required, options }) => ({
      type: leverTypes[kind] ?? 'text',
      text: label,
      description: description ?? '',
      required,
      id: uuidOf(`${named} ${label}`),
      ...(options.length > 0 && {
        options: options.map(({ label: text }) => ({ text, optionId: uuidOf(`${named} ${text}`) })),
      }),
    })),
    accountId: uuidOf(posting.employer.account),
    id: cardOf(named),
  }
  return html`<div data-qa="additional-cards"><h2>A few more questions</h2>
<input type="hidden" name="cards[${cardOf(named)}][baseTemplate]" value="${JSON.stringify(template)}">
<ul class="fields">${cards.map((field) => card(field, kept(field.key)))}</ul></div>`
}

function card(field: Field, value: string): Html {
  const { key, kind, label, required, options, description } = field
  const need = required ? html`required` : ''
  const list = (type: string) =>
    html`<ul data-qa="${type === 'radio' ? 'multiple-choice' : 'checkboxes'}">${options.map(({ value: option, label: text }) => html`<li><label><input type="${type}" name="${key}" value="${option}" ${type === 'radio' ? need : ''}><span class="application-answer-alternative">${text}</span></label></li>`)}</ul>`
  const input =
    kind === 'yes-no'
      ? list('radio')
      : kind === 'choices'
        ? list('checkbox')
        : kind === 'choice'
          ? html`<div class="application-dropdown"><select name="${key}" ${need}><option value="">Select...</option>${options.map(({ value: option, label: text }) => html`<option value="${option}">${text}</option>`)}</select></div>`
          : kind === 'long-text'
            ? html`<textarea name="${key}" class="card-field-input" placeholder="Type your response" ${need}>${value}</textarea>`
            : html`<input type="text" name="${key}" class="card-field-input" placeholder="Type your response" value="${value}" ${need}>`
  return html`<li class="application-question custom-question wide-question"><div class="grid"><div class="application-label full-width"><div class="text">${label}${mark(field)}</div>${own(description ?? '')}</div><div class="application-field full-width required-field">${input}</div></div></li>`
}

/** An inactive copy of a survey: its fields have no name but a `data-name`. */
function survey(posting: SamplePosting): Html {
  const id = uuidOf(`${posting.key} survey`)
  return html`<div class="survey-copy" style="display:none"><div class="application-label"><div class="text">How old are you?</div></div><select data-name="surveysResponses[${id}][responses][field0]"><option value="">Select...</option><option>Under 30</option><option>30 to 49</option><option>50 or older</option></select></div>`
}

function eeo(form: Form): Html {
  const fields = form.fields.filter(({ section }) => section === 'eeoc')
  if (fields.length === 0) return html``
  return html`<h2>Equal opportunity (voluntary)</h2><ul class="fields">${fields.map(({ key, label, options }) => html`<li class="application-question"><label><div class="application-label">${label}</div><div class="application-field"><select name="${key}"><option value="">Select...</option>${options.map(({ value, label: text }) => html`<option value="${value}">${text}</option>`)}</select></div></label></li>`)}
<li class="application-question disability-signature" style="display:none"><label><div class="application-label">Your name<span class="required">✱</span></div><div class="application-field"><input type="text" name="eeo[disabilitySignature]"></div></label><label><div class="application-label">Today's date<span class="required">✱</span></div><div class="application-field"><input type="text" name="eeo[disabilitySignatureDate]" placeholder="MM/DD/YYYY"></div></label></li></ul>`
}

/** A hidden 0 and a box for 1 under one name. */
function consent({ key, label, description, required }: Field): Html {
  return html`<label><input type="hidden" name="${key}" value="0"><input type="checkbox" name="${key}" value="1" ${required ? html`required` : ''}><span>${label} ${own(description ?? '')}</span></label>`
}

export function leverThanks({ employer, title }: SamplePosting): Html {
  const body = html`<div class="top"><div class="wide"><a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a></div></div>
<div class="column"><h1 data-qa="msg-submit-success">Application submitted!</h1><p>Thank you for your interest in ${title}. We will get back to you.</p></div>`
  return page({ title: 'Thank you', accent: employer.accent, look: 'lever', body })
}
