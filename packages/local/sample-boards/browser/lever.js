// Lever's application form: a CV that is read overwrites what nobody typed, and a place counts only when it was picked.
import { captchaPassed, watchCaptcha } from './captcha.js'

const page = JSON.parse(document.getElementById('page-data').textContent)
const form = document.getElementById('application-form')
const show = (node, on) => {
  node.style.display = on ? '' : 'none'
}

/** Fields that a person changed or pasted into are left alone by the parser, all others aren't. */
const touched = new Set()
for (const kind of ['change', 'paste'])
  form.addEventListener(kind, ({ target }) => target.type !== 'file' && touched.add(target.name))

const resume = document.getElementById('resume-upload-input')
resume.addEventListener('change', async () => {
  const [file] = resume.files
  if (!file) return
  const label = form.querySelector('.resume-upload-label')
  const state = (name) => {
    for (const part of label.children)
      part.style.display =
        part.className === name || part.className === 'filename' ? 'block' : 'none'
  }
  label.querySelector('.filename').textContent = file.name
  state('resume-upload-working')
  const data = new FormData()
  data.append('resume', file)
  const answer = await fetch('/parseResume', { method: 'POST', body: data })
  if (!answer.ok) return state('resume-upload-failure')
  const read = await answer.json()
  form.elements.namedItem('resumeStorageId').value = read.resumeStorageId
  for (const [name, value] of Object.entries(read.fields)) {
    const input = form.querySelector(`input[name="${name}"]`)
    if (input && !touched.has(name)) input.value = value
  }
  state('resume-upload-success')
})

const place = document.getElementById('location-input')
if (place) {
  const selected = document.getElementById('selected-location')
  const results = form.querySelector('.dropdown-results')
  const none = form.querySelector('.dropdown-no-results')
  let waiting
  place.addEventListener('keydown', () => {
    selected.value = ''
    clearTimeout(waiting)
    waiting = setTimeout(async () => {
      const answer = await fetch(`/searchLocations?text=${encodeURIComponent(place.value)}`)
      const found = await answer.json()
      show(none, found.length === 0)
      results.replaceChildren(
        ...found.map((one) => {
          const item = document.createElement('div')
          item.className = 'dropdown-location'
          item.textContent = one.name
          item.addEventListener('mousedown', () => {
            place.value = one.name
            selected.value = JSON.stringify(one)
            results.replaceChildren()
          })
          return item
        }),
      )
    }, 500)
  })
  place.addEventListener('blur', () => {
    if (selected.value === '') place.value = ''
    results.replaceChildren()
    show(none, false)
  })
}

const disability = form.querySelector('select[name="eeo[disability]"]')
disability?.addEventListener('change', () => {
  const signature = form.querySelector('.disability-signature')
  show(signature, disability.value !== '')
  for (const input of signature.querySelectorAll('input')) input.required = disability.value !== ''
})

watchCaptcha(page.captcha)
document.getElementById('btn-submit').addEventListener('click', async () => {
  if (!form.reportValidity()) return
  await captchaPassed(page.captcha)
  document.getElementById('hcaptchaSubmitBtn').click()
})
