// How a tick and a resident worker end: what runs is finished or given back, and nothing stays behind.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { listen } from '#database'
import {
  done,
  implement,
  loopbackPolicy,
  next,
  runResident,
  type TickReport,
  workload,
} from '#queue'
import { age } from '../support/age.ts'
import { until } from '../support/wait.ts'
import { workshop } from '../support/workshop.ts'

/** What the slice under test does; each test sets it. */
let slice: (signal: AbortSignal, save: (state: unknown) => Promise<void>) => Promise<unknown>

const definition = workload({
  capability: 'slow-work',
  workload: 'slow',
  title: 'Slow work',
  caps: { leaseSeconds: 60 },
  payload: z.unknown(),
  state: z.unknown(),
  steps: ['first', 'second'],
  sliceSeconds: 1,
  notify: true,
})
const implementation = implement(definition, {
  async first(_task, ctx) {
    await slice(ctx.signal, ctx.save)
    return next('second', { first: 'done' })
  },
  second: async () => done('all of it'),
})
const w = await workshop([{ definition, implementation }])
const capability = definition.capability
const workloads = [{ definition, load: async () => ({ implementation }) }]

it('told to stop, ends the slice, and leaves the next step and the next task to others', async () => {
  const stop = new AbortController()
  slice = async () => stop.abort()
  const [one, two] = [await w.enqueue(capability), await w.enqueue(capability)]
  const report = await w.tick({ stop: stop.signal, batch: 2 })
  expect(report.counts).toMatchObject({ claimed: 2, advanced: 1, finished: 0 })
  expect(await w.task(one)).toMatchObject({
    status: 'pending',
    step: 'second',
    state: { first: 'done' },
  })
  expect(await w.task(two)).toMatchObject({ status: 'pending', slices: 0, attempts: 0 })
  slice = async () => {}
  await w.tick()
  expect(await w.task(two)).toMatchObject({ status: 'completed' })
})

it('told to give back, takes the slice from who does not listen, with the state it saved', async () => {
  const abort = new AbortController()
  slice = async (signal, save) => {
    await save({ halfway: true })
    abort.abort()
    expect(signal.aborted).toBe(true)
    await new Promise(() => {})
  }
  const id = await w.enqueue(capability)
  await w.tick({ abort: abort.signal })
  expect(await w.task(id)).toMatchObject({
    status: 'pending',
    step: 'first',
    state: { halfway: true },
    attempts: 0,
  })
  expect(w.lines).toContainEqual(
    expect.objectContaining({ event: 'slice stopped', task: id, why: 'shutdown' }),
  )
  slice = async () => {}
  await w.tick()
})

/** A resident worker, its reports, and how to wake and end it. */
function resident(pausesMs: { first: number; longest: number }) {
  const stop = new AbortController()
  const reports: (TickReport | { failure: unknown })[] = []
  let ring = () => {}
  let trips = 0
  const database = w.db.as(w.worker, { retryForMs: 0, onRoundTrip: () => trips++ })
  const ended = runResident({
    database,
    workloads,
    function: 'resident',
    policy: loopbackPolicy,
    log: w.log,
    stop: stop.signal,
    pausesMs,
    onTick: (report) => reports.push(report),
    onNotice: (wake) => {
      ring = wake
    },
  })
  return {
    reports,
    trips: () => trips,
    ring: () => ring(),
    end: async () => {
      stop.abort()
      await ended
    },
  }
}

const ticks = (outcome: string) =>
  w.lines.filter((line) => line.function === 'resident' && line.outcome === outcome).length

it('works while there is work, rests while there is none, and ends in the middle of a rest', async () => {
  slice = async () => {}
  const ids = [await w.enqueue(capability), await w.enqueue(capability)]
  const running = resident({ first: 60_000, longest: 60_000 })
  await until(async () => (await w.task(ids[1] ?? 0)).status === 'completed')
  await until(() => running.reports.length === 1)
  // Nothing but a notice can wake it now.
  const late = await w.enqueue(capability)
  running.ring()
  await until(async () => (await w.task(late)).status === 'completed')
  await running.end()
  expect(running.reports).toHaveLength(2)
})

it('is woken by the notice of a task at once', async () => {
  slice = async () => {}
  const running = resident({ first: 60_000, longest: 60_000 })
  const listener = await listen(w.db.directUrl(w.worker), 'countersign', running.ring)
  await until(() => running.trips() > 1)
  const id = await w.enqueue(capability)
  await until(async () => (await w.task(id)).status === 'completed')
  await running.end()
  await listener.close()
})

it('hears a notice that came while it was looking', async () => {
  slice = async () => {}
  const running = resident({ first: 60_000, longest: 60_000 })
  running.ring()
  const id = await w.enqueue(capability)
  running.ring()
  await until(async () => (await w.task(id)).status === 'completed')
  await running.end()
})

it('takes a lapsed lease back at its start, and records that it was idle once a minute', async () => {
  const id = await w.enqueue(capability)
  const [lease] = await w.verbs.claim({ capability, worker: 'dies' })
  expect(lease?.id).toBe(id)
  await age(w.admin, 'tasks', id, { lease_expires_at: '1 hour' })
  const idleBefore = ticks('idle')
  const running = resident({ first: 5, longest: 20 })
  await until(async () => (await w.task(id)).status === 'completed')
  await until(() => running.trips() > 40)
  await running.end()
  expect(ticks('idle') - idleBefore).toBeLessThanOrEqual(1)
})

it('outlives a database that does not answer for a while', async () => {
  const running = resident({ first: 5, longest: 20 })
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`
  await w.admin.query(kill, [w.worker])
  await w.admin.query(`alter role ${w.worker} nologin`)
  await w.admin.query(kill, [w.worker])
  await until(() => running.reports.some((report) => 'failure' in report))
  await w.admin.query(`alter role ${w.worker} login`)
  const id = await w.enqueue(capability)
  await until(async () => (await w.task(id)).status === 'completed')
  await running.end()
})
