// What pages do for a reader who allows scripts. Without it they work the same, with times in the server's zone.

/**
 * Times in the reader's own zone; deadlines that count down; no form leaves within 700 ms of a page
 * appearing or coming back into view (what is pressed then was meant for something else), nor twice; and a
 * page restored by Back is read afresh; values are copied by a button. Forms that a key signs have this in their own script.
 */
export const pageScript = `
const root = document.documentElement
const styles = {
  full: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
}
for (const time of document.querySelectorAll('time[datetime]')) {
  const at = new Date(time.dateTime)
  time.textContent = new Intl.DateTimeFormat('en-GB', styles[time.dataset.as] ?? styles.full).format(at)
  time.title = at.toISOString().replace('T', ' ').slice(0, 16) + ' UTC'
}
const skew = Number(root.dataset.now) - Date.now() || 0
const left = (ms) => {
  const minutes = Math.floor(Math.max(0, ms) / 60000)
  if (minutes < 120) return minutes + ' min'
  return minutes < 49 * 60 ? Math.floor(minutes / 60) + ' h' : Math.floor(minutes / 1440) + ' days'
}
const count = () => {
  for (const span of document.querySelectorAll('[data-until]')) {
    const ms = new Date(span.dataset.until) - Date.now() - skew
    span.textContent = ms > 0 ? left(ms) + ' left' : 'time is over'
  }
}
count()
setInterval(() => document.visibilityState === 'visible' && count(), 30000)

const settleMs = 700
let since = performance.now()
const settle = () => {
  since = performance.now()
  root.removeAttribute('data-settled')
  setTimeout(() => performance.now() - since >= settleMs && root.setAttribute('data-settled', ''), settleMs + 10)
}
settle()
addEventListener('focus', settle)
document.addEventListener('visibilitychange', settle)
addEventListener('pageshow', (event) => event.persisted && location.reload())
addEventListener('submit', (event) => {
  const form = event.target
  if (form.method !== 'post' || 'sign' in form.dataset || 'enrol' in form.dataset) return
  if (performance.now() - since < settleMs) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}, true)
addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'post') return
  setTimeout(() => { for (const button of form.querySelectorAll('button')) button.disabled = true }, 0)
})
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
  })
}
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const open of document.querySelectorAll('.act details[open]')) {
    open.open = false
    open.querySelector('summary').focus()
  }
})
document.addEventListener('toggle', (event) => {
  if (!event.target.open || !event.target.closest('.act')) return
  for (const other of document.querySelectorAll('.act details[open]')) if (other !== event.target) other.open = false
}, true)
`
