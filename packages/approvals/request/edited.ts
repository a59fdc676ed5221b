// An edit as it was posted: the same body with other values at the gate's editable fields, and the difference.
import { canonical, type Json, type RequestBody, replaced, valueAt } from '#queue'
import { type Fields, field } from '../web/form.ts'
import { labelOf } from './difference.tsx'
import { shownOf } from './shown.ts'

interface Edit {
  body: string
  difference: { at: string; was: Json; now: Json }[]
}

/**
 * The body with the posted values in place of those at the `editable` pointers, each of the type it had; or
 * what stands against it. A field that is not editable is refused, not passed over.
 */
export function edited(
  request: RequestBody,
  editable: readonly string[],
  form: Fields,
): Edit | { problem: string } {
  let whole: Json = { ...request }
  const difference: Edit['difference'] = []
  for (const name of form.keys()) {
    if (name.startsWith('/') && !editable.includes(name)) {
      return { problem: `${name} can’t be edited here.` }
    }
  }
  for (const pointer of editable) {
    const was = valueAt(whole, pointer)
    if (!form.has(pointer) || was === undefined) continue
    // A browser posts every line break as CRLF, whatever it was shown.
    const read = sameType(was, unbroken(field(form, pointer)))
    if ('problem' in read) {
      return { problem: `${labelOf(pointer, shownOf(request).facts)} ${read.problem}.` }
    }
    const { now } = read
    if (now === (typeof was === 'string' ? unbroken(was) : was)) continue
    whole = replaced(whole, pointer, now) ?? whole
    difference.push({ at: pointer, was, now })
  }
  return { body: canonical(whole), difference }
}

function unbroken(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function sameType(was: Json, text: string): { now: Json } | { problem: string } {
  if (text.includes('\0')) return { problem: 'holds a NUL' }
  if (typeof was === 'string') return { now: text }
  if (typeof was === 'boolean' && (text === 'true' || text === 'false')) {
    return { now: text === 'true' }
  }
  if (typeof was === 'number') {
    const number = Number(text)
    if (text.trim() !== '' && Number.isSafeInteger(number)) return { now: number }
    return { problem: 'needs a whole number' }
  }
  return { problem: 'needs yes or no' }
}
