// G6 and G7 at full size: a hundred claimers at once, fifty bursts of each.
import { it } from 'vitest'
import { crowd } from '../support/bursts.ts'
import * as trials from '../support/caps-trials.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const many = crowd(p, 100)
const turns = 50
const minutes = 60_000

for (const maxRunning of [1, 2, 3]) {
  it(`hands out exactly what max_running ${maxRunning} and max_parked 8 leave, in order`, {
    timeout: 5 * minutes,
  }, async () => {
    await trials.exactCaps(p, many, maxRunning, turns)
  })
}

it('is never over a cap while slices end in every way, and loses no capacity', {
  timeout: 5 * minutes,
}, async () => {
  await trials.restlessCaps(p, many, 3, turns)
})

it('starts the last unit of the day once, and the next day from the first', {
  timeout: 5 * minutes,
}, async () => {
  await trials.exactCeiling(p, many, 15, turns)
})

it('hands every task to one worker only where nothing is capped, the first ones first', {
  timeout: 5 * minutes,
}, async () => {
  for (let at = 0; at < 5; at++) await trials.exactWithoutCaps(p, many, at)
})
