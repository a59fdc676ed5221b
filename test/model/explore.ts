// Breadth first over every state of the model: which promises break, and whether every task can still end.
import type { Rule, Step } from './moves.ts'
import { stepsOf } from './protocol.ts'
import { canBegin, ended, initial, type State, unsettled } from './state.ts'

export interface Bounds {
  effects: number
  workers: number
  broken?: readonly Rule[]
  /** Stop at the first way to this broken promise. */
  until?: string
}

export interface Explored {
  states: number
  /** Each broken promise with the shortest way to it. */
  violations: Map<string, string[]>
  /** For every step and what was said of it, the shortest way that ends with it. */
  shortest: Map<string, string[]>
  /** The shortest way to a state by its number. */
  wayTo: (state: number) => string[]
}

const maxStates = 2_000_000

/** Explores all states within the bounds. Throws past two million. */
export function explore({ effects, workers, broken, until }: Bounds): Explored {
  const steps = stepsOf(effects, workers, broken)
  const first = JSON.stringify(initial(effects, workers))
  const index = new Map([[first, 0]])
  const keys = [first]
  const came: { from: number; by: string }[] = [{ from: -1, by: '' }]
  const backward: number[][] = [[]]
  const violations = new Map<string, string[]>()
  const shortest = new Map<string, string[]>()
  const way = (at: number): string[] => {
    const names: string[] = []
    for (let here = at; here > 0; here = came[here]?.from ?? 0) names.push(came[here]?.by ?? '')
    return names.reverse()
  }
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? ''
    if (until !== undefined && violations.has(until)) break
    for (const { step, next, said } of successors(key, steps)) {
      const label = `${step} (${said})`
      if (!shortest.has(label)) shortest.set(label, [...way(at), step])
      let to = index.get(next)
      if (to === undefined) {
        to = keys.push(next) - 1
        index.set(next, to)
        came.push({ from: at, by: step })
        backward.push([])
        if (to > maxStates) throw new Error(`more than ${maxStates} states`)
        for (const broke of brokenBy(JSON.parse(next))) {
          if (!violations.has(broke)) violations.set(broke, way(to))
        }
      }
      backward[to]?.push(at)
      const broke = said.split('!')[1]
      if (broke && !violations.has(broke)) violations.set(broke, [...way(at), step])
    }
  }
  const whole = until === undefined || !violations.has(until)
  const stuck = whole ? firstThatCannotEnd(keys, backward) : -1
  if (stuck >= 0) violations.set('a task that can never end', way(stuck))
  return { states: keys.length, violations, shortest, wayTo: way }
}

function* successors(key: string, steps: readonly Step[]) {
  for (const { name, take } of steps) {
    const s: State = JSON.parse(key)
    const said = take(s)
    if (said !== null) yield { step: name, next: JSON.stringify(tidy(s)), said }
  }
}

/** Blanks what can no longer matter, so that states that behave the same are the same. */
export function tidy(s: State): State {
  for (const effect of s.effects) {
    if (['none', 'done', 'failed'].includes(effect.status)) effect.by = null
    if (effect.status === 'done') effect.window = false
  }
  return s
}

function brokenBy(s: State): string[] {
  const found: string[] = []
  const add = (wrong: boolean, name: string) => wrong && found.push(name)
  add(
    s.effects.some(({ happened }) => happened > 1),
    'an effect happened twice',
  )
  add(
    s.effects.some(({ status, happened }) => status === 'failed' && happened > 0),
    'the ledger says failed, and it happened',
  )
  add(
    s.effects.some(({ status, happened }) => status === 'done' && happened === 0),
    'the ledger says done, and it did not happen',
  )
  add(
    s.effects.some((effect, at) => effect.happened > 0 && s.effects[at - 1]?.happened === 0),
    'out of order',
  )
  add(ended(s.status) && unsettled(s) !== undefined, 'ended over an unsettled effect')
  add(
    (s.status === 'needs_approval') !== (s.request?.state === 'open'),
    'waits, and nothing is open',
  )
  add(s.status === 'approved' && s.request?.state !== 'approved', 'approved without an approval')
  add(s.status === 'pending' && canBegin(s), 'pending with an approval that could be used')
  return found
}

function firstThatCannotEnd(keys: readonly string[], backward: readonly number[][]): number {
  const can = new Uint8Array(keys.length)
  const queue = keys.flatMap((key, at) => (ended((JSON.parse(key) as State).status) ? [at] : []))
  for (const at of queue) can[at] = 1
  for (let head = 0; head < queue.length; head += 1) {
    for (const from of backward[queue[head] ?? 0] ?? []) {
      if (can[from]) continue
      can[from] = 1
      queue.push(from)
    }
  }
  return can.indexOf(0)
}
