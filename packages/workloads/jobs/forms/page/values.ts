// Inside the page: what stands in a control now, and what may be chosen there.
import type { Part } from './kit.ts'

export const values: Part<
  'optionsOf' | 'optionName' | 'textOf' | 'prompts' | 'foundIn' | 'chosenIn' | 'phoneIn' | 'fileIn'
> = {
  optionsOf(own, widget) {
    const [first] = own
    if (widget === 'select' || widget === 'select2') {
      return [...(first?.options ?? [])]
        .filter((option, index) => option.value !== '' && !(index === 0 && this.prompts(option)))
        .map((option) => ({ value: option.value, label: this.textOf(option) }))
    }
    if (widget !== 'radios' && widget !== 'checkboxes' && widget !== 'toggle') return []
    return own.map((control) => {
      const label = this.optionName(control)
      const value = control.getAttribute('data-option') ?? control.getAttribute('value')
      return { value: value ?? label, label }
    })
  },

  textOf(option) {
    return option.text.replace(/\s+/g, ' ').trim()
  },

  /** "Select…" and "--" ask for a choice and are none. */
  prompts(option) {
    const asking = /^(?:please |[-–—]+ ?)?(?:select|choose|pick)\b|^[-–—. ]*$/i
    return option.disabled || asking.test(option.text.trim())
  },

  optionName(control) {
    return (
      this.wordsOf(control.matches('button') ? control : this.labelOf(control)) || control.value
    )
  },

  foundIn(own, widget, entry) {
    const first = own[0]
    if (!first) return ''
    const checked = () => own.filter((one) => one.checked).map((one) => this.optionName(one))
    switch (widget) {
      case 'box':
        return first.checked
      case 'checkboxes':
        return checked()
      case 'radios':
        return checked()[0] ?? ''
      case 'toggle': {
        const pressed = own.find((one) => one.getAttribute('aria-pressed') === 'true')
        return pressed ? this.optionName(pressed) : ''
      }
      case 'select':
      case 'select2': {
        const option = first.selectedOptions[0]
        const none = !option || option.value === ''
        return none || (first.selectedIndex === 0 && this.prompts(option))
          ? ''
          : this.textOf(option)
      }
      case 'phone':
        return this.phoneIn(first)
      case 'file':
        return this.fileIn(first, entry)
      default:
        return this.chosenIn(first)
    }
  },

  /** A react-select's choice stands beside its input, which only holds what filters the list. */
  chosenIn(input) {
    const control = input.closest('[class*=control]')
    if (!input.matches('[role=combobox]') || !control) return input.value
    const chosen = control.querySelectorAll('[class*=single-value], [class*=multi-value__label]')
    return [...chosen].map((one) => (one.textContent ?? '').trim()).join(', ')
  },

  /** The number with its country: some widgets keep the country's digits beside the input. */
  phoneIn(input) {
    const number = input.value.trim()
    if (number === '' || number.startsWith('+')) return number
    const around = input.closest('.phone-input, .iti')
    const dial = around?.querySelector('.iti__selected-dial-code, [class*=single-value]')
    const digits = (dial?.textContent ?? '').replace(/\D/g, '')
    return digits === '' ? number : `+${digits}${number.replace(/^0+/, '')}`
  },

  /** The name of the file; where the input is gone or empty after its upload, the name shown. */
  fileIn(control, entry) {
    const name = control.files?.[0]?.name
    if (name !== undefined) return name
    const around = control.closest('.file-upload') ?? entry
    return /[^\s/\\]+\.(?:pdf|docx?|txt|rtf)\b/i.exec(around?.textContent ?? '')?.[0] ?? ''
  },
}
