// Values are kept for as many days as their capability says, and not longer; the record stays.
import { expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()

/** A completed task with a secret, of a capability that keeps values for so many days. */
async function completed(days: number | null) {
  const s = await scenario(p)
  await p.admin.query('update countersign.capabilities set keep_values_days = $2 where name = $1', [
    s.capability,
    days,
  ])
  await p.admin.query(`update countersign.tasks set payload = '"secret"' where id = $1`, [s.id])
  await p.worker.complete(await s.claim(), 'secret')
  return s.id
}
const isErased = async (id: number) => {
  const [row] = await p.admin.query<{ erased: boolean; row: string }>(
    'select erased_at is not null as erased, t::text as row from countersign.tasks t where id = $1',
    [id],
  )
  expect(row?.erased).toBe(!row?.row.includes('secret'))
  return row?.erased
}
const finished = (id: number, ago: string) => age(p.admin, 'tasks', id, { finished_at: ago })

it('erases what ended long enough ago, once, and says so in the history', async () => {
  const id = await completed(90)
  await finished(id, '89 days')
  expect(await p.reaper.eraseOld(10)).toBe(0)
  expect(await isErased(id)).toBe(false)
  await finished(id, '2 days')
  expect(await p.reaper.eraseOld(10)).toBe(1)
  expect(await isErased(id)).toBe(true)
  expect(await p.reaper.eraseOld(10)).toBe(0)
  const said = await p.admin.query(
    `select actor, reason from countersign.task_events where task_id = $1 and now = 'erased'`,
    [id],
  )
  expect(said).toEqual([{ actor: 'retention', reason: 'kept 90 days' }])
})

it('leaves what is kept without end, what has not ended, and what runs again', async () => {
  const kept = await completed(null)
  await finished(kept, '900 days')
  const s = await scenario(p)
  await p.admin.query('update countersign.capabilities set keep_values_days = 1 where name = $1', [
    s.capability,
  ])
  await age(p.admin, 'tasks', s.id, { created_at: '9 days' })
  expect(await p.reaper.eraseOld(10)).toBe(0)
  expect(await isErased(kept)).toBe(false)
})

it('goes on where it was bounded, the oldest first', async () => {
  const ids = [await completed(5), await completed(5), await completed(5)]
  for (const [at, id] of ids.entries()) await finished(id, `${20 - at} days`)
  expect(await p.reaper.eraseOld(2)).toBe(2)
  expect(await Promise.all(ids.map(isErased))).toEqual([true, true, false])
  expect(await p.reaper.eraseOld(2)).toBe(1)
})
