// The protocol as a model: every step that a worker, a person, the reaper, time or the world can take.
import type { Rule, Step } from './moves.ts'
import { personSteps, timeSteps } from './other-steps.ts'
import { workerSteps } from './worker-steps.ts'

/** Every step there is, with some rules taken out. */
export function stepsOf(effects: number, workers: number, broken: readonly Rule[] = []): Step[] {
  const without = new Set(broken)
  const each = Array.from({ length: workers }, (_, w) => workerSteps(w, effects, without))
  return [...each.flat(), ...personSteps(without), ...timeSteps(effects, without)]
}
