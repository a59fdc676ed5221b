// Text inputs as React controls them: what a script writes into `value` without an event is forgotten.

/**
 * Tells `changed` what a person typed. As React does, it remembers each value that a script sets, and so takes an
 * input event that brings the same value for none; when the input loses focus it shows what is known again.
 */
export function controlled(input, known, changed) {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
  const now = () => native.get.call(input)
  let seen = now()
  Object.defineProperty(input, 'value', {
    configurable: true,
    get: now,
    set(value) {
      seen = String(value)
      native.set.call(input, value)
    },
  })
  input.addEventListener('input', () => {
    if (now() === seen) return
    seen = now()
    changed(seen)
  })
  const redraw = () => {
    if (now() !== known()) native.set.call(input, known())
    seen = now()
  }
  input.addEventListener('blur', redraw)
  return redraw
}
