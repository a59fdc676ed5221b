// The model with two effects and two workers, every state of it, and thousands of its steps for real.
import { expect, it } from 'vitest'
import { protocol } from '../support/protocol.ts'
import { explore } from './explore.ts'
import { stepsOf } from './protocol.ts'
import { chance, replay } from './replay.ts'

const p = await protocol()
const bounds = { effects: 2, workers: 2 }
const steps = stepsOf(bounds.effects, bounds.workers)
const explored = explore(bounds)

it('keeps every promise in every state', () => {
  expect([...explored.violations]).toEqual([])
  expect(explored.states).toBeGreaterThan(10_000)
})

it('the real functions do the same, to every answer of every step', {
  timeout: 600_000,
}, async () => {
  for (const way of explored.shortest.values()) await replay(p, { steps, effects: 2, way })
})

it('and on the way to 400 states by chance', { timeout: 600_000 }, async () => {
  const choose = chance(20_240_229)
  let taken = 0
  for (let at = 0; at < 400; at += 1) {
    const way = explored.wayTo(Math.floor(choose() * explored.states))
    taken += await replay(p, { steps, effects: 2, way })
  }
  expect(taken).toBeGreaterThan(3_000)
})
