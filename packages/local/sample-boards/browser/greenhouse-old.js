// The old application form: files go up on their own, and a select2 stands in front of every select.
import { captchaPassed, watchCaptcha } from './captcha.js'

const page = JSON.parse(document.getElementById('page-data').textContent)
const form = document.getElementById('application_form')

for (const upload of document.querySelectorAll('form[id^=s3_upload_for_]')) {
  const slot = upload.id.replace('s3_upload_for_', '')
  const input = upload.querySelector('input[type=file]')
  input.addEventListener('change', async () => {
    const [file] = input.files
    if (!file) return
    const shown = document.getElementById(`${slot}_filename`)
    shown.textContent = 'Uploading...'
    const answer = await fetch('/s3', { method: 'POST', body: new FormData(upload) })
    const { key } = await answer.json()
    document.getElementById(`${slot}_url`).value = key
    document.getElementById(`${slot}_url_filename`).value = file.name
    shown.textContent = file.name
  })
}

for (const container of document.querySelectorAll('.select2-container')) {
  const select = document.getElementById(container.id.replace('s2id_', ''))
  const chosen = container.querySelector('.select2-chosen')
  let drop = null
  const close = () => {
    drop?.remove()
    drop = null
  }
  container.addEventListener('mousedown', (event) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.target.closest('.select2-result')) return
    if (drop) return close()
    drop = document.createElement('div')
    drop.className = 'select2-drop'
    const list = document.createElement('ul')
    list.className = 'select2-results'
    for (const option of select.options) {
      if (option.value === '') continue
      const item = document.createElement('li')
      item.className = 'select2-result'
      item.setAttribute('role', 'option')
      item.textContent = option.label
      item.addEventListener('mouseup', () => {
        select.value = option.value
        select.dispatchEvent(new Event('change', { bubbles: true }))
        close()
      })
      list.append(item)
    }
    drop.append(list)
    container.append(drop)
  })
  select.addEventListener('change', () => {
    chosen.textContent = select.selectedOptions[0]?.label ?? 'Please select'
  })
  document.addEventListener('mousedown', close)
}

watchCaptcha(page.captcha)
document.getElementById('submit_app').addEventListener('click', async () => {
  await captchaPassed(page.captcha)
  form.submit()
})
