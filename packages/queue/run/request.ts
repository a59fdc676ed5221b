// Builds and reads requests: the exact text that a person decides on.
import { canonical, digestOf, NotCanonical, parseCanonical } from '../canonical.ts'
import type { Json } from '../json.ts'
import type { Ask, JsonObject } from '../workload/steps.ts'

/** A request as its body says it. */
export interface RequestBody {
  v: 1
  gate: string
  action: JsonObject
  shown: JsonObject
}

/**
 * The body of a request that may start `effects`, in this order (none at a gate that only asks). An
 * action with several effects lists them itself, each with a part of its own; with one, the digest of the
 * action is that part. Throws NotCanonical when the action has no canonical text, or lists other effects.
 */
export function requestBody(gate: string, ask: Ask, effects: readonly string[]): string {
  const { effects: listed, ...rest } = ask.action
  const parts = listed === undefined ? parted(rest, effects) : chosen(listed, effects)
  const action = effects.length === 0 ? rest : { ...rest, effects: parts }
  return canonical({ v: 1, gate, action, shown: ask.shown })
}

/** Reads a stored body; throws NotCanonical where it is not exactly what this program would have written. */
export function parseBody(body: string): RequestBody {
  const parsed = parseCanonical(body)
  if (!isObject(parsed)) throw new NotCanonical('not an object')
  const { v, gate, action, shown } = parsed
  if (v !== 1 || typeof gate !== 'string' || !isObject(action) || !isObject(shown)) {
    throw new NotCanonical('not a request { v: 1, gate, action, shown }')
  }
  return { v, gate, action, shown }
}

function parted(action: JsonObject, effects: readonly string[]): Json[] {
  if (effects.length > 1) {
    throw new NotCanonical(
      'an action with several effects lists them in /effects, each with a name',
    )
  }
  return effects.map((name) => ({ name, digest: digestOf(canonical(action)) }))
}

/** The listed parts of the effects that are left, in the order of the gate. */
function chosen(listed: Json, effects: readonly string[]): Json[] {
  const parts = Array.isArray(listed) ? listed.filter(isObject) : []
  return effects.map((name) => {
    const part = parts.find((candidate) => candidate.name === name)
    if (!part) throw new NotCanonical(`/effects does not list ${name}`)
    return part
  })
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
