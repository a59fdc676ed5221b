// The keys that this deployment accepts: operators.json as it was committed, inside the function's package.
import { pins } from '#queue'
import operators from '../../operators.json' with { type: 'json' }

export function pinned() {
  return pins.parse(operators)
}
