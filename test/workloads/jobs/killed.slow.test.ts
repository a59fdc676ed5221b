// A night killed at every single moment ends as an undisturbed night does.
import { expect, it } from 'vitest'
import { killedNights } from './killed-nights.ts'

const s = await killedNights()

it('killed at any moment, a night ends with the same table and no posting twice', {
  timeout: 300_000,
}, async () => {
  const undisturbed = await s.afresh()
  const moments = await s.tickUntil(Number.POSITIVE_INFINITY)
  const whole = await s.left(undisturbed)
  for (let point = 0; point < moments; point++) {
    const task = await s.afresh()
    await s.tickUntil(point)
    await s.later(task)
    await s.tick()
    expect(await s.left(task), `killed at moment ${point}`).toEqual(whole)
  }
})
