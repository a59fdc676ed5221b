// Ashby's application form: drawn anew by the server's answer to an upload, and then its Yes and No are forgotten.
import { captchaPassed, watchCaptcha } from './captcha.js'
import { controlled } from './react.js'

const page = JSON.parse(document.getElementById('page-data').textContent)
const root = document.getElementById('form')
/** Field path → text, option value, list of option values, or { handle, name } of an upload. */
const values = new Map()
let redraws = []

const entryOf = (key) => root.querySelector(`[data-field-path="${key}"]`)
const call = (op, body) =>
  fetch(`/api/non-user-graphql?op=${op}`, { method: 'POST', body }).then((answer) => answer.json())

const bind = {
  text({ key }) {
    const input = entryOf(key).querySelector('input, textarea')
    input.value = values.get(key) ?? ''
    redraws.push(
      controlled(
        input,
        () => values.get(key) ?? '',
        (text) => values.set(key, text),
      ),
    )
  },
  file({ key }) {
    const input = entryOf(key).querySelector('input')
    entryOf(key).querySelector('.uploaded').textContent = values.get(key)?.name ?? ''
    entryOf(key)
      .querySelector('button')
      .addEventListener('click', () => input.click())
    input.addEventListener('change', async () => {
      const [file] = input.files
      if (!file) return
      const data = new FormData()
      data.append('file', file)
      const { handle } = await call('ApiUploadFile', data)
      values.set(key, { handle, name: file.name })
      drawAgain()
    })
  },
  'yes-no'({ key }) {
    const buttons = entryOf(key).querySelectorAll('[data-option]')
    for (const button of buttons) {
      button.addEventListener('click', () => {
        const value = button.dataset.option === 'yes' ? 'true' : 'false'
        // A second click takes the answer back.
        values.get(key) === value ? values.delete(key) : values.set(key, value)
        for (const other of buttons) {
          const own = other.dataset.option === 'yes' ? 'true' : 'false'
          other.setAttribute('aria-pressed', String(values.get(key) === own))
        }
      })
    }
  },
  choice({ key }) {
    for (const input of entryOf(key).querySelectorAll('input')) {
      input.checked = values.get(key) === input.value
      input.addEventListener('change', () => values.set(key, input.value))
    }
  },
  choices({ key }) {
    const inputs = [...entryOf(key).querySelectorAll('input')]
    for (const input of inputs) {
      input.checked = (values.get(key) ?? []).includes(input.name)
      input.addEventListener('change', () =>
        values.set(
          key,
          inputs.filter(({ checked }) => checked).map(({ name }) => name),
        ),
      )
    }
  },
  date({ key }) {
    const input = entryOf(key).querySelector('input')
    input.value = values.get(key) ?? ''
    const take = () => {
      const date = /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\/20\d\d$/.test(input.value.trim())
      date ? values.set(key, input.value.trim()) : values.delete(key)
      input.value = values.get(key) ?? ''
    }
    input.addEventListener('blur', take)
    input.addEventListener('keydown', ({ key: pressed }) => pressed === 'Enter' && take())
  },
  location({ key }) {
    const input = entryOf(key).querySelector('input')
    input.value = values.get(key) ?? ''
    let list
    const close = () => {
      list?.remove()
      list = undefined
      input.setAttribute('aria-expanded', 'false')
    }
    input.addEventListener('input', async () => {
      values.delete(key)
      const text = input.value
      const answer = await fetch(`/api/locations?text=${encodeURIComponent(text)}`)
      const found = await answer.json()
      if (input.value !== text) return
      close()
      list = document.createElement('div')
      list.setAttribute('role', 'listbox')
      for (const { name } of found) {
        const option = document.createElement('div')
        option.setAttribute('role', 'option')
        option.textContent = name
        option.addEventListener('mousedown', (event) => event.preventDefault())
        option.addEventListener('click', () => {
          values.set(key, name)
          input.value = name
          close()
        })
        list.append(option)
      }
      input.after(list)
      input.setAttribute('aria-expanded', 'true')
    })
    input.addEventListener('blur', () => {
      close()
      input.value = values.get(key) ?? ''
    })
  },
}

/** What a server that renders the form sends back: everything but the Yes and No. */
function drawAgain() {
  for (const { key, kind } of page.fields) if (kind === 'yes-no') values.delete(key)
  draw()
}

function draw() {
  redraws = []
  root.replaceChildren(document.getElementById('application').content.cloneNode(true))
  for (const field of page.fields) (bind[field.kind] ?? bind.text)(field)
  const autofill = root.querySelector('.ashby-application-form-autofill')
  autofill
    .querySelector('button')
    .addEventListener('click', () => autofill.querySelector('input').click())
  autofill.querySelector('input').addEventListener('change', async ({ target }) => {
    const data = new FormData()
    data.append('file', target.files[0])
    const read = await call('ApiParseResume', data)
    for (const [key, value] of Object.entries(read.fields)) values.set(key, value)
    drawAgain()
  })
  root.querySelector('.ashby-application-form-submit-button').addEventListener('click', submit)
}

function body() {
  const data = new FormData()
  data.append('organizationHostedJobsPageName', page.organizationHostedJobsPageName)
  data.append('jobPostingId', page.jobPostingId)
  for (const { key } of page.fields) {
    const value = values.get(key)
    if (Array.isArray(value)) for (const one of value) data.append(key, one)
    else if (value?.handle) data.append(`file:${key}`, `${value.handle} ${value.name}`)
    else if (value !== undefined) data.append(key, value)
  }
  const known = new Set(page.fields.map(({ key }) => key))
  for (const input of root.querySelectorAll('input[name], textarea[name]')) {
    const inEntry = input.closest('[data-field-path]') !== null
    if (inEntry || known.has(input.name) || (input.type === 'checkbox' && !input.checked)) continue
    data.append(input.name, input.value)
  }
  return data
}

async function submit() {
  for (const redraw of redraws) redraw()
  const button = root.querySelector('.ashby-application-form-submit-button')
  const filled = ({ key }) => {
    const value = values.get(key)
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  }
  const missing = page.fields.filter((field) => field.required && !filled(field))
  if (missing.length > 0)
    return alerts(missing.map(({ label }) => `Missing entry for required field: ${label}`))
  button.disabled = true
  await captchaPassed(page.captcha)
  const said = await call('ApiSubmitSingleApplicationFormAction', body())
  button.disabled = false
  if (said.errors) return alerts(said.errors)
  if (said.success !== true) return
  root.innerHTML =
    '<div class="ashby-application-form-success-container"><h2>Success</h2><p>Your application was successfully submitted. We\'ll contact you if there are next steps.</p></div>'
}

function alerts(messages) {
  const box = root.querySelector('.ashby-application-form-alerts')
  box.replaceChildren(
    ...messages.map((message) => {
      const node = document.createElement('div')
      node.className = 'error'
      node.setAttribute('role', 'alert')
      node.textContent = message
      return node
    }),
  )
}

watchCaptcha(page.captcha)
page.slowMs > 0 ? setTimeout(draw, page.slowMs) : draw()
