// What a gate step does: ask, act once with exactly what was approved, and never guess.
import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import {
  cannotTellYet,
  changed,
  digestOf,
  done,
  failed,
  gate,
  implement,
  type Json,
  loopbackPolicy,
  next,
  parseCanonical,
  pending,
  question,
  same,
  workload,
} from '#queue'
import { age } from '../support/age.ts'
import { untilWaiting } from '../support/interleave.ts'
import { workshop } from '../support/workshop.ts'

const world = {
  size: 2,
  acts: [] as Json[],
  run: undefined as
    | undefined
    | (() => Promise<
        ReturnType<typeof done> | ReturnType<typeof failed> | ReturnType<typeof pending>
      >),
  noted: undefined as Json | undefined,
  poll: () =>
    pending(1) as ReturnType<typeof done> | ReturnType<typeof failed> | ReturnType<typeof pending>,
  probe: () => cannotTellYet({ looked: 'at it' }) as ReturnType<typeof cannotTellYet>,
}
const initial = { ...world }
beforeEach(() => Object.assign(world, initial, { acts: [] }))

const resizing = workload({
  capability: 'resize',
  workload: 'machines',
  title: 'Resize a machine',
  caps: {},
  payload: z.object({ to: z.number() }),
  state: z.object({ from: z.number() }).nullish(),
  steps: ['plan', 'apply'],
  gates: {
    apply: { irreversible: true, sentence: 'Resize to {/action/to}', editable: ['/action/to'] },
  },
})
const resize = implement(resizing, {
  plan: async () => next('apply', { from: world.size }),
  apply: gate('apply', {
    ask: (task) => ({ action: { from: task.state?.from ?? 0, to: task.payload.to }, shown: {} }),
    check: async (action) => (action.from === world.size ? same : changed({ from: world.size })),
    run: async (action, ctx) => {
      if (world.noted !== undefined) await ctx.note(world.noted)
      const ended = world.run ? await world.run() : done({ size: action.to ?? null })
      if (ended.kind !== 'failed') world.acts.push(action.to ?? null)
      return ended
    },
    poll: async () => world.poll(),
    probe: async () => world.probe(),
  }),
})

const rollout = workload({
  capability: 'rollout',
  workload: 'machines',
  title: 'Snapshot, then upgrade',
  caps: {},
  payload: z.object({}),
  state: z.unknown(),
  steps: ['do'],
  gates: { go: { irreversible: true, sentence: 'Upgrade', effects: ['snapshot', 'upgrade'] } },
})
const rolling = implement(rollout, {
  do: gate('go', {
    ask: () => ({
      action: {
        effects: [
          { name: 'snapshot', disk: 'a' },
          { name: 'upgrade', version: '2' },
        ],
      },
      shown: {},
    }),
    run: {
      snapshot: async () => {
        world.acts.push('snapshot')
        return done('snap-1')
      },
      upgrade: async () => {
        if (world.run) return await world.run()
        world.acts.push('upgrade')
        return done('v2')
      },
    },
    probe: async () => world.probe(),
    after: async (results) => done(results),
  }),
})

const survey = workload({
  capability: 'survey',
  workload: 'machines',
  title: 'Ask a question',
  caps: {},
  payload: z.object({}),
  state: z.unknown(),
  steps: ['ask'],
  gates: { details: { irreversible: false, sentence: 'Answer', effects: [] } },
})
const asking = implement(survey, {
  ask: question('details', {
    ask: () => ({ action: { questions: ['colour'] }, shown: {} }),
    answered: async ({ answers, by }) => done({ answers, by }),
  }),
})

/** Looks at the world in a step of its own, so that what it asks anew is of the world as it is now. */
const moving = workload({
  capability: 'move',
  workload: 'machines',
  title: 'Move a machine',
  caps: {},
  payload: z.object({}),
  state: z.object({ size: z.number(), difference: z.unknown().optional() }).nullish(),
  steps: ['look', 'move'],
  gates: { move: { irreversible: true, sentence: 'Move {/action/size}' } },
})
const handles: Json[] = []
const move = implement(moving, {
  look: async ({ state }) => next('move', { ...state, size: world.size }),
  move: gate('move', {
    ask: ({ state }, _, difference) =>
      difference === undefined
        ? { action: { size: state?.size ?? 0 }, shown: {}, difference: state?.difference }
        : next('look', { size: 0, difference }),
    check: async (action) =>
      action.size === world.size ? same : changed({ size: { now: world.size } }),
    run: async (_, ctx) => {
      if (world.noted !== undefined) await ctx.note(world.noted)
      throw new Error('connection cut')
    },
    probe: async (_action, _ctx, handle) => {
      handles.push(handle)
      return cannotTellYet({ handle })
    },
  }),
})

/** Acts without asking, then fails the first time: its slice is tried again. */
const telling = workload({
  capability: 'tell',
  workload: 'machines',
  title: 'Tell the owner',
  caps: {},
  payload: z.object({}),
  state: z.unknown(),
  steps: ['tell'],
  ungated: { mail: { sentence: 'Tell the owner', reason: 'reaches the owner alone' } },
})
const tell = implement(telling, {
  tell: async (_, ctx) => {
    const sent = await ctx.actUngated('mail', { text: 'done' }, async () => {
      world.acts.push('mail')
      return done('sent')
    })
    if (world.size === 3) throw new Error('connection cut')
    return done(sent)
  },
})

const shop = await workshop([
  { definition: telling, implementation: tell },
  { definition: moving, implementation: move },
  { definition: resizing, implementation: resize },
  { definition: rollout, implementation: rolling },
  { definition: survey, implementation: asking },
])

it('asks in canonical words, parks, and acts once with the approved action', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  const request = await shop.request(id)
  expect(request).toMatchObject({ gate: 'apply', state: 'open', digest: digestOf(request.body) })
  const part = createHash('sha256').update('{"from":2,"to":8}').digest('hex')
  expect(parseCanonical(request.body)).toEqual({
    action: { effects: [{ digest: part, name: 'apply' }], from: 2, to: 8 },
    gate: 'apply',
    shown: {},
    v: 1,
  })
  await shop.tick()
  expect(world.acts).toEqual([])

  await shop.approve(id)
  await shop.tick()
  await shop.tick()
  expect(world.acts).toEqual([8])
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: { size: 8 } })
  expect(await shop.effects(id)).toEqual([{ name: 'apply', status: 'done', outcome: { size: 8 } }])
})

it('acts with the edited action, not with what the task says', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  const { seen, body } = await shop.request(id)
  const edited = body.replace('"to":8', '"to":4')
  await shop.approver.revise(seen, { body: edited, by: 'ana' })
  await shop.approve(id)
  await shop.tick()
  expect(world.acts).toEqual([4])
})

it('does nothing when the world has changed, and asks again with the difference', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.size = 3
  await shop.tick()
  expect(world.acts).toEqual([])
  expect(await shop.request(id)).toMatchObject({
    revision: 2,
    state: 'open',
    difference: { from: 3 },
  })
})

it('looks at the world again before it asks again, and says what is different', async () => {
  const id = await shop.enqueue('move')
  await shop.tick()
  expect(await shop.request(id)).toMatchObject({ revision: 1, difference: null })
  await shop.approve(id)
  world.size = 3
  await shop.tick()
  const request = await shop.request(id)
  expect(request).toMatchObject({
    revision: 2,
    state: 'open',
    difference: { size: { now: 3 } },
  })
  expect(parseCanonical(request.body)).toMatchObject({ action: { size: 3 } })
})

it('tells a probe how far the act had come', async () => {
  for (const noted of [undefined, { pressed: true }]) {
    const id = await shop.enqueue('move')
    await shop.tick()
    await shop.approve(id)
    world.noted = noted
    await shop.tick()
    await shop.due(id)
    await shop.tick()
    expect(await shop.request(id)).toMatchObject({ gate: 'uncertain', state: 'open' })
  }
  expect(handles).toEqual([null, { pressed: true }])
})

it('asks a person again after an act that certainly did not happen', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.run = async () => failed('no_quota', 'quota 0')
  await shop.tick()
  expect(await shop.request(id)).toMatchObject({
    revision: 2,
    state: 'open',
    difference: { previousAttempt: 'no_quota' },
  })
  expect(await shop.effects(id)).toMatchObject([{ name: 'apply', status: 'failed' }])
  world.run = undefined
  await shop.approve(id)
  await shop.tick()
  expect(world.acts).toEqual([8])
})

it('T39 never repeats an act whose outcome was lost: looks first, and asks when it can not tell', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.run = async () => {
    world.acts.push('maybe')
    throw new Error('connection cut')
  }
  await shop.tick()
  expect(await shop.effects(id)).toMatchObject([{ status: 'unknown' }])
  await shop.due(id)
  await shop.tick()
  const request = await shop.request(id)
  expect(request).toMatchObject({ gate: 'uncertain', state: 'open' })
  expect(parseCanonical(request.body)).toMatchObject({
    action: { effect: 'apply', task: id },
    shown: { looked: 'at it' },
  })
  expect(world.acts).toEqual(['maybe'])

  await shop.approver.decide(request.seen, { verdict: 'happened', by: 'ana', level: 'session' })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed' })
  expect(world.acts).toEqual(['maybe'])
})

it('settles an unknown outcome by a probe that can tell', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.run = async () => {
    throw new Error('connection cut')
  }
  await shop.tick()
  await shop.due(id)
  world.probe = () => done({ size: 8, seen: true })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({
    status: 'completed',
    result: { size: 8, seen: true },
  })

  const other = await shop.enqueue('resize', { to: 9 })
  await shop.tick()
  await shop.approve(other)
  await shop.tick()
  await shop.due(other)
  world.probe = () => failed('not_there')
  await shop.tick()
  // Too early: whoever began it may still be acting.
  expect(await shop.task(other)).toMatchObject({ status: 'pending' })
  expect(await shop.effects(other)).toMatchObject([{ status: 'unknown' }])
  const [effect] = await shop.admin.query<{ id: number }>(
    'select id from countersign.effects where task_id = $1',
    [other],
  )
  await age(shop.admin, 'effects', effect?.id, { acts_until: '1 hour' })
  await shop.due(other)
  await shop.tick()
  expect(await shop.request(other)).toMatchObject({
    gate: 'apply',
    state: 'open',
    difference: { previousAttempt: 'not_there' },
  })
})

it('polls an accepted act by its handle in later slices', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.noted = { run: 'r-1' }
  world.run = async () => pending(30)
  await shop.tick()
  expect(await shop.effects(id)).toMatchObject([{ status: 'started' }])
  await shop.due(id)
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'pending' })
  await shop.due(id)
  world.poll = () => done({ size: 8 })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: { size: 8 } })
  expect(world.acts).toEqual([8])
})

it('aborts an act at the end of its window, and leaves its outcome unknown', async () => {
  await shop.admin.query(`update countersign.gates set act_within_seconds = 1 where name = 'apply'`)
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  world.run = () => new Promise(() => {})
  await shop.tick()
  await shop.register()
  expect(await shop.effects(id)).toMatchObject([{ status: 'unknown' }])
  world.probe = () => done('it did')
  await shop.due(id)
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: 'it did' })
})

it('begins no act when it has to stop before the database lets it, and says that it did not', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  const { id: approval } = await shop.request(id)
  const abort = new AbortController()
  const ticking = await shop.admin.transaction(async (tx) => {
    await tx.query('select from countersign.approvals where id = $1 for update', [approval])
    const ticking = shop.tick({ abort: abort.signal })
    await untilWaiting(shop.db)
    abort.abort()
    return { ended: ticking }
  })
  await ticking.ended
  expect(world.acts).toEqual([])
  expect(await shop.effects(id)).toEqual([
    { name: 'apply', status: 'failed', outcome: { reason: 'not_started' } },
  ])
})

it('begins several effects in order under one approval, and repeats none after a crash', async () => {
  const id = await shop.enqueue('rollout')
  await shop.tick()
  await shop.approve(id)
  world.run = async () => failed('busy')
  await shop.tick()
  expect(await shop.effects(id)).toMatchObject([
    { name: 'snapshot', status: 'done' },
    { name: 'upgrade', status: 'failed' },
  ])
  const again = await shop.request(id)
  expect(parseCanonical(again.body)).toMatchObject({
    action: { effects: [{ name: 'upgrade', version: '2' }] },
  })
  world.run = undefined
  await shop.approve(id)
  await shop.tick()
  expect(world.acts).toEqual(['snapshot', 'upgrade'])
  expect(await shop.task(id)).toMatchObject({
    status: 'completed',
    result: { snapshot: 'snap-1', upgrade: 'v2' },
  })
})

it('goes on after a crash between the recorded act and the end of the task', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  const [claimed] = await shop.verbs.claim({ capability: 'resize', worker: 'crashes' })
  if (!claimed) throw new Error('nothing claimed')
  const { digest } = await shop.request(id)
  const begun = await shop.verbs.beginEffect(claimed, { name: 'apply', digest })
  await shop.verbs.finishEffect(begun.effectId, claimed.token, 'done', { size: 8 })
  await age(shop.admin, 'tasks', id, { lease_expires_at: '2 minutes' })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: { size: 8 } })
  expect(world.acts).toEqual([])
})

it('does what asks nobody once, however often its slice is tried, and hears how it ended', async () => {
  const id = await shop.enqueue('tell')
  world.size = 3
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'pending', attempts: 1 })
  world.size = 2
  await shop.due(id)
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: 'sent' })
  expect(world.acts).toEqual(['mail'])
})

it('does in the same tick what a person decides while it lasts', async () => {
  const others = [await shop.enqueue('resize', { to: 5 }), await shop.enqueue('resize', { to: 6 })]
  await shop.tick()
  for (const other of others) await shop.approve(other)
  const id = await shop.enqueue('survey')
  let runs = 0
  world.run = async () => {
    runs += 1
    // The first one runs before the survey is parked, the second one after.
    if (runs < 2) return done(null)
    const { seen } = await shop.request(id)
    await shop.approver.answer(seen, { answers: ['red'], by: 'ana', level: 'session' })
    return done(null)
  }
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({ status: 'completed', result: { answers: ['red'] } })
})

it('takes typed answers and goes on with them', async () => {
  const id = await shop.enqueue('survey')
  await shop.tick()
  const { seen } = await shop.request(id)
  await shop.approver.answer(seen, { answers: { colour: 'blue' }, by: 'ana', level: 'session' })
  await shop.tick()
  expect(await shop.task(id)).toMatchObject({
    status: 'completed',
    result: { answers: { colour: 'blue' }, by: 'ana' },
  })
})

it('hands a comment back with a request that was sent back', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  const { seen } = await shop.request(id)
  await shop.approver.decide(seen, {
    verdict: 'send_back',
    by: 'ana',
    level: 'session',
    comment: 'smaller please',
  })
  await shop.tick()
  expect(await shop.request(id)).toMatchObject({ revision: 2, state: 'open' })
})

it.each([
  [
    'a body that is not canonical',
    async (id: number) => {
      await tamper(id, (body) => body.replace('{', '{ '))
    },
  ],
  [
    'a body of another gate',
    async (id: number) => {
      await tamper(id, (body) => body.replace('"gate":"apply"', '"gate":"other"'))
    },
  ],
])('refuses an approval with %s, and fails the task as an incident', async (_, forge) => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  await forge(id)
  await shop.tick()
  expect(world.acts).toEqual([])
  expect(await shop.task(id)).toMatchObject({ status: 'failed', reason: 'approval_refused' })
})

it('refuses a stored level that is weaker than its own definition demands', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  await shop.tick({ policy: { ...loopbackPolicy, requiredLevel: () => 'passkey' } })
  expect(world.acts).toEqual([])
  expect(await shop.task(id)).toMatchObject({ status: 'failed', reason: 'approval_refused' })
})

it('asks again when the approval lapsed or was revoked before it could act', async () => {
  const id = await shop.enqueue('resize', { to: 8 })
  await shop.tick()
  await shop.approve(id)
  const { id: approval } = await shop.request(id)
  await age(shop.admin, 'approvals', approval, { act_before: '1 day' })
  await shop.tick()
  expect(world.acts).toEqual([])
  expect(await shop.request(id)).toMatchObject({
    revision: 2,
    state: 'open',
    difference: { previousApproval: 'expired' },
  })
})

/** As someone who owns the database would: the row is changed together with its digest. */
async function tamper(id: number, change: (body: string) => string) {
  const { id: approval, body } = await shop.request(id)
  const forged = change(body)
  await shop.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: 'update countersign.approvals set body = $2, digest = $3 where id = $1',
      values: [approval, forged, digestOf(forged)],
    },
  ])
}
