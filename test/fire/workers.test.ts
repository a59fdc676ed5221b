// The same as in the slow lane, small: a few worker processes killed around a few effects.
import { it } from 'vitest'
import { seeded } from '../support/bursts.ts'
import { fireplace } from './under-fire.ts'

const place = await fireplace()

it('T39 each effect happens once where workers are killed around it', {
  timeout: 60_000,
}, async () => {
  const deaths = ['after begin_effect', 'acted', 'after finish_effect', 'during complete']
  const fleet = { size: 2, deaths, freezes: [], lifeMs: 4_000, sleepMs: 0, random: seeded(1) }
  await place.run({ parcels: 10, mostParcels: 60, poisons: 1, fleet, timeoutMs: 50_000 })
})
