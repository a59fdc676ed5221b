// A night killed at ten points, and one whose lease is lost while it reads, end as an undisturbed night does.
import { expect, it } from 'vitest'
import { age } from '../../support/age.ts'
import { until } from '../../support/wait.ts'
import { killedNights } from './killed-nights.ts'

const s = await killedNights()
const undisturbed = await s.afresh()
const moments = await s.tickUntil(Number.POSITIVE_INFINITY)
const whole = await s.left(undisturbed)
const points = Array.from({ length: 10 }, (_, at) => Math.round(((at + 0.5) * moments) / 10))

it('is a night to kill: it takes up three postings of two boards in some fifty moments', () => {
  expect(whole).toMatchObject({ status: 'completed', counts: { taken: 3, boards: 6, failed: 2 } })
  expect(whole.applications.map(({ key }) => key)).toHaveLength(3)
  expect(moments).toBeGreaterThan(40)
  expect(new Set(points).size).toBe(10)
})

it.each(points)(
  'killed at moment %i, it ends with the same table and no posting twice',
  async (point) => {
    const task = await s.afresh()
    expect(await s.tickUntil(point)).toBe(point)
    await s.later(task)
    await s.tick()
    expect(await s.left(task)).toEqual(whole)
  },
)

it('killed again and again, each time a little later, it still ends the same', async () => {
  const task = await s.afresh()
  let killed = 0
  for (; killed < 10 && (await s.task(task)).status !== 'completed'; killed++) {
    await s.tickUntil(8 + 4 * killed)
    await s.later(task)
  }
  expect(killed).toBeGreaterThanOrEqual(3)
  await s.tick()
  expect(await s.left(task)).toEqual(whole)
})

it.each(['ferrograph', 'tarnwood'])(
  'losing its lease while it waits for %s, it writes nothing more, and the other’s night stands',
  async (account) => {
    const task = await s.afresh()
    const held = Promise.withResolvers<void>()
    let waits = false
    s.world.onRequest = async (url) => {
      if (!url.includes(account) || waits) return
      waits = true
      await held.promise
    }
    const slow = s.tick()
    await until(() => waits)
    await age(s.admin, 'tasks', task, { lease_expires_at: '1 hour' })
    await s.tick()
    const whatStands = await s.left(task)
    held.resolve()
    await slow
    expect(s.lines.at(-2)).toMatchObject({ event: 'lease lost' })
    expect(whatStands).toEqual(whole)
    expect(await s.left(task)).toEqual(whole)
  },
)

it('told to stop, it gives back what it has read, and the next tick reads only the rest', async () => {
  const task = await s.afresh()
  const stop = new AbortController()
  s.world.onRequest = async (url) => {
    if (url.includes('brackwater')) stop.abort()
  }
  await s.tick({ abort: stop.signal })
  expect(await s.task(task)).toMatchObject({ status: 'pending', step: 'read' })
  s.world.onRequest = async () => {}
  s.boards.requests.length = 0
  await s.tick()
  const again = s.boards.requests.map(({ path }) => path)
  expect(again.filter((path) => /ferrograph|mossbank/.test(path))).toEqual([])
  expect(await s.left(task)).toEqual(whole)
})
