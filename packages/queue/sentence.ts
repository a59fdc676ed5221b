// The sentence of a gate: what will be done, in words fixed by the registry, with values from the request alone.
import type { Json } from './json.ts'
import { valueAt } from './pointer.ts'

/**
 * Fills `{/action/target}` with the value that the RFC 6901 pointer finds in the request. Text is put in as it
 * is: whoever shows it escapes it. What isn't there says so, since a gap would read as if nothing were missing.
 */
export function fillSentence(template: string, request: Json): string {
  return template.replaceAll(/\{(\/[^{}]*)\}/g, (_, pointer: string) => {
    const value = valueAt(request, pointer)
    if (value === undefined) return `(no ${pointer})`
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}
