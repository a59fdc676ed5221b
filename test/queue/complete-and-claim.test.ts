// What a resident worker does all day: one task completed and the next claimed in one call.
import { expect, it } from 'vitest'
import { type Claimed, workerVerbs } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { untilWaiting } from '../support/interleave.ts'
import { type Planted, plant } from '../support/plant.ts'
import { type CapabilityRow, protocol } from '../support/protocol.ts'
import { refused } from '../support/scenario.ts'

const p = await protocol()
const ask = (capability: string) => ({ capability, worker: 'w1' })
const both = (task: Claimed, result: unknown = null, capability = task.capability) =>
  p.worker.completeAndClaim(task, result, ask(capability))
const apart = async (task: Claimed, result: unknown) => {
  await p.worker.complete(task, result)
  return await p.worker.claim(ask(task.capability))
}

/** All that is known of a capability's tasks, but for ids, secrets and moments, of which it says what is there. */
async function picture(capability: string) {
  const tasks = await p.admin.query(
    `select to_jsonb(t) - '{id,capability,lease_token,lease_expires_at,run_at,created_at,updated_at,started_at,claimed_at,finished_at}'::text[] as row,
       lease_token is not null as token, lease_expires_at - claimed_at as lease, updated_at >= claimed_at as touched,
       started_at is not null as started, claimed_at is not null as claimed, finished_at >= claimed_at as finished
     from countersign.tasks t where capability = $1 order by id`,
    [capability],
  )
  const events = await p.admin.query(
    `select kind, was, now, actor, reason, login, step, claimed_at is not null as claimed
     from countersign.task_events where capability = $1 order by task_id, id`,
    [capability],
  )
  return { tasks, events }
}

const told = (claimed: Claimed | undefined) =>
  claimed && {
    ...claimed,
    ...{ id: 0, token: '', capability: '', request: claimed.request?.state },
    ...{ claimedAt: 0, leaseExpiresAt: 0, createdAt: 0 },
  }

const nexts: Record<string, Planted[]> = {
  'a new one': [{ standing: 'new' }, { standing: 'new' }],
  'a started one': [{ standing: 'new' }, { standing: 'started', priority: -3 }],
  'an approved one': [{ standing: 'new' }, { standing: 'approved' }],
  'one behind another that is not due': [
    { standing: 'started', priority: 9, dueSecondsAgo: -60 },
    { standing: 'new' },
  ],
  'none that is due': [{ standing: 'new', dueSecondsAgo: -60 }],
  none: [],
}
const limits: Record<string, Partial<CapabilityRow>> = {
  'without caps': {},
  'within caps': { max_running: 1, max_parked: 9, daily_ceiling: 9 },
}
const cases = Object.keys(nexts).flatMap((next) =>
  Object.keys(limits).map((limit) => [next, limit] as const),
)

it.each(cases)('is a completion and a claim of %s, %s', async (next, limit) => {
  const pictures = []
  for (const way of [apart, both]) {
    const capability = await stocked(p, limits[limit] ?? {}, [{ standing: 'new', priority: 9 }])
    const first = await p.claimOne(capability)
    await plant(p.admin, capability, nexts[next] ?? [])
    const claimed = await way(first, { n: 1 })
    pictures.push({ claimed: claimed.map(told), ...(await picture(capability)) })
  }
  expect(pictures[1]).toEqual(pictures[0])
})

it.each([
  ['what is not due', {}, -60],
  ['what the day has no room for', { daily_ceiling: 1 }, 60],
] as const)('completes and leaves alone %s', async (_, caps, dueSecondsAgo) => {
  const capability = await stocked(p, caps, [{ standing: 'new' }])
  const first = await p.claimOne(capability)
  await plant(p.admin, capability, [{ standing: 'new', dueSecondsAgo }])
  expect(await both(first)).toEqual([])
  expect(await p.status(first.id)).toBe('completed')
})

it('hands every task to one of many workers, once, with its whole history', async () => {
  const capability = await stocked(p, {}, Array(200).fill({ standing: 'new' }))
  const verbs = workerVerbs(p.db.as(p.logins.worker, { maxConnections: 12 }))
  const done: number[] = []
  const work = async (worker: string) => {
    let [task] = await verbs.claim({ capability, worker })
    while (task) {
      done.push(task.id)
      ;[task] = await verbs.completeAndClaim(task, null, { capability, worker })
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, at) => work(`w${at}`)))
  expect(new Set(done).size).toBe(200)
  expect(done).toHaveLength(200)
  const told = await p.admin.query<{ was: string; now: string; count: number }>(
    `select was, now, count(*) as count from countersign.task_events
     where capability = $1 and was is not null group by was, now order by was`,
    [capability],
  )
  expect(told).toEqual([
    { was: 'pending', now: 'running', count: 200 },
    { was: 'running', now: 'completed', count: 200 },
  ])
})

it.each(Object.keys(limits))(
  'claims nothing where there was no right to complete, %s',
  async (limit) => {
    const capability = await stocked(p, limits[limit] ?? {}, Array(2).fill({ standing: 'new' }))
    const lost = await p.claimOne(capability)
    await refused(both({ ...lost, token: crypto.randomUUID() }), 'CS001')
    await age(p.admin, 'tasks', lost.id, { lease_expires_at: '2 minutes' })
    await refused(both(lost), 'CS001')
    expect(await p.status(lost.id)).toBe('running')
    expect(
      await p.admin.query(
        `select status from countersign.tasks where capability = $1 order by id`,
        [capability],
      ),
    ).toEqual([{ status: 'running' }, { status: 'pending' }])
  },
)

it('ends nothing over an act whose outcome is open, and claims nothing either', async () => {
  const capability = await stocked(p, {}, Array(2).fill({ standing: 'new' }))
  await p.gate({
    capability,
    name: 'mail',
    level: 'none',
    irreversible: false,
    effects: ['mail'],
    ungated_reason: 'only a draft',
  })
  const task = await p.claimOne(capability)
  const act = await p.worker.beginEffect(task, { name: 'mail', digest: 'd' })
  await refused(both(task), 'CS009')
  expect(await p.status(task.id)).toBe('running')
  await p.worker.finishEffect(act.effectId, task.token, 'done')
  expect(await both(task)).toHaveLength(1)
  expect(await p.status(task.id)).toBe('completed')
})

it('goes by what is there once it has waited, and for a whole lease', async () => {
  const capability = await stocked(p, {}, Array(2).fill({ standing: 'new' }))
  const task = await p.claimOne(capability)
  const { answer, freed } = await p.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks where id = $1 for update', [task.id])
    const answer = both(task)
    await untilWaiting(p.db)
    await plant(p.admin, capability, [{ standing: 'approved' }])
    const [clock] = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    return { answer, freed: clock?.now.getTime() ?? Number.NaN }
  })
  const [next] = await answer
  expect(next?.request).toMatchObject({ state: 'approved' })
  expect(next?.leaseExpiresAt.getTime()).toBeGreaterThanOrEqual(freed + 60_000)
})

it('completes where the capability is paused, and claims nothing', async () => {
  const capability = await stocked(p, {}, Array(2).fill({ standing: 'new' }))
  const task = await p.claimOne(capability)
  await p.approver.pause(capability, 'ana', 'a look')
  expect(await both(task)).toEqual([])
  expect(await p.status(task.id)).toBe('completed')
})

it('hears the first answer where it is repeated, and claims one more', async () => {
  const capability = await stocked(p, {}, Array(3).fill({ standing: 'new' }))
  const task = await p.claimOne(capability)
  const [lost] = await both(task, { n: 1 })
  const [next] = await both(task, { n: 1 })
  expect(next?.id).toBeGreaterThan(lost?.id ?? 0)
  await refused(both(task, { n: 2 }), 'CS001')
})

it('completes a task of one capability and claims one of another', async () => {
  const [one, other] = [
    await stocked(p, {}, [{ standing: 'new' }]),
    await stocked(p, {}, [{ standing: 'new' }]),
  ]
  const task = await p.claimOne(one)
  expect(await both(task, null, other)).toMatchObject([{ capability: other }])
})
