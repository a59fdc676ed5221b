// What a tick does with the outcomes of slices.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { abandon, done, implement, next, skip, wait, workload } from '#queue'
import { age } from '../support/age.ts'
import { until } from '../support/wait.ts'
import { workshop } from '../support/workshop.ts'

type Behaviour = (
  state: { n: number },
  signal: AbortSignal,
  save: (state: unknown) => Promise<void>,
) => Promise<unknown>

// Each test says here what its task's slices do.
const behaviours = new Map<string, Behaviour>()

const definition = workload({
  capability: 'errand',
  workload: 'errands',
  title: 'An errand',
  caps: { maxAttempts: 3 },
  version: 2,
  payload: z.object({ kind: z.string() }),
  state: z.object({ n: z.number() }).default({ n: 0 }),
  steps: ['go', 'on'],
  sliceSeconds: 1,
})

const step = async (
  task: { payload: { kind: string }; state: { n: number } },
  ctx: { signal: AbortSignal; save(state: unknown): Promise<void> },
) => {
  const behave = behaviours.get(task.payload.kind)
  if (!behave) throw new Error('no behaviour')
  return (await behave(task.state, ctx.signal, ctx.save)) as ReturnType<typeof done>
}
const implementation = implement(definition, { go: step, on: step })
const shop = await workshop([{ definition, implementation }])

let kinds = 0
async function errand(behave: Behaviour) {
  const kind = `k${++kinds}`
  behaviours.set(kind, behave)
  return await shop.enqueue('errand', { kind }, 2)
}

it('goes on with next in the same tick, and completes with the result', async () => {
  const id = await errand(async ({ n }) => (n < 3 ? next('on', { n: n + 1 }) : done({ n })))
  const { counts } = await shop.tick()
  expect(counts).toMatchObject({ claimed: 1, advanced: 4, finished: 1, failed: 0 })
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: { n: 3 }, slices: 4 })
})

it('gives a waiting task back, and does not claim it again in the same tick', async () => {
  let runs = 0
  const id = await errand(async ({ n }) => {
    runs++
    return wait('on', { n: n + 1 }, 0)
  })
  await shop.tick()
  expect(runs).toBe(1)
  expect(await shop.task(id)).toMatchObject({
    status: 'pending',
    step: 'on',
    state: { n: 1 },
    attempts: 0,
  })
  behaviours.set(`k${kinds}`, async () => done())
  await shop.due(id)
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed' })
})

it('ends a task as skipped or failed with the reason code', async () => {
  const skipped = await errand(async () => skip('posting_closed', { url: 'x' }))
  const failed = await errand(async () => abandon('no_such_place', 'gone'))
  await shop.tick()
  expect(await shop.task(skipped)).toMatchObject({
    status: 'skipped',
    reason: 'posting_closed',
    result: { url: 'x' },
  })
  expect(await shop.task(failed)).toMatchObject({
    status: 'failed',
    reason: 'no_such_place',
    error: 'gone',
  })
})

it('tries again after a throw, later and later, and ends dead when the attempts are used up', async () => {
  const id = await errand(async () => {
    throw new TypeError('a value that stays out of the history')
  })
  for (let attempt = 1; attempt <= 3; attempt++) {
    await shop.tick()
    await shop.due(id).catch(() => undefined)
  }
  const task = await shop.task(id)
  expect(task).toMatchObject({ status: 'dead', attempts: 3, error: { name: 'TypeError' } })
  expect(task.reason).toBe('out of attempts: threw TypeError')
  const [{ leaked } = { leaked: 1 }] = await shop.admin.query<{ leaked: number }>(
    `select count(*)::int as leaked from countersign.task_events where reason like '%stays out%'`,
  )
  expect(leaked).toBe(0)
})

it('leaves a task of a newer payload or an unknown step to others, and burns nothing', async () => {
  const newer = await shop.enqueue('errand', { kind: 'any' }, 3)
  const { counts } = await shop.tick()
  expect(counts.failed).toBe(0)
  expect(await shop.task(newer)).toMatchObject({
    status: 'pending',
    attempts: 0,
    slices: 0,
    lost_leases: 0,
  })

  const unknown = await errand(async () => done())
  await shop.admin.query(`update countersign.tasks set step = 'from tomorrow' where id = $1`, [
    unknown,
  ])
  await shop.tick()
  expect(await shop.task(unknown)).toMatchObject({ status: 'pending', attempts: 0, slices: 0 })
})

it('fails a task whose payload does not pass its schema, naming the field', async () => {
  const id = await shop.enqueue('errand', { kind: 7 }, 2)
  await shop.tick()
  const task = await shop.task(id)
  expect(task).toMatchObject({ status: 'failed', reason: 'invalid_payload' })
  expect(task.error).toMatch(/^kind: /)
})

it.each([
  ['NUL and lone surrogates', { text: 'a\0b\uD800c' }],
  ['ten megabytes', { text: 'x'.repeat(10_000_000) }],
  ['deep nesting', [...Array(500)].reduce<unknown>((inner) => [inner], 1)],
  ['__proto__', JSON.parse('{"__proto__":{"polluted":true},"n":1}')],
  ['huge numbers', { n: Number.POSITIVE_INFINITY, big: 10n ** 40n }],
  [
    'a circle',
    (() => {
      const o: Record<string, unknown> = {}
      o.self = o
      return o
    })(),
  ],
])('stores a result with %s, marked where it can not be kept', async (_, result) => {
  const id = await errand(async () => done(result))
  await shop.tick()
  expect((await shop.task(id)).status).toBe('completed')
  const failing = await errand(async () => {
    throw Object.assign(new Error('with \0 and \uDC00'), { result })
  })
  await shop.tick()
  expect((await shop.task(failing)).status).toBe('pending')
  await shop.admin.query(`update countersign.tasks set run_at = 'infinity' where id = $1`, [
    failing,
  ])
})

it('stops a slice whose lease was lost, and changes nothing of the new owner', async () => {
  const id = await errand(async (_, signal, save) => {
    await age(shop.admin, 'tasks', id, { lease_expires_at: '2 minutes' })
    await shop.reaper.reap(10)
    await save({ n: 99 }).catch(() => undefined)
    expect(signal.aborted).toBe(true)
    return done('too late')
  })
  await shop.tick({ maxTasks: 1 })
  expect(await shop.task(id)).toMatchObject({
    status: 'pending',
    state: null,
    result: null,
    lost_leases: 1,
  })
  behaviours.set(`k${kinds}`, async () => done('in time'))
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: 'in time' })
})

it('gives the task back with its last saved state when the deadline comes, without an attempt', async () => {
  const id = await errand(async (_, signal, save) => {
    await save({ n: 41 })
    await until(() => signal.aborted, { timeoutMs: 10_000 })
    signal.throwIfAborted()
  })
  await shop.tick({ withinMs: 2_500, marginMs: 1_000 })
  expect(await shop.task(id)).toMatchObject({
    status: 'pending',
    state: { n: 41 },
    attempts: 0,
    lost_leases: 0,
  })
  behaviours.set(`k${kinds}`, async ({ n }) => done(n))
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ result: 41 })
})

it('does not wait for a slice that ignores its deadline', async () => {
  const id = await errand(() => pause(3_600_000, undefined, { ref: false }))
  const began = performance.now()
  await shop.tick({ withinMs: 2_500, marginMs: 1_000 })
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(await shop.task(id)).toMatchObject({ status: 'pending', attempts: 0 })
  behaviours.set(`k${kinds}`, async () => done())
  await shop.tick()
})

it('starts no slice that would not end before the deadline', async () => {
  const id = await errand(async () => done())
  expect((await shop.tick({ withinMs: 1_500, marginMs: 1_000 })).counts.claimed).toBe(0)
  expect(await shop.task(id)).toMatchObject({ status: 'pending', started_at: null })
  await shop.tick()
})

it('takes a lapsed lease back at the first claim, so a crashed slice goes on at the next tick', async () => {
  const id = await errand(async () => done('again'))
  const [crashed] = await shop.verbs.claim({ capability: 'errand', worker: 'crashed' })
  expect(crashed?.id).toBe(id)
  await age(shop.admin, 'tasks', id, { lease_expires_at: '2 minutes' })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({
    status: 'completed',
    result: 'again',
    lost_leases: 1,
  })
})

it('renews the lease while a slice runs, and hears that a person asks to cancel', async () => {
  await shop.admin.query('update countersign.capabilities set lease_seconds = 1')
  const id = await errand(async (_, signal) => {
    const before = await shop.task(id)
    await until(
      async () =>
        String((await shop.task(id)).lease_expires_at) !== String(before.lease_expires_at),
    )
    await shop.approver.cancel(id, 'ana', 'changed my mind')
    await until(() => signal.aborted)
    signal.throwIfAborted()
  })
  await shop.tick()
  await shop.admin.query('update countersign.capabilities set lease_seconds = 60')
  expect(await shop.task(id)).toMatchObject({ status: 'cancelled' })
})

it('takes a batch in one claim, and declines what it has no time for', async () => {
  const ids = [
    await errand(() => pause(1_200).then(() => done())),
    await errand(async () => done()),
  ]
  await shop.tick({ withinMs: 3_000, marginMs: 1_000, batch: 5 })
  const [first, second] = await Promise.all(ids.map((id) => shop.task(id)))
  expect(first).toMatchObject({ status: 'completed' })
  expect(second).toMatchObject({
    status: 'pending',
    attempts: 0,
    slices: 0,
    reason: 'declined: no time left',
  })
  await shop.tick()
  expect(await shop.task(ids[1] ?? 0)).toMatchObject({ status: 'completed' })
})

it('records and logs one line for every tick, in two statements when there is nothing to do', async () => {
  const before = shop.lines.length
  const { outcome, counts } = await shop.tick()
  expect({ outcome, statements: counts.statements }).toEqual({ outcome: 'idle', statements: 2 })
  expect(shop.lines.slice(before).map(({ event }) => event)).toEqual(['tick'])
  const [row] = await shop.admin.query(
    'select * from countersign.invocations order by id desc limit 1',
  )
  expect(row).toMatchObject({
    function: 'test',
    capabilities: ['errand'],
    outcome: 'idle',
    statements: 2,
  })
})
