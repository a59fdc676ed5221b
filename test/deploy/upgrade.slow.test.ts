// An upgrade: the next version is deployed while this one runs, and goes on with what this one parked.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { thisClient } from '#database'
import { operatorVerbs } from '#queue'
import { age } from '../support/age.ts'
import { authenticator, pinOf } from '../support/authenticator.ts'
import { person } from '../support/pages.ts'
import { responseOf, scheduleEvent, type UrlAnswer, urlEvent } from './lambda/events.ts'
import type { Lambda } from './lambda/runtime.ts'
import { deployedStage } from './lambda/stage.ts'
import { copyProject, type Edits } from './offline/copy.ts'
import { type Synthesis, synthesize } from './offline/sst.ts'
import { readSynthesis } from './synthesis.ts'

const stage = await deployedStage(readSynthesis())
const { admin, origin } = stage
const key = authenticator(origin)
const following = thisClient.schema + 1
const numbered = String(following).padStart(4, '0')

/** The next version: a numbered migration, a changed verb, another sentence, and the owner's keys. */
const nextEdits: Edits = {
  [`migrations/${numbered}_next.sql`]:
    '-- The next version keeps a note with each task.\nalter table countersign.tasks add column note text;\n',
  'migrations/functions/recall.sql': [
    ['language plpgsql', '-- The next version says the same in other words.\nlanguage plpgsql'],
  ],
  'packages/database/served.ts': [[`schema: ${thisClient.schema},`, `schema: ${following},`]],
  'packages/workloads/housekeeping/definition.ts': [
    ['with their history and files', 'with all that belongs to them'],
  ],
  'operators.json': JSON.stringify({ operators: [pinOf('ana', key)] }),
}

const copies: { remove(): void }[] = []
afterAll(() => {
  for (const copy of copies) copy.remove()
})

/** Packs another version of the project. */
async function packed(edits: Edits): Promise<Synthesis> {
  const copy = await copyProject(edits)
  copies.push(copy)
  return await synthesize({ root: copy.root, bare: true })
}

/** Ana, at the pages of one environment. */
async function anaAt(lambda: Lambda) {
  const request = async (url: string, { method = 'GET', headers = {}, body }: RequestInit) => {
    const sent = Object.fromEntries(new Headers(headers))
    const text = typeof body === 'string' ? { body } : {}
    const event = urlEvent(origin, { method, path: new URL(url).pathname, headers: sent, ...text })
    return responseOf(await lambda.invoke<UrlAnswer>(event))
  }
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await operatorVerbs(admin).add('ana', hash, 'owner')
  const ana = person({ request }, origin)
  const options = await ana.json(`/enrol/${token}/options`, {})
  await ana.post(`/enrol/${token}`, { registration: key.register(options), label: 'a key' })
  return ana
}

it('what this version parked is approved in it and done by the next', {
  timeout: 240_000,
}, async () => {
  const oldTick = await stage.boot('TickHousekeeping')
  const oldPages = await stage.boot('Approvals')
  const victim = await stage.finished()
  const id = await stage.housekeeping({ retentionDays: 0, threshold: 0 })
  await oldTick.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'needs_approval' })

  const next = await packed(nextEdits)
  const migration = await stage.boot('Migrate', {}, next)
  expect(await migration.invoke({})).toMatchObject({
    version: following,
    applied: [`${numbered}_next.sql`],
  })

  // Until AWS has replaced them, this version's functions run beside the next one's, warm and cold.
  const ana = await anaAt(oldPages)
  const [row] = await admin.query(
    `select public_id from countersign.approvals where task_id = $1 and state = 'open'`,
    [id],
  )
  const page = `/r/${row?.public_id}`
  const form = await ana.form(page, `${page}/approve`)
  const { challenge } = await ana.json(`${page}/challenge`, form)
  const assertion = JSON.stringify(key.answer(challenge))
  expect((await ana.post(`${page}/approve`, { ...form, assertion })).status).toBe(303)
  expect(await oldTick.invoke(scheduleEvent())).toMatchObject({ outcome: 'idle' })
  const cold = await stage.boot('Reaper')
  expect(await cold.invoke(scheduleEvent())).toMatchObject({ outcome: 'idle' })

  await age(admin, 'approvals', id, { not_before: '1 hour', decided_at: '1 hour' }, 'task_id')
  await age(admin, 'tasks', id, { run_at: '1 hour' })
  const newTick = await stage.boot('TickHousekeeping', {}, next)
  expect(await newTick.invoke(scheduleEvent())).toMatchObject({ counts: { finished: 1 } })
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
  expect(await stage.task(victim)).toEqual({})
  expect(await stage.violations()).toEqual([])
})

it('a version that the database serves no more says so, and claims nothing', {
  timeout: 240_000,
}, async () => {
  const warm = await stage.boot('TickHousekeeping')
  await warm.invoke(scheduleEvent())
  const later = await packed({
    ...nextEdits,
    [`migrations/${String(following + 1).padStart(4, '0')}_break.sql`]:
      '-- minimum-client: 2\n-- Nothing older may go on.\nselect 1;\n',
    'packages/database/served.ts': [
      [`schema: ${thisClient.schema}, protocol: 1`, `schema: ${following + 1}, protocol: 2`],
    ],
    'migrations/functions/_served.sql': [['is not distinct from 1', 'is not distinct from 2']],
    'packages/queue/verbs/worker.ts': [['protocolVersion = 1', 'protocolVersion = 2']],
  })
  await (await stage.boot('Migrate', {}, later)).invoke({})
  const id = await stage.housekeeping()
  const cold = await stage.boot('TickHousekeeping')
  await expect(cold.invoke(scheduleEvent())).rejects.toMatchObject({ type: 'SchemaError' })
  await expect(warm.invoke(scheduleEvent())).rejects.toMatchObject({ type: 'Refusal' })
  expect(await stage.task(id)).toMatchObject({ status: 'pending' })
  const current = await stage.boot('TickHousekeeping', {}, later)
  expect(await current.invoke(scheduleEvent())).toMatchObject({ outcome: 'worked' })
})
