// When a run of `npm start -- --once` has come to rest.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { settling } from '../../packages/local/settling.ts'

async function restOf(ticks: [string, 'worked' | 'idle' | 'failed'][]) {
  const rest = settling()
  let found: unknown = 'at work'
  void rest.settled(['jobs', 'housekeeping']).then((settled) => {
    found = settled
  })
  for (const [workload, outcome] of ticks) rest.ticked(workload, outcome)
  await turn()
  return found
}

test('it has when every workload was idle twice since any of them last worked', async () => {
  expect(
    await restOf([
      ['jobs', 'idle'],
      ['jobs', 'idle'],
      ['housekeeping', 'idle'],
    ]),
  ).toBe('at work')
  const quiet = [
    ['jobs', 'idle'],
    ['housekeeping', 'idle'],
    ['jobs', 'idle'],
    ['housekeeping', 'idle'],
  ] as const
  expect(await restOf([...quiet].map(([a, b]) => [a, b]))).toEqual({ failedTicks: [] })
  expect(
    await restOf([
      ['jobs', 'idle'],
      ['housekeeping', 'idle'],
      ['jobs', 'worked'],
      ['housekeeping', 'idle'],
    ]),
  ).toBe('at work')
})

test('a tick that failed ends it as well', async () => {
  expect(await restOf([['jobs', 'failed']])).toEqual({ failedTicks: ['jobs'] })
})
