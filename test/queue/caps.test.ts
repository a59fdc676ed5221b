// G6 and G7: caps hold exactly, nothing is lost and the order is kept, under a few claimers at once.
import { expect, it } from 'vitest'
import { answerSome, ask, crowd, stocked } from '../support/bursts.ts'
import * as trials from '../support/caps-trials.ts'
import { untilWaiting } from '../support/interleave.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const few = crowd(p, 16)

for (const maxRunning of [1, 2, 3]) {
  it(`hands out exactly what max_running ${maxRunning} and max_parked 8 leave, in order`, async () => {
    await trials.exactCaps(p, few, maxRunning, 6)
  })
}

it('is never over a cap while slices end in every way, and loses no capacity', async () => {
  await trials.restlessCaps(p, few, 2, 6)
})

it('starts the last unit of the day once, and the next day from the first', async () => {
  await trials.exactCeiling(p, few, 3, 2)
})

it('hands every task to one worker only where nothing is capped, the first ones first', async () => {
  await trials.exactWithoutCaps(p, few, 7)
})

it('counts what is released, approved or parked against max_parked, and lets it go on regardless', async () => {
  const standings = ['started', 'approved', 'parked', 'held'] as const
  const tasks = [...standings, 'new' as const].map((standing) => ({ standing }))
  const capability = await stocked(p, { max_parked: 4 }, tasks)
  const batch = await p.worker.claim({ capability, worker: 'w1', limit: 10 })
  expect(batch).toHaveLength(2)
  const [first] = batch
  if (first) await p.worker.complete(first)
  expect(await p.worker.claim({ capability, worker: 'w1', limit: 10 })).toHaveLength(1)
})

it('gives the place of a running task to the next one as it parks, and takes one back as it resumes', async () => {
  const capability = await stocked(p, { max_running: 1, max_parked: 2 }, [
    { standing: 'new' },
    { standing: 'new' },
    { standing: 'new' },
  ])
  const first = await p.claimOne(capability)
  await ask(p.worker, first)
  const second = await p.claimOne(capability)
  await ask(p.worker, second)
  // All parked: nothing runs, and new work waits for the person alone.
  expect(await p.worker.claim({ capability, worker: 'w1' })).toEqual([])
  await answerSome(p, capability, 1)
  const resumed = await p.claimOne(capability)
  expect(resumed.id).toBe(first.id)
  await p.worker.complete(resumed)
  expect((await p.claimOne(capability)).id).toBeGreaterThan(second.id)
})

it('counts what it starts for the day on which it starts, over midnight', async () => {
  // A zone in which the day ends in a second or two.
  const [zone] = await p.admin.query<{ name: string }>(
    `select 'X' || to_char(now() at time zone 'utc' + interval '2 s', 'HH24:MI:SS') as name`,
  )
  const caps = { daily_ceiling: 2, time_zone: zone?.name ?? '' }
  const capability = await stocked(p, caps, Array(5).fill({ standing: 'new' }))
  const all = { capability, worker: 'w1', limit: 9 }
  const { before } = await p.admin.transaction(async (tx) => {
    await tx.query('lock table countersign.tasks in exclusive mode')
    const before = p.worker.claim(all)
    await untilWaiting(p.db)
    const midnight = `date_trunc('day', now() at time zone $1) + interval '1 day 1 ms'`
    await tx.query(`select pg_sleep_until((${midnight}) at time zone $1)`, [caps.time_zone])
    return { before }
  })
  expect(await before).toHaveLength(2)
  expect(await p.worker.claim(all)).toHaveLength(2)
})
