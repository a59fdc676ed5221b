// The application form of Greenhouse's current pages: what counts is what the script knows, not what stands in the inputs.
import { captchaPassed, watchCaptcha } from './captcha.js'
import { combobox } from './combobox.js'
import { phoneInput } from './phone.js'
import { controlled } from './react.js'

const page = JSON.parse(document.getElementById('page-data').textContent)
const form = document.getElementById('application-form')
const box = form.querySelector('.application--questions')
const button = form.querySelector('.application--submit button')
const byId = (id) => document.getElementById(id)
/** Field → text, chosen option, array of values, or File. */
const values = new Map()
const redraws = []

const bind = {
  text(field, input = byId(field.key)) {
    redraws.push(
      controlled(
        input,
        () => values.get(field.key) ?? '',
        (text) => values.set(field.key, text),
      ),
    )
  },
  choice(field) {
    const shell = box.querySelector(`[data-field="${CSS.escape(field.key)}"] .select-shell`)
    combobox(shell, {
      options: field.options,
      changed(option) {
        values.set(field.key, option)
        if (field.key === 'hispanic_ethnicity') showRace()
        if (field.section === 'demographic') freeText(field, option)
      },
    })
  },
  location(field) {
    const shell = box.querySelector('[data-field="location"] .select-shell')
    const search = async (text) => {
      const answer = await fetch(`/api/locations?text=${encodeURIComponent(text)}`)
      return (await answer.json()).map((place) => ({
        ...place,
        label: place.name,
        value: place.name,
      }))
    }
    combobox(shell, { search, changed: (option) => values.set(field.key, option) })
  },
  phone(field) {
    const root = box.querySelector('.phone-input')
    const country = root.querySelector('[data-country] .select-shell')
    const named = page.countries.map(([name, iso, dial]) => ({
      label: `${name} +${dial}`,
      value: iso,
      dial,
    }))
    let picked = () => {}
    const input = phoneInput(
      root,
      page.countries,
      (number) => values.set(field.key, number),
      ([, iso]) => picked(iso),
    )
    if (!country) return
    const select = combobox(country, {
      options: named,
      short: ({ dial }) => `+${dial}`,
      changed: (option) => option && input.select(option.value),
    })
    picked = (iso) => select.show(named.find(({ value }) => value === iso))
  },
  file(field) {
    const group = box.querySelector(`.file-upload[data-field="${field.key}"]`)
    const wrapper = group.querySelector('.file-upload__wrapper')
    const empty = wrapper.innerHTML
    const start = () => {
      wrapper.querySelector('.attach').addEventListener('click', () => byId(field.key).click())
      byId(field.key).addEventListener('change', ({ target }) => {
        const [file] = target.files
        if (!file) return
        values.set(field.key, file)
        // The input is gone once it has done its work.
        wrapper.innerHTML = `<div class="file-upload__filename"><p></p> <button type="button" aria-label="Remove file">Remove</button></div>`
        wrapper.querySelector('p').textContent = file.name
        wrapper.querySelector('button').addEventListener('click', () => {
          values.delete(field.key)
          wrapper.innerHTML = empty
          start()
        })
      })
      wrapper.querySelector('.manually').addEventListener('click', () => {
        wrapper.innerHTML = `<textarea id="${field.key}_text" class="input input__multi-line" aria-label="${field.label}"></textarea>`
        bind.text({ key: `${field.key}_text` })
      })
    }
    start()
  },
  choices(field) {
    for (const input of box.querySelectorAll(`input[name="${CSS.escape(field.key)}"]`)) {
      input.addEventListener('change', () => {
        const all = [...box.querySelectorAll(`input[name="${CSS.escape(field.key)}"]:checked`)]
        values.set(
          field.key,
          all.map(({ value }) => value),
        )
      })
    }
  },
  consent(field) {
    byId(field.key).addEventListener('change', ({ target }) => {
      values.set(field.key, target.checked ? 'true' : '')
      if (field.key !== 'gdpr_demographic_data_consent_given') return
      for (const other of page.fields)
        if (other.section === 'demographic') other.required = target.checked
    })
  },
}
bind['yes-no'] = bind.choice

/** Race is asked of those who answered No to the question before. */
function showRace() {
  const race = box.querySelector('[data-field="race"]')
  const asked = values.get('hispanic_ethnicity')?.label === 'No'
  if (!asked) values.delete('race')
  if (race) race.hidden = !asked
}

function freeText(field, option) {
  byId(`${field.key}-freeform`)?.remove()
  if (!/self-describe/.test(option?.label ?? '')) return
  const input = document.createElement('input')
  input.type = 'text'
  input.id = `${field.key}-freeform`
  box.querySelector(`[data-field="${field.key}"]`).append(input)
  bind.text({ key: `${field.key}-freeform` })
}

const textOf = (value) =>
  value === undefined || value === null ? '' : typeof value === 'object' ? 'chosen' : value

function missing(fields) {
  let first = null
  for (const field of fields) {
    const own = values.get(field.key)
    const filled = Array.isArray(own)
      ? own.length > 0
      : textOf(own) !== '' || textOf(values.get(`${field.key}_text`)) !== ''
    const bad = field.required && !filled
    const note = byId(`${field.key}-error`)
    if (note) {
      note.hidden = !bad
      note.textContent = bad ? 'This field is required.' : ''
    }
    if (bad) first ??= note
  }
  first?.scrollIntoView({ block: 'center' })
  return first !== null
}

function body(code) {
  const data = new FormData()
  for (const { key } of page.fields) {
    const value = values.get(key)
    if (value instanceof File) data.append(key, value)
    else if (Array.isArray(value)) for (const one of value) data.append(key, one)
    else if (value !== null && typeof value === 'object') {
      data.append(key, value.value)
      if (value.latitude) {
        data.append('latitude', value.latitude)
        data.append('longitude', value.longitude)
      }
    } else data.append(key, value ?? '')
    for (const more of [`${key}_text`, `${key}-freeform`])
      if (values.has(more)) data.append(more, values.get(more))
  }
  // Inputs with a name of their own that the script knows nothing of.
  const known = new Set(page.fields.map(({ key }) => key))
  for (const input of form.querySelectorAll('input[name], textarea[name]')) {
    if (known.has(input.name) || (input.type === 'checkbox' && !input.checked)) continue
    data.append(input.name, input.value)
  }
  if (code) data.append('security_code', code)
  return data
}

async function send(code) {
  button.disabled = true
  await captchaPassed(page.captcha)
  const answer = await fetch(page.submitTo, { method: 'POST', body: body(code) })
  const said = await answer.json().catch(() => ({}))
  button.disabled = false
  if (said.status === 'ok') return location.assign(page.confirmation)
  if (said.verify) return askForCode()
  if (said.expired) forgetFiles()
  if (said.message) notice(said.message)
}

function notice(message) {
  form.querySelector('.notice')?.remove()
  const note = document.createElement('div')
  note.className = 'notice'
  note.setAttribute('role', 'alert')
  note.textContent = message
  form.querySelector('.application--submit').before(note)
}

/** The text stays, the files are gone. */
function forgetFiles() {
  for (const field of page.fields.filter(({ kind }) => kind === 'file'))
    box.querySelector(`.file-upload[data-field="${field.key}"] [aria-label="Remove file"]`)?.click()
}

function askForCode() {
  if (byId('email-verification')) return notice('That code is not the one we sent.')
  const set = document.createElement('fieldset')
  set.id = 'email-verification'
  const inputs = Array.from(
    { length: 8 },
    (_, index) =>
      `<input id="security-input-${index}" type="text" maxlength="1" autocomplete="off">`,
  )
  set.innerHTML = `<legend>A security code was sent to your e-mail address</legend><div>${inputs.join('')}</div>`
  form.querySelector('.application--submit').before(set)
}

function typedCode() {
  const inputs = [...form.querySelectorAll('#email-verification input')]
  return inputs.map(({ value }) => value).join('')
}

/** Page one has the fields before the files; its button looks like the last one. */
function steps() {
  if (!page.twoStep) return null
  const parts = [...box.children]
  const split = parts.findIndex((part) => part.classList.contains('file-upload'))
  const second = parts.slice(split)
  for (const part of second) part.hidden = true
  button.textContent = 'Next'
  const first = page.fields.slice(
    0,
    page.fields.findIndex(({ kind }) => kind === 'file'),
  )
  return () => {
    if (missing(first)) return
    for (const part of parts) part.hidden = !second.includes(part)
    showRace()
    button.textContent = 'Submit application'
    notice('Thank you, the first of two steps is saved.')
  }
}

function begin() {
  box.replaceChildren(byId('fields').content.cloneNode(true))
  for (const field of page.fields) (bind[field.kind] ?? bind.text)(field)
  showRace()
  let next = steps()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    for (const redraw of redraws) redraw()
    if (next && button.textContent === 'Next') return next()
    next = null
    if (!missing(page.fields)) void send(typedCode())
  })
}

watchCaptcha(page.captcha)
page.slowMs > 0 ? setTimeout(begin, page.slowMs) : begin()
