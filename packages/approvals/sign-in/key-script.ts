// The one script of the pages: asks a key to sign what a form is about, then posts the form.

/**
 * Every form with data-sign (or data-enrol) gets what is to be signed from that address, by its own fields,
 * and is posted with the key's answer in a field. Nothing is ever posted by itself. Written as text: it runs
 * in the browser, after the library, and builds no HTML, as the content security policy demands.
 */
export const keyScript = `
'use strict'
const keys = globalThis.SimpleWebAuthnBrowser
const graceMs = 700

function arm(form) {
  const enrols = form.dataset.enrol !== undefined
  const button = form.querySelector('button[type=submit]')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'key-status'
  form.append(status)
  const say = (text) => { status.textContent = text }
  if (!keys || !keys.browserSupportsWebAuthn()) return elsewhere(form, say)

  let busy = false
  let timer
  // A button that has just come into view must not catch a tap that was meant for something else.
  const settle = () => {
    clearTimeout(timer)
    button.disabled = true
    if (busy || document.visibilityState !== 'visible') return
    timer = setTimeout(() => { button.disabled = busy }, graceMs)
  }
  document.addEventListener('visibilitychange', settle)
  window.addEventListener('focus', settle)
  settle()

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (busy || button.disabled) return
    busy = true
    button.disabled = true
    say('Waiting for your key …')
    try {
      const optionsJSON = await asked(form, enrols ? form.dataset.enrol : form.dataset.sign)
      const answer = enrols
        ? await keys.startRegistration({ optionsJSON })
        : await keys.startAuthentication({ optionsJSON })
      form.elements.namedItem(enrols ? 'registration' : 'assertion').value = JSON.stringify(answer)
      say('')
      form.submit()
    } catch (error) {
      busy = false
      say(told(error))
      settle()
    }
  })
}

async function asked(form, address) {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
    redirect: 'error',
    cache: 'no-store',
  })
  if (response.ok) return await response.json()
  throw Object.assign(new Error('refused'), { status: response.status })
}

function told(error) {
  const byStatus = {
    401: 'You are signed out: sign in again, then open this page.',
    403: 'This page is too old: open it again.',
    404: 'This link was used or has expired: ask for another one.',
    409: 'This was decided or changed meanwhile: open the page again.',
    429: 'Too many tries: wait a minute.',
  }
  if (error.status) return byStatus[error.status] || 'That did not work: try again in a moment.'
  const name = error.name === 'WebAuthnError' && error.cause ? error.cause.name : error.name
  if (name === 'NotAllowedError') return 'Your key did not sign: it was cancelled or took too long. Nothing was done.'
  if (name === 'InvalidStateError') return 'This key is enrolled already: use another one.'
  if (name === 'SecurityError') return 'Keys do not work at this address: open the page at the address it was sent with.'
  if (name === 'TypeError') return 'No answer from Countersign: check the connection and try again.'
  return 'This browser could not use your key (' + name + '). Nothing was done.'
}

function elsewhere(form, say) {
  say('Keys do not work in this browser, as in the windows that some apps open. Copy the address and open it in your own browser:')
  const address = document.createElement('input')
  address.value = location.href
  address.readOnly = true
  address.setAttribute('aria-label', 'The address of this page')
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.textContent = 'Copy the address'
  copy.addEventListener('click', async () => {
    address.select()
    try {
      await navigator.clipboard.writeText(location.href)
      copy.textContent = 'Copied'
    } catch {
      copy.textContent = 'Selected: copy it'
    }
  })
  form.append(address, copy)
}

for (const form of document.querySelectorAll('form[data-sign], form[data-enrol]')) arm(form)
// A page brought back from memory may show what was decided meanwhile.
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
`
