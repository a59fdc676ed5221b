// Inside the page: the whole form as a person would read it.
import type { Control, Part } from './kit.ts'

/** Where a board's markup keeps things: CSS selectors, empty where it has none. */
export interface Anatomy {
  form: string
  /** The container of one question. */
  entry: string
  /** Within it: the question's words, and what explains them. */
  title: string
  description: string
  /** Around voluntary questions about who one is. */
  demographic: string
  /** What identifies a question: an input's id or name, or its container's `data-field-path`. */
  keyFrom: 'id' | 'name' | 'path'
  /** A hidden input in the entry whose value is the question's number. */
  number: string
  /** Plain inputs that offer choices for what is typed. */
  lookup: string
}

export type WidgetName =
  | 'text'
  | 'date'
  | 'phone'
  | 'file'
  | 'select'
  | 'select2'
  | 'combobox'
  | 'lookup'
  | 'radios'
  | 'checkboxes'
  | 'box'
  | 'toggle'

/** What stands in a question: text, labels of options, whether a box is ticked, a file's name. */
export type Found = string | string[] | boolean

export interface Seen {
  key: string
  label: string
  description: string | null
  links: { text: string; href: string }[]
  required: boolean
  widget: WidgetName
  /** Of the first control: `text`, `email`, `textarea`, … */
  type: string
  options: { value: string; label: string }[]
  demographic: boolean
  accepts: string[]
  maxLength: number | null
  found: Found
  /** How many of the elements are this question's, in order. */
  controls: number
}

export interface Surveyed {
  seen: Seen[]
  /** Controls of no question: hidden from people, or traps. They stay as they are. */
  rest: { name: string; found: Found }[]
  /** Required questions whose controls aren't of a kind that we know. */
  unread: string[]
}

export const surveying: Part<
  'survey' | 'unread' | 'sorted' | 'question' | 'entryOf' | 'keyOf' | 'ownControls' | 'widgetOf'
> = {
  survey(anatomy) {
    const { groups, rest } = this.sorted(anatomy)
    const elements: Element[] = []
    const seen = groups.map(({ key, members }) => {
      const own = this.ownControls(members)
      elements.push(...own)
      return this.question(key, own, anatomy)
    })
    return { seen, rest, elements, unread: this.unread(elements, anatomy) }
  },

  /** The words of entries that want an answer and hold no control that we know. */
  unread(elements, anatomy) {
    const entries = anatomy.entry === '' ? [] : [...document.querySelectorAll(anatomy.entry)]
    return entries
      .filter((entry) => this.shown(entry) && !elements.some((one) => entry.contains(one)))
      .map((entry) => ({ entry, title: entry.querySelector(anatomy.title) }))
      .filter(({ entry, title }) => this.demanded([], title, entry))
      .map(({ title }) => this.wordsOf(title))
  },

  /** All controls of the page, by question and in its order, and those that belong to none. */
  sorted(anatomy) {
    const form = document.querySelector(anatomy.form)
    const groups = new Map<string, Control[]>()
    const rest: Surveyed['rest'] = []
    const selector = 'input,textarea,select,button[aria-pressed][data-option],.file-upload'
    for (const control of document.querySelectorAll<Control>(selector)) {
      if (/^(?:hidden|submit|button|image|reset)$/.test(control.type) && !control.dataset.option) {
        continue
      }
      if (/captcha/i.test(control.name || control.id || '')) continue
      if (control.matches('.file-upload') && control.querySelector('[type=file]')) continue
      const key = form?.contains(control) ? this.keyOf(control, anatomy) : ''
      const entry = this.entryOf(control, anatomy)
      const title = this.titleOf(control, entry, anatomy)
      const trap = this.isTrap(title) && !this.demanded([control], title, entry)
      if (form && key !== '' && this.forPeople(control, form) && !trap) {
        groups.set(key, [...(groups.get(key) ?? []), control])
      } else if (control.matches('input,textarea,select')) {
        const name = control.name || control.id || control.getAttribute('aria-label')
        rest.push({
          name: name || control.type,
          found: this.isBox(control) ? control.checked : control.value,
        })
      }
    }
    return { groups: [...groups].map(([key, members]) => ({ key, members })), rest }
  },

  question(key, own, anatomy) {
    const first = own[0] as Control
    const widget = this.widgetOf(own, anatomy)
    const entry = this.entryOf(first, anatomy)
    const title = this.titleOf(first, entry, anatomy)
    const box = widget === 'box' ? this.labelOf(first) : null
    const extra = [
      ...this.explaining(first, entry, anatomy),
      ...(box && box !== title ? [box] : []),
    ]
    const said = [...new Set(extra.map((part) => this.wordsOf(part)))].filter((text) => text !== '')
    const accepts = (first.accept ?? '').toLowerCase().split(',')
    return {
      key,
      label: this.labelWords(first, title),
      description: said.length > 0 ? said.join('\n') : null,
      links: this.linksIn([...(title ? [title] : []), ...extra]),
      required: this.demanded(own, title, entry),
      widget,
      type: first.matches('textarea') ? 'textarea' : (first.type ?? ''),
      options: this.optionsOf(own, widget),
      demographic: anatomy.demographic !== '' && first.closest(anatomy.demographic) !== null,
      accepts: accepts.map((one) => one.trim()).filter((one) => one !== ''),
      maxLength: first.maxLength > 0 ? first.maxLength : null,
      found: this.foundIn(own, widget, entry),
      controls: own.length,
    }
  },

  entryOf(control, anatomy) {
    return anatomy.entry === '' ? null : control.closest(anatomy.entry)
  },

  keyOf(control, anatomy) {
    if (anatomy.keyFrom === 'path') {
      return control.closest<HTMLElement>('[data-field-path]')?.dataset.fieldPath ?? ''
    }
    if (this.isFile(control)) {
      const group = control.closest('.file-upload')?.getAttribute('aria-labelledby')
      const upload = control.closest('form[id^=s3_upload_for_]')?.id
      const named = (group ?? upload ?? '').replace(/^(?:upload-label-|s3_upload_for_)/, '')
      if (named !== '') return named
    }
    // A country beside a telephone number is part of it.
    const around = control.closest('.phone-input, .iti')
    const main = around?.querySelector<Control>('input[type=tel]') ?? control
    const entry = anatomy.number === '' ? null : this.entryOf(main, anatomy)
    const number = entry?.querySelector<Control>(anatomy.number)
    if (number) return `question_${number.value}`
    return anatomy.keyFrom === 'name' || this.isBox(main) ? main.name || main.id : main.id
  },

  /** Of the controls under one key those that are the question's; the others only serve them. */
  ownControls(members) {
    for (const main of ['[type=file],.file-upload', 'button', '[type=tel]', '[role=combobox]']) {
      const found = members.filter((one) => one.matches(main))
      if (found.length === 0) continue
      const country =
        main === '[type=tel]' ? members.filter((one) => one.matches('.select__input')) : []
      return [...found, ...country]
    }
    return members
  },

  widgetOf(own, anatomy) {
    const first = own[0] as Control
    if (this.isFile(first)) return 'file'
    if (first.matches('button')) return 'toggle'
    if (first.matches('[type=tel]')) return 'phone'
    if (first.matches('select')) return this.shown(first) ? 'select' : 'select2'
    if (anatomy.lookup !== '' && first.matches(anatomy.lookup)) return 'lookup'
    if (first.matches('[role=combobox]')) return 'combobox'
    if (first.type === 'radio') return 'radios'
    if (first.type === 'checkbox') return own.length > 1 ? 'checkboxes' : 'box'
    const picker = first.closest('[class*=datepicker]') !== null
    return first.type === 'date' || picker ? 'date' : 'text'
  },
}
