// Worker processes killed with SIGKILL and frozen, everywhere: nothing is lost, nothing happens twice.
import { expect, it } from 'vitest'
import { seeded } from '../support/bursts.ts'
import { deaths, freezes } from './fleet.ts'
import { fireplace } from './under-fire.ts'

const place = await fireplace()
const seed = Math.floor(Math.random() * 2 ** 31)

it(`hundreds of tasks end as they should, each effect once, however workers die (seed ${seed})`, {
  timeout: 900_000,
}, async () => {
  const fleet = { size: 4, deaths, freezes, lifeMs: 4_000, sleepMs: 5_000, random: seeded(seed) }
  const sizes = { parcels: 200, mostParcels: 800, poisons: 5, timeoutMs: 840_000 }
  const killed = await place.run({ ...sizes, fleet })
  expect(killed).toBeGreaterThan(deaths.length)
  // What became of an act was not always told by its worker, but found out by a look or a person.
  const foundOut = await place.admin.query(
    `select 1 from countersign.effects
     where handle is null and (settled_token <> token or settled_by = 'ana')`,
  )
  expect(foundOut.length).toBeGreaterThan(0)
})
