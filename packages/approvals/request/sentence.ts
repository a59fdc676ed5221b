// The first line of a request: the gate's own sentence, filled from what will be done.
import { type RequestBody, valueAt } from '#queue'

/**
 * Fills `{/action/…}` in the gate's template from the request: never from a model's or a worker's prose.
 * A pointer that names nothing stays visible as it is, so that a gap is seen.
 */
export function sentenceOf(template: string, request: RequestBody): string {
  return template.replaceAll(/\{(\/[^{}]*)\}/g, (whole, pointer: string) => {
    const value = valueAt({ ...request }, pointer)
    if (value === undefined) return whole
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}
