// A react-select: opened by mousedown, filtered by typing, and its value a text beside the input, never in it.
import { controlled } from './react.js'

const element = (html) => {
  const template = document.createElement('template')
  template.innerHTML = html.trim()
  return template.content.firstElementChild
}

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Brings the markup of a select to life. `search` answers options for a typed text, later; without it `options`
 * are filtered. `changed` is told the option that was chosen, or null.
 */
export function combobox(
  shell,
  { options = [], search, short = (option) => option.label, changed },
) {
  const control = shell.querySelector('.select__control')
  const input = shell.querySelector('.select__input')
  const container = shell.querySelector('.select__value-container')
  const twin = shell.querySelector('.remix-required')
  const id = input.id
  let menu = null
  let found = []
  let focused = 0
  let asked = 0
  let typed = ''
  const redraw = controlled(
    input,
    () => typed,
    (text) => {
      typed = text
      open()
      filter()
    },
  )

  const item = (index) =>
    `<div class="select__option" role="option" id="react-select-${id}-option-${index}" aria-selected="false" tabindex="-1"></div>`

  function list(options, notice) {
    found = options
    focused = 0
    const box = menu.firstElementChild
    box.replaceChildren(
      ...options.map((option, index) => {
        const node = element(item(index))
        node.textContent = option.label
        node.addEventListener('mousemove', () => focus(index))
        node.addEventListener('click', () => choose(option))
        return node
      }),
    )
    if (options.length === 0)
      box.append(element(`<div class="select__menu-notice">${notice}</div>`))
    focus(0)
  }

  function focus(index) {
    focused = index
    for (const [at, node] of menu.querySelectorAll('.select__option').entries())
      node.classList.toggle('select__option--is-focused', at === index)
  }

  async function filter() {
    const text = typed.trim()
    if (!search)
      return list(
        options.filter(({ label }) => fold(label).includes(fold(text))),
        'No options',
      )
    if (text === '') return list([], 'Start typing...')
    asked += 1
    const mine = asked
    list([], 'Loading...')
    const answer = await search(text)
    if (menu && mine === asked) list(answer, 'No options')
  }

  function open() {
    if (menu) return
    menu = element(
      `<div class="select__menu" id="react-select-${id}-listbox" role="listbox"><div class="select__menu-list"></div></div>`,
    )
    // The input keeps the focus while an option is clicked.
    menu.addEventListener('mousedown', (event) => event.preventDefault())
    shell.append(menu)
    input.setAttribute('aria-expanded', 'true')
    input.setAttribute('aria-controls', menu.id)
    filter()
  }

  function close() {
    menu?.remove()
    menu = null
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-controls')
    typed = ''
    redraw()
  }

  function choose(option) {
    close()
    show(option)
    changed(option)
  }

  function show(option) {
    container.querySelector('.select__single-value')?.remove()
    control.querySelector('[aria-label="Clear selections"]')?.remove()
    container.querySelector('.select__placeholder').hidden = option !== null
    if (twin) option === null ? shell.append(twin) : twin.remove()
    if (option === null) return
    const value = element('<div class="select__single-value"></div>')
    value.textContent = short(option)
    container.prepend(value)
    const clear = element(
      '<button type="button" aria-label="Clear selections" tabindex="-1">×</button>',
    )
    clear.addEventListener('mousedown', (event) => event.stopPropagation())
    clear.addEventListener('click', () => choose(null))
    control.querySelector('.select__indicators').prepend(clear)
  }

  control.addEventListener('mousedown', (event) => {
    if (event.button !== 0) return
    if (event.target !== input) event.preventDefault()
    const was = menu !== null
    input.focus()
    was && event.target !== input ? close() : open()
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!menu) return open()
      const step = event.key === 'ArrowDown' ? 1 : found.length - 1
      if (found.length > 0) focus((focused + step) % found.length)
    }
    if (event.key === 'Escape') close()
    if ((event.key === 'Enter' || event.key === 'Tab') && menu && found[focused]) {
      event.preventDefault()
      choose(found[focused])
    }
  })
  return { show }
}
