// RFC 6901 pointers into a request: how facts, sentences and edits name a value without repeating it.
import type { Json } from './json.ts'

/** The value a pointer names, or undefined. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  if (pointer === '') return value
  let found: Json | undefined = value
  for (const part of parts(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined
    if (Array.isArray(found)) found = /^(0|[1-9]\d*)$/.test(part) ? found[Number(part)] : undefined
    else found = Object.hasOwn(found, part) ? found[part] : undefined
  }
  return found
}

/** A copy of `value` in which the pointer names `put` instead; undefined where it names nothing yet. */
export function replaced(value: Json, pointer: string, put: Json): Json | undefined {
  if (valueAt(value, pointer) === undefined) return undefined
  const copy = structuredClone(value)
  const names = parts(pointer)
  const last = names.pop()
  let inside: Json | undefined = copy
  for (const part of names) {
    inside = Array.isArray(inside)
      ? inside[Number(part)]
      : (inside as { [key: string]: Json })[part]
  }
  if (last === undefined || typeof inside !== 'object' || inside === null) return undefined
  if (Array.isArray(inside)) inside[Number(last)] = put
  else inside[last] = put
  return copy
}

/** Every value that holds no other, with the pointer that names it, in document order. */
export function leaves(value: Json, pointer = ''): { pointer: string; value: Json }[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }]
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ pointer, value }]
  return entries.flatMap(([key, item]) => leaves(item, `${pointer}/${escaped(key)}`))
}

/** Whether `pointer` names something inside what `outer` names, or that itself. */
export function within(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`)
}

function parts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
