// Housekeeping against a real database: what it deletes by itself, what it asks about, and what it never touches.
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { folderStore } from '#clients'
import { done, dueToday, enqueue, implement, parseBody, workload } from '#queue'
import { housekeeping } from '#workloads'
import { age } from '../support/age.ts'
import { workshop } from '../support/workshop.ts'

const kept = workload({
  capability: 'kept',
  workload: 'kept',
  title: 'Keeps a file',
  caps: {},
  payload: z.object({ text: z.string().optional(), act: z.boolean().optional() }),
  state: z.unknown(),
  steps: ['first'],
  ungated: { note: { sentence: 'Note it', reason: 'a test' } },
})
const keeps = implement(kept, {
  async first({ payload }, ctx) {
    const { text } = payload
    if (payload.act) await ctx.actUngated('note', {}, async () => done())
    if (text === undefined) return done()
    return done({
      sha256: await ctx.keepFile(Buffer.from(text), { name: 'text', mediaType: 'text/plain' }),
    })
  },
})

const home = await mkdtemp(path.join(tmpdir(), 'countersign-housekeeping-'))
const files = folderStore(home)
const [listed] = housekeeping
if (!listed) throw new Error('the registry has no housekeeping')
const { implementation } = await listed.load()
const w = await workshop([
  { definition: listed.definition, implementation },
  { definition: kept, implementation: keeps },
])
afterAll(() => rm(home, { recursive: true }))

// What one test left finished must not be another's to delete.
beforeEach(async () => {
  await w.verbs.prune(new Date(Date.now() + 60_000), 1_000)
  await w.verbs.sweepFiles(await w.verbs.sweepFiles([], 1_000), 0)
})

const run = (options = {}) => w.tick({ withinMs: 300_000, files, ...options })

/** A task that finished so many days ago. */
async function old(days: number, payload: unknown = {}) {
  const id = await w.enqueue('kept', payload)
  await run()
  await age(w.admin, 'tasks', id, { finished_at: `${days} days` })
  return id
}

async function present(...ids: number[]): Promise<number[]> {
  const rows = await w.admin.query<{ id: number }>(
    'select id from countersign.tasks where id = any ($1) order by id',
    [ids],
  )
  return rows.map(({ id }) => id)
}

it('deletes a few old tasks by itself, with their history, and says how many', async () => {
  const gone = await old(91)
  const young = await old(89)
  const acted = await old(200, { act: true })
  const id = await w.enqueue('housekeeping')
  await run()
  expect(await w.task(id)).toMatchObject({
    status: 'completed',
    result: { tasks: 1, records: 0, files: 0 },
  })
  expect(await present(gone, young, acted)).toEqual([young, acted])
  expect(
    await w.admin.query('select id from countersign.task_events where task_id = $1', [gone]),
  ).toEqual([])
  const [effect] = await w.admin.query('select * from countersign.effects where task_id = $1', [id])
  expect(effect).toMatchObject({ name: 'tidy', status: 'done', approval_id: null })
  expect(effect?.ungated_reason).toContain('a few old tasks')
})

it('does nothing, and begins no effect, where nothing is old', async () => {
  const id = await w.enqueue('housekeeping')
  await run()
  expect(await w.task(id)).toMatchObject({ status: 'completed', result: { tasks: 0 } })
  expect(await w.effects(id)).toEqual([])
})

it('is one task a day, however often the day is enqueued', async () => {
  const clock = { timeZone: 'Europe/Berlin', hour: null }
  const dayOf = (at: string) => {
    const [task] = dueToday([listed.definition], new Date(at), clock)
    if (!task) throw new Error('the day brings no housekeeping')
    return enqueue(w.admin, task)
  }
  const first = await dayOf('2026-11-30T00:10:00Z')
  expect(await dayOf('2026-11-30T22:59:00Z')).toEqual({ taskId: first.taskId, created: false })
  const other = await dayOf('2026-11-30T23:01:00Z')
  expect(other).toMatchObject({ created: true })
  await run()
  expect(await w.task(first.taskId)).toMatchObject({ status: 'completed' })
  expect(await w.task(other.taskId)).toMatchObject({ status: 'completed' })
})

it('asks before it deletes more than the threshold, and then deletes exactly what was approved', async () => {
  const before = [await old(91), await old(95), await old(99)]
  const id = await w.enqueue('housekeeping', { threshold: 2 })
  await run()
  expect((await w.task(id)).status).toBe('needs_approval')
  expect(await present(...before)).toEqual(before)
  const { action, shown } = parseBody((await w.request(id)).body)
  expect(action).toMatchObject({ tasks: 3, effects: [{ name: 'prune' }] })
  expect(shown).toEqual({ capabilities: { kept: 3 }, retentionDays: 90 })
  // The cut-off is a moment that was fixed when it was asked, not an age that goes on growing.
  const cutOff = new Date(String(action.finishedBefore)).getTime()
  expect(Math.abs(cutOff - (Date.now() - 90 * 86_400_000))).toBeLessThan(60_000)

  await w.approve(id)
  const later = await old(89)
  await run()
  expect(await w.task(id)).toMatchObject({ status: 'completed', result: { tasks: 3 } })
  expect(await present(...before, later)).toEqual([later])
  expect(await w.effects(id)).toEqual([
    { name: 'prune', status: 'done', outcome: { tasks: 3, files: 0 } },
  ])
})

it('deletes nothing, and asks again with the difference, when more would go than was approved', async () => {
  const before = [await old(91), await old(92)]
  const more = await old(89.5)
  const id = await w.enqueue('housekeeping', { threshold: 1 })
  await run()
  await w.approve(id)
  await age(w.admin, 'tasks', more, { finished_at: '1 day' })
  await run()
  const again = await w.request(id)
  expect(again).toMatchObject({ state: 'open', revision: 2, difference: { approved: 2, now: 3 } })
  expect(parseBody(again.body).action).toMatchObject({ tasks: 3 })
  expect(await present(...before, more)).toEqual([...before, more])
  await w.approver.cancel(id, 'ana')
})

it('cut short, asks about what is left instead of deleting it', async () => {
  const [one, two] = [await old(91), await old(92)]
  const id = await w.enqueue('housekeeping', { threshold: 1 })
  await run()
  await w.approve(id)
  const [lease] = await w.verbs.claim({ capability: 'housekeeping', worker: 'dies' })
  if (lease?.id !== id) throw new Error('another task was claimed')
  const { digest, body } = await w.request(id)
  const { effectId } = await w.verbs.beginEffect(lease, { name: 'prune', digest })
  await w.verbs.prune(new Date(String(parseBody(body).action.finishedBefore)), 1)
  await age(w.admin, 'tasks', id, { lease_expires_at: '1 hour' })
  await age(w.admin, 'effects', effectId, { acts_until: '1 hour' })

  await run()
  expect(await present(one, two)).toEqual([one])
  expect(await w.effects(id)).toEqual([
    { name: 'prune', status: 'failed', outcome: { reason: 'interrupted', outcome: { left: 1 } } },
  ])
  const again = await w.request(id)
  expect(again).toMatchObject({ state: 'open', difference: { previousAttempt: 'interrupted' } })
  expect(parseBody(again.body).action).toMatchObject({ tasks: 1 })

  await w.approve(id)
  await run()
  expect(await w.task(id)).toMatchObject({ status: 'completed', result: { tasks: 1 } })
  expect(await present(one)).toEqual([])
})

it('deletes the files that nothing refers to any more, and no other', async () => {
  const alone = await old(91, { text: 'only the old task has this' })
  const shared = await old(91, { text: 'a younger task has this too' })
  const young = await old(1, { text: 'a younger task has this too' })
  const hash = async (id: number) => String(Object(await w.task(id)).result.sha256)
  const [gone, stays] = [await hash(alone), await hash(shared)]
  expect(await hash(young)).toBe(stays)
  const longAgo = new Date(Date.now() - 86_400_000)
  for (const sha256 of [gone, stays]) {
    await utimes(path.join(home, sha256.slice(0, 2), sha256), longAgo, longAgo)
  }
  const id = await w.enqueue('housekeeping')
  await run()
  expect(await w.task(id)).toMatchObject({ result: { tasks: 2, files: 1 } })
  await expect(files.get(gone)).rejects.toThrow('there is no file')
  expect(Buffer.from(await files.get(stays)).toString()).toBe('a younger task has this too')
  expect(await w.verbs.sweepFiles([], 10)).toEqual([])
})

it('names a file again until its bytes are gone', async () => {
  await old(91, { text: 'just put' })
  const id = await w.enqueue('housekeeping')
  await run()
  // Put within the hour, so it may be in use: it is left, and the next housekeeping sees it again.
  expect(await w.task(id)).toMatchObject({ result: { tasks: 1, files: 0 } })
  const [loose] = await w.verbs.sweepFiles([], 10)
  expect(Buffer.from(await files.get(loose ?? '')).toString()).toBe('just put')
  expect(await w.verbs.sweepFiles([loose ?? ''], 10)).toEqual([])
})

it('deletes old records of ticks and signals, and none of the last week', async () => {
  const count = async () => {
    const [row] = await w.admin.query<{ old: number; young: number }>(
      `select count(*) filter (where ended_at < now() - interval '7 days')::integer as old,
         count(*) filter (where ended_at >= now() - interval '7 days')::integer as young
       from countersign.invocations`,
    )
    return row
  }
  await w.admin.query(
    `insert into countersign.invocations (function, outcome, started_at, ended_at)
     select 'test', 'idle', now() - interval '100 days', now() - interval '100 days'
     from generate_series(1, 1200)`,
  )
  const id = await w.enqueue('housekeeping', { retentionDays: 0 })
  await run()
  expect(await w.task(id)).toMatchObject({ status: 'completed' })
  expect(Object(await w.task(id)).result.records).toBeGreaterThanOrEqual(1200)
  expect(await count()).toMatchObject({ old: 0 })
  expect((await count())?.young).toBeGreaterThan(0)
})

it('refuses a payload that it does not understand', async () => {
  const id = await w.enqueue('housekeeping', { retentionDays: -1 })
  await run()
  expect(await w.task(id)).toMatchObject({ status: 'failed', reason: 'invalid_payload' })
})
