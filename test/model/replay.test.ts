// The real functions do what the model says: the shortest way to every answer of every step.
import { expect, it } from 'vitest'
import { protocol } from '../support/protocol.ts'
import { explore } from './explore.ts'
import { stepsOf } from './protocol.ts'
import { replay } from './replay.ts'

const p = await protocol()

it('answer and stand as the model does, with one effect and one worker', async () => {
  const steps = stepsOf(1, 1)
  let taken = 0
  for (const way of explore({ effects: 1, workers: 1 }).shortest.values()) {
    taken += await replay(p, { steps, effects: 1, way })
  }
  expect(taken).toBeGreaterThan(300)
})
