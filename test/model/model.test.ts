// The model keeps every promise, and breaks the right one when a rule is taken out.
import { expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Rule } from './moves.ts'

it('keeps every promise in every state with one effect and two workers', {
  timeout: 120_000,
}, () => {
  const { states, violations } = explore({ effects: 1, workers: 2 })
  expect([...violations]).toEqual([])
  expect(states).toBeGreaterThan(500)
})

const noticed: [Rule, string, number, number][] = [
  ['act window', 'an effect happened twice', 1, 2],
  ['replay window', 'an effect happened twice', 1, 2],
  ['late truth', 'a task that can never end', 1, 1],
  ['ends settled', 'ended over an unsettled effect', 2, 1],
  ['act-before', 'begun after act-before', 2, 1],
  ['revoke truth', 'revoked nothing', 1, 1],
]
for (const [rule, promise, effects, workers] of noticed) {
  it(`without its rule '${rule}': ${promise}`, { timeout: 120_000 }, () => {
    const { violations } = explore({ effects, workers, broken: [rule], until: promise })
    expect([...violations.keys()]).toContain(promise)
  })
}
