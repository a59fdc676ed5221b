// An edit as it was posted: the same body with other values at the gate's editable fields, and the difference.
import { HTTPException } from 'hono/http-exception'
import { canonical, type Json } from '#queue'
import type { LoadedRequest } from './load.ts'
import { at, replaced } from './pointer.ts'

/** The body with the posted values in place of the editable ones, each of the type it had. */
export function edited(
  { request, gate }: LoadedRequest,
  form: ReadonlyMap<string, readonly string[]>,
) {
  if (!request) throw new HTTPException(422, { message: 'This request was erased.' })
  let whole: Json = { ...request }
  const difference: { at: string; was: Json; now: Json }[] = []
  const allowed = new Set(gate?.editable)
  for (const name of form.keys()) {
    if (name.startsWith('/') && !allowed.has(name)) {
      throw new HTTPException(422, { message: `${name} can’t be edited here.` })
    }
  }
  for (const pointer of allowed) {
    const text = form.get(pointer)?.[0]
    const was = at(whole, pointer)
    if (text === undefined || was === undefined) continue
    // A browser posts every line break as CRLF, whatever it was shown.
    const now = sameType(pointer, was, unbroken(text))
    if (now === (typeof was === 'string' ? unbroken(was) : was)) continue
    whole = replaced(whole, pointer, now) ?? whole
    difference.push({ at: pointer, was, now })
  }
  return { body: canonical(whole), difference }
}

function unbroken(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function sameType(pointer: string, was: Json, text: string): Json {
  if (text.includes('\0')) throw new HTTPException(422, { message: `${pointer} holds a NUL.` })
  if (typeof was === 'string') return text
  if (typeof was === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (typeof was === 'number' && Number.isSafeInteger(Number(text)) && text.trim() !== '')
    return Number(text)
  const needed = typeof was === 'number' ? 'a whole number' : 'yes or no'
  throw new HTTPException(422, { message: `${pointer} needs ${needed}.` })
}
