// The trials of the caps: with a few claimers in the fast lane, with a hundred in the slow one.
import { expect } from 'vitest'
import type { Crowd } from './bursts.ts'
import * as bursts from './bursts.ts'
import { nextBatch, weigh } from './claim-model.ts'
import { type Planted, plant } from './plant.ts'
import type { Protocol } from './protocol.ts'

const patient = { max_lost_leases: 10_000, max_attempts: 10_000 }
const maxParked = 8

/** Started work within the caps, of every kind, and new work of mixed priority and age behind it. */
function stock(random: () => number, maxRunning: number): Planted[] {
  const standings = ['started', 'started', 'approved', 'approved'] as const
  const begun = [...standings, ...Array<'lapsed'>(maxRunning).fill('lapsed')]
  return [
    ...begun.map((standing) => ({ standing, priority: Math.floor(random() * 19) - 9 })),
    ...newWork(random, 12),
  ]
}

function newWork(random: () => number, count: number): Planted[] {
  return bursts.mix(random, count).map((task) => ({ ...task, standing: 'new' as const }))
}

/**
 * Bursts over approved, started, reaped and new work, while slices end in every way and a person answers
 * now and then: each burst hands out exactly what the caps leave, in the order of one plain sort.
 */
export async function exactCaps(p: Protocol, crowd: Crowd, maxRunning: number, turns: number) {
  const random = bursts.seeded(maxRunning)
  const { verbs, claimers } = crowd
  const limits = { max_running: maxRunning, max_parked: maxParked, ...patient }
  const capability = await bursts.stocked(p, limits, stock(random, maxRunning))
  const eye = bursts.watch(p.admin, capability)
  let handedOut = 0
  for (let at = 0; at < turns; at++) {
    await p.reaper.reap(1_000)
    const wanted = bursts.sizes(random, claimers)
    const claimed = await bursts.exactBurst(p, verbs, capability, { maxRunning, maxParked }, wanted)
    handedOut += claimed.length
    await bursts.endSlices(p, verbs, claimed, random)
    await bursts.answerSome(p, capability, at % 3)
    await plant(p.admin, capability, newWork(random, 2))
  }
  const most = await eye.stop()
  expect(most.running).toBe(maxRunning)
  expect(most.started).toBeLessThanOrEqual(maxParked)
  expect(handedOut).toBeGreaterThan(turns / 2)
}

/**
 * Workers that claim and end slices without waiting for each other: nothing is ever over its cap, and
 * once all is quiet exactly what the caps leave is handed out.
 */
export async function restlessCaps(p: Protocol, crowd: Crowd, maxRunning: number, turns: number) {
  const random = bursts.seeded(100 + maxRunning)
  const { verbs, claimers } = crowd
  const limits = { max_running: maxRunning, max_parked: maxParked, ...patient }
  const capability = await bursts.stocked(p, limits, [
    ...stock(random, maxRunning),
    ...newWork(random, claimers * turns),
  ])
  const eye = bursts.watch(p.admin, capability)
  const work = async (worker: string) => {
    for (let turn = 0; turn < turns; turn++) {
      const limit = 1 + Math.floor(random() * 20)
      const batch = await verbs.claim({ capability, worker, limit, sweep: random() < 0.5 })
      await bursts.endSlices(p, verbs, batch, random)
      if (random() < 0.2) await p.reaper.reap(20)
      if (random() < 0.2) await bursts.answerSome(p, capability, 1)
    }
  }
  await Promise.all(Array.from({ length: claimers }, (_, at) => work(`w${at}`)))
  await p.reaper.reap(1_000)
  const { tasks, now } = await weigh(p.admin, capability)
  const expected = nextBatch(tasks, now, { maxRunning, maxParked }, 1_000)
  const rest = await verbs.claim({ capability, worker: 'last', limit: 1_000 })
  expect(rest.map(({ id }) => id)).toEqual(expected)
  const most = await eye.stop()
  expect(most.running).toBe(maxRunning)
  expect(most.started).toBeLessThanOrEqual(maxParked)
}

/** The two zones whose dates always differ: the later one's day is the earlier one's tomorrow. */
const today = 'Etc/GMT+12'
const tomorrow = 'Etc/GMT-14'

/**
 * The ceiling at its last unit, and across local midnight while everybody claims: no unit too many, none
 * lost, and a day that is over never comes back.
 */
export async function exactCeiling(p: Protocol, crowd: Crowd, ceiling: number, turns: number) {
  const random = bursts.seeded(ceiling)
  const { verbs, claimers } = crowd
  for (let at = 0; at < turns; at++) {
    const limits = { daily_ceiling: ceiling, time_zone: today, ...patient }
    const capability = await bursts.stocked(p, limits, newDue(3 * ceiling + claimers))
    await startedToday(p, capability, today, ceiling - 2)
    const [one = []] = await bursts.burst(verbs, capability, [1])
    // What is released is claimed again without being counted again, or given back.
    await bursts.endSlices(p, verbs, one, () => 0.4)
    const [again = []] = await bursts.burst(verbs, capability, [1])
    expect(again.map(({ id }) => id)).toEqual(one.map(({ id }) => id))
    const wanted = bursts.sizes(random, claimers)
    const last = await bursts.burst(verbs, capability, wanted)
    expect(last.flat()).toHaveLength(1)

    const midnight = p.admin.query(
      'update countersign.capabilities set time_zone = $2 where name = $1',
      [capability, tomorrow],
    )
    const across = await bursts.burst(verbs, capability, wanted)
    await midnight
    const rest = await bursts.burst(verbs, capability, wanted)
    expect([...across, ...rest].flat()).toHaveLength(ceiling)

    await p.admin.query('update countersign.capabilities set time_zone = $2 where name = $1', [
      capability,
      today,
    ])
    expect(await bursts.burst(verbs, capability, wanted)).toEqual([])
  }
}

function newDue(count: number): Planted[] {
  return Array.from({ length: count }, () => ({ standing: 'new' as const }))
}

/** As if so many had been started on the zone's present day. */
async function startedToday(p: Protocol, capability: string, zone: string, count: number) {
  await p.admin.query(
    `update countersign.capabilities
     set started_on = (clock_timestamp() at time zone $2)::date, started_count = $3
     where name = $1`,
    [capability, zone, count],
  )
}

/** What an uncapped capability hands out to everybody at once: each task once, and the first ones. */
export async function exactWithoutCaps(
  p: Protocol,
  { verbs, claimers }: Crowd,
  seed: number,
): Promise<void> {
  const random = bursts.seeded(seed)
  const wanted = bursts.sizes(random, claimers)
  const capability = await bursts.stocked(p, patient, bursts.mix(random, 20 * claimers))
  await p.reaper.reap(10_000)
  const { tasks, now } = await weigh(p.admin, capability)
  const total = wanted.reduce((sum, limit) => sum + limit, 0)
  const expected = nextBatch(tasks, now, {}, total)
  const batches = await bursts.burst(verbs, capability, wanted)
  const place = new Map(expected.map((id, at) => [id, at]))
  for (const batch of batches) {
    const places = batch.map(({ id }) => place.get(id) ?? Number.NaN)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  }
  const ids = batches.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
}
