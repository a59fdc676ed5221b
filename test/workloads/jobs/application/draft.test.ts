// The first step of an application by the real runner: is the posting still open, and what is drafted.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Row } from '#database'
import { jobApplication } from '../../../../packages/workloads/jobs/application/definition.ts'
import { ApplicationState } from '../../../../packages/workloads/jobs/application/state.ts'
import { applicationsIn } from '../../../../packages/workloads/jobs/application/steps.ts'
import { drafting } from '../../../../packages/workloads/jobs/drafting/index.ts'
import { type MessagesApi, messagesApi, type Reply } from '../../../fakes/messages-api.ts'
import { age } from '../../../support/age.ts'
import { exampleProfile } from '../../../support/invented-profiles.ts'
import { badLetter, goodLetter } from '../../../support/model-letters.ts'
import { workshop } from '../../../support/workshop.ts'
import { content, jobAndPayload, madeUpWorld } from './made-up-world.ts'

const example = await exampleProfile()
const noTex = () => Promise.reject(new Error('this test ends before TeX is needed'))
const made = await madeUpWorld(example, noTex)
const w = await workshop([
  { definition: jobApplication, implementation: applicationsIn(made.world) },
])
afterAll(() => made.boards.close())
const tick = (options = {}) => w.tick({ withinMs: 300_000, ...options })

let id = 100
let script: (number: number) => Reply = () => 'silence'
let api: MessagesApi
beforeEach(async () => {
  id += 1
  made.boards.requests.length = 0
  api = await messagesApi((_, number) => script(number))
})
afterEach(async () => {
  made.settings.model = null
  await api.close()
  // The next test's task must find a place.
  for (const { id: open } of await w.admin.query<{ id: number }>(
    `select id from countersign.tasks where finished_at is null`,
  )) {
    await w.approver.cancel(open, 'ana')
  }
})

/** An open job's application. */
async function application(more: Record<string, unknown> = {}) {
  const { job, payload, posting } = jobAndPayload(id, more)
  made.says(id, { body: job })
  return { task: await w.enqueue('job-application', payload), posting }
}
const stateOf = async (task: number) => ApplicationState.parse((await w.task(task)).state)

describe('without a model', () => {
  test('an open posting gets a draft from the profile, and goes on to be made', async () => {
    const { task } = await application()
    await tick()
    expect(await w.task(task)).toMatchObject({ status: 'pending', step: 'make' })
    const state = await stateOf(task)
    expect(state.liveness).toMatchObject({ state: 'open', detail: 'listed' })
    expect(state.draft).toMatchObject({ by: 'rules', notes: [] })
    expect(state.draft?.cv).toMatchObject({ name: 'Jördis Kowalczyk', paper: 'a4' })
    expect(state.draft?.letter.salutation).toBe('Dear Ferrograph team,')
    expect(state.profileSha256).toMatch(/^[0-9a-f]{64}$/)
    const evidence = state.draft?.evidence ?? []
    expect(evidence.find(({ text }) => text.startsWith('I designed and run a'))?.facts).toEqual([
      'hafenlicht-queue',
    ])
  })

  test('a posting that says something else by now is drafted for as it is now', async () => {
    const { task } = await application()
    const python = content('<li>Python, and judged queries for search relevance</li>')
    made.says(id, { body: jobAndPayload(id, { content: python, title: 'Search Engineer' }).job })
    await tick()
    const { draft, posting } = await stateOf(task)
    expect(posting?.title).toBe('Search Engineer')
    expect(draft?.letter.subject).toBe('Search Engineer')
    expect(JSON.stringify(draft?.letter)).toContain('search relevance tests with Python')
  })

  test.each([
    ['that is gone', undefined, 'posting_closed', { detail: 'the board no longer lists it' }],
    [
      'whose deadline has passed',
      { application_deadline: '2026-01-31T00:00:00Z' },
      'posting_closed',
      { detail: 'deadline 2026-01-31T00:00:00.000Z' },
    ],
    [
      'that asks for what can’t be',
      { content: content('<li>US citizens only.</li>') },
      'requirement_missed',
      { dimension: 'authorisation', quote: 'US citizens only.', changed: true },
    ],
  ])('a posting %s is skipped, and the task says why', async (_, change, reason, why) => {
    const { task } = await application()
    made.says(id, change && { body: jobAndPayload(id, change).job })
    await tick()
    expect(await w.task(task)).toMatchObject({ status: 'skipped', reason, result: why })
  })

  test('a board that can’t say closes nothing', async () => {
    const { task, posting } = await application()
    made.says(id, { status: 503 })
    await tick()
    const state = await stateOf(task)
    expect(state.liveness).toMatchObject({ state: 'inconclusive', detail: '503' })
    expect(state.posting).toEqual(posting)
    expect(state.draft?.by).toBe('rules')
  })

  test('what the profile can’t be made into ends the task with its place', async () => {
    const label = 'x'.repeat(300)
    const basics = { ...example.resume.basics, label }
    made.settings.profile = { ...example, resume: { ...example.resume, basics } }
    const { task } = await application()
    await tick()
    made.settings.profile = example
    expect(await w.task(task)).toMatchObject({
      status: 'failed',
      reason: 'document_failed',
      error: { problems: [{ check: 'content', place: 'headline' }] },
    })
  })

  test('no line of the log has a value of the person', async () => {
    await application()
    await tick()
    const log = JSON.stringify(w.lines)
    for (const value of ['Kowalczyk', 'example.com', 'Hafenlicht', '5550142']) {
      expect(log).not.toContain(value)
    }
  })
})

describe('with a model', () => {
  const withModel = () => {
    made.settings.model = { baseUrl: api.baseUrl, tokensPerTask: 40_000 }
  }
  const draftedFor = (posting: Parameters<typeof drafting>[1]) =>
    drafting(example, posting, '2026-11-30')

  test('its letter is taken when every claim holds, and the CV stays the profile’s', async () => {
    withModel()
    const { task, posting } = await application()
    const drafted = draftedFor(posting)
    const { paragraphs } = JSON.parse(goodLetter(drafted))
    script = () => ({ text: JSON.stringify({ paragraphs: paragraphs.slice(0, 1) }) })
    await tick()
    const { draft, model } = await stateOf(task)
    expect(draft).toMatchObject({ by: 'model', notes: [] })
    expect(draft?.letter.paragraphs).toHaveLength(4)
    expect(model).toMatchObject({ calls: 1, answers: [{ stop: 'end_turn' }] })
    expect(w.lines.findLast(({ event }) => event === 'letter')).toMatchObject({
      outcome: 'written',
      calls: 1,
    })
  })

  test('a letter that claims more is replaced by the rules’, and the person is told', async () => {
    withModel()
    const { task, posting } = await application()
    script = () => ({ text: badLetter(draftedFor(posting), 'I won three awards.') })
    await tick()
    const { draft, model } = await stateOf(task)
    expect(draft?.by).toBe('rules')
    expect(draft?.notes).toEqual([expect.stringMatching(/^The letter is by the rules: .*refused/)])
    expect(JSON.stringify(draft)).not.toContain('awards')
    expect(model?.answers).toHaveLength(3)
  })

  test('a busy service gets its time: the task waits, and then goes on from there', async () => {
    withModel()
    const { task, posting } = await application()
    script = (number) =>
      number === 0 ? { status: 529, retryAfter: '600' } : { text: goodLetter(draftedFor(posting)) }
    await tick()
    const [row] = await w.admin.query(
      `select step, status, run_at > now() + interval '9 minutes' as later from countersign.tasks where id = $1`,
      [task],
    )
    expect(row).toEqual({ step: 'draft', status: 'pending', later: true })
    await w.due(task)
    await tick()
    const { draft, model } = await stateOf(task)
    expect(draft?.by).toBe('model')
    expect(model).toMatchObject({ calls: 2, waits: 1 })
    // The board was asked once: what follows its answer goes on from the same posting.
    expect(made.boards.requests).toHaveLength(1)
  })

  test('a worker that dies right after the answer pays for no other', async () => {
    withModel()
    const { task, posting } = await application()
    script = () => ({ text: goodLetter(draftedFor(posting)) })
    const dying = dyingAfter(w.db.as(w.worker), /"answers":\[\{/)
    await expect(tick({ database: dying })).rejects.toThrow('dead')
    expect(await w.task(task)).toMatchObject({ status: 'running', step: 'draft' })
    expect(api.requests).toHaveLength(1)

    await age(w.admin, 'tasks', task, { lease_expires_at: '1 hour' })
    await tick()
    expect(await w.task(task)).toMatchObject({ step: 'make' })
    expect(await stateOf(task)).toMatchObject({ draft: { by: 'model' }, model: { calls: 1 } })
    expect(api.requests).toHaveLength(1)
  })

  test('a worker that dies in every call stops calling', async () => {
    withModel()
    const { task, posting } = await application()
    script = () => ({ text: goodLetter(draftedFor(posting)) })
    for (let death = 0; death < 3; death++) {
      const dying = dyingAfter(w.db.as(w.worker), new RegExp(`"calls":${death + 1}`))
      await expect(tick({ database: dying })).rejects.toThrow('dead')
      await age(w.admin, 'tasks', task, { lease_expires_at: '1 hour' })
    }
    expect(await stateOf(task)).toMatchObject({ model: { calls: 3, answers: [] } })
  })
})

/** A database whose process is gone once a statement with this in its values was answered. */
function dyingAfter(database: Database, value: RegExp): Database {
  let dead = false
  const query = async <R extends Row>(...args: Parameters<Database['query']>): Promise<R[]> => {
    if (dead) throw new Error('dead')
    const rows = await database.query<R>(...args)
    dead = value.test(JSON.stringify(args[1] ?? []).replaceAll('\\', ''))
    return rows
  }
  return { ...database, query }
}
