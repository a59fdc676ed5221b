// Inside the page: the words that belong to a control.
import type { Part } from './kit.ts'

export const words: Part<
  | 'wordsOf'
  | 'labelOf'
  | 'byId'
  | 'titleOf'
  | 'labelWords'
  | 'explaining'
  | 'linksIn'
  | 'demanded'
  | 'isTrap'
> = {
  /** As read: without the marks for "required", and one space where blocks meet. */
  wordsOf(element) {
    if (!element) return ''
    const copy = element.cloneNode(true) as Element
    const marks = '[aria-hidden=true],.required,.asterisk,input,select,textarea,script,style'
    for (const mark of copy.querySelectorAll(marks)) mark.remove()
    for (const block of copy.querySelectorAll('p,li,br,div')) block.append(' ')
    const text = (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
    return text.replace(/[\s*✱]+$/, '')
  },

  labelOf(control) {
    // An empty id would find a label that names nothing, and so a stranger's.
    const named = control.id ? document.querySelector(`label[for=${CSS.escape(control.id)}]`) : null
    return named ?? control.closest('label')
  },

  byId(ids) {
    const first = (ids ?? '').split(' ')[0]
    return first ? document.getElementById(first) : null
  },

  /** The element that asks the question. */
  titleOf(control, entry, anatomy) {
    // One entry may hold several labels, each around its input.
    for (const around of anatomy.title === '' ? [] : [control.closest('label'), entry]) {
      const own = around?.querySelector(anatomy.title)
      if (own) return own
    }
    if (this.isFile(control)) {
      const group = control.closest('[role=group][aria-labelledby]')
      const named = this.byId(group?.getAttribute('aria-labelledby') ?? null)
      if (named) return named
    }
    const legend = this.isBox(control) ? control.closest('fieldset')?.querySelector('legend') : null
    return legend ?? this.labelOf(control) ?? this.byId(control.getAttribute('aria-labelledby'))
  },

  /** The question in words; where nothing names it, the heading above it does. */
  labelWords(control, title) {
    const said = this.wordsOf(title) || control.getAttribute('aria-label')
    if (said) return said.trim()
    let up: Element | null = control
    for (let step = 0; up && step < 6; step += 1, up = up.parentElement) {
      const before = up.previousElementSibling
      if (before?.matches('h1,h2,h3,h4,h5,h6')) return this.wordsOf(before)
    }
    return control.placeholder ?? ''
  },

  /** What explains the question, as far as it is shown. */
  explaining(control, entry, anatomy) {
    const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
    const told = ids.filter((id) => /-(?:description|help)$/.test(id))
    const named = [...told, control.id && `${control.id}-description`].map((id) => this.byId(id))
    const within = entry ?? control.closest('fieldset')
    const own = anatomy.description === '' ? [] : within?.querySelectorAll(anatomy.description)
    const all = new Set([...named, ...(own ?? [])])
    return [...all].filter((part): part is Element => part !== null && this.shown(part))
  },

  linksIn(parts) {
    const all = parts.flatMap((part) => [...part.querySelectorAll('a')])
    return [...new Set(all)].map((a) => ({ text: this.wordsOf(a), href: a.href }))
  },

  /** Required by attribute, or by a mark at the end of the question. */
  demanded(own, title, entry) {
    const said = own.some((one) => one.required || one.getAttribute('aria-required') === 'true')
    if (said) return true
    const marks = [title, own[0]?.closest('fieldset')?.querySelector('legend'), entry]
    return marks.some((mark) => {
      if (!mark) return false
      if (/_required_/.test(mark.className)) return true
      if (mark === entry) return false
      const signs = [...mark.querySelectorAll('[aria-hidden=true],.required,.asterisk')]
      return [mark, ...signs].some((sign) => /[*✱]$/.test((sign.textContent ?? '').trim()))
    })
  },

  /** What a page says to robots in plain sight. "Leave blank if you have none" is said to people. */
  isTrap(title) {
    const said = title?.textContent ?? ''
    const blank =
      /\b(?:leave|keep) (?:(?:this|it|the) )?(?:(?:field|box|input) )?(?:blank|empty)\b(?! (?:if|unless|when|where))/i
    return blank.test(said) || /\b(?:do not|don.t) fill (?:in |out )?(?:this|it)\b/i.test(said)
  },
}
