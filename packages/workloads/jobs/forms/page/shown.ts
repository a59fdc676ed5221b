// Inside the page: what a person would see and could use. Honeypots are everything else.
import type { Part } from './kit.ts'

export const shown: Part<'shown' | 'clips' | 'near' | 'forPeople' | 'isFile' | 'isBox'> = {
  /** By computed style of it and all around it: displayed, opaque, not clipped away, on the page. */
  shown(element) {
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const box = element.getBoundingClientRect()
    if (box.width < 4 || box.height < 4) return false
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false
    if (box.left + scrollX >= Math.max(document.documentElement.scrollWidth, innerWidth))
      return false
    for (let up: Element | null = element; up; up = up.parentElement)
      if (this.clips(up)) return false
    return true
  },

  /** Whether an element makes what is in it disappear. */
  clips(element) {
    const style = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const cuts = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)
    return (
      (cuts && (width < 4 || height < 4)) ||
      /inset\((?:50|100)%|circle\(0/.test(style.clipPath) ||
      /rect\((?:0|1)px,? (?:0|1)px/.test(style.clip) ||
      Number(style.opacity) < 0.1
    )
  },

  /** Files and boxes are often drawn by something else beside them; then that has to be shown. */
  forPeople(control, form) {
    for (let up: Element | null = control; up && up !== form; up = up.parentElement) {
      if (up.getAttribute('aria-hidden') === 'true') return false
    }
    if (this.isFile(control)) return this.near(control)
    if (this.isBox(control)) return this.shown(control) || this.shown(this.labelOf(control))
    if (control.matches('select') && !this.shown(control)) {
      return this.shown(control.parentElement?.querySelector('.select2-container') ?? null)
    }
    if (control.matches('button')) return this.shown(control)
    if (control.getAttribute('tabindex') === '-1') return false
    const drawn = control.matches('[role=combobox]') ? control.closest('[class*=control]') : control
    return this.shown(drawn ?? control)
  },

  /** Something close around it is shown. */
  near(control) {
    let up: Element | null = control
    for (let step = 0; up && step < 4; step += 1, up = up.parentElement) {
      if (this.shown(up)) return true
    }
    return false
  },

  isFile(control) {
    return control.type === 'file' || control.matches('.file-upload')
  },

  isBox(control) {
    return control.type === 'checkbox' || control.type === 'radio'
  },
}
