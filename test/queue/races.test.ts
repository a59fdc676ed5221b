// Two verbs on one task at the same moment, in both orders: one wins, the other hears the truth.
import { expect, it } from 'vitest'
import {
  type ApproverVerbs,
  approverVerbs,
  reaperVerbs,
  type WorkerVerbs,
  workerVerbs,
} from '#queue'
import { age } from '../support/age.ts'
import { how, revokeAgainstBegin } from '../support/chance.ts'
import { meet } from '../support/interleave.ts'
import { bodyOf, protocol } from '../support/protocol.ts'
import { type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()
const yes = { verdict: 'approve', by: 'ana', level: 'session' } as const

const worker = <A, B>(first: (verbs: WorkerVerbs) => Promise<A>, second: () => Promise<B>) =>
  meet(p.db, p.logins.worker, (database) => first(workerVerbs(database)), second)
const person = <A, B>(first: (verbs: ApproverVerbs) => Promise<A>, second: () => Promise<B>) =>
  meet(p.db, p.logins.approver, (database) => first(approverVerbs(database)), second)
const reaper = <B>(second: () => Promise<B>) =>
  meet(p.db, p.logins.reaper, (database) => reaperVerbs(database).reap(100), second)

/** As the superuser in one transaction: this, uncommitted, then the verb on top of it. */
const onTopOf = <B>(
  set: string,
  id: number,
  verb: (verbs: WorkerVerbs & ApproverVerbs) => Promise<unknown>,
  second: () => Promise<B>,
) =>
  meet(
    p.db,
    'postgres',
    async (database) => {
      await database.query(`update countersign.${set} where id = $1`, [id])
      return await verb({ ...workerVerbs(database), ...approverVerbs(database) })
    },
    second,
  )

type Ends = Record<(typeof leaving)[number], (verbs: WorkerVerbs) => Promise<unknown>>
const leaving = ['complete', 'release', 'park'] as const
const worksOn = (lease: { id: number; token: string }): Ends => ({
  complete: (verbs: WorkerVerbs) => verbs.complete(lease),
  release: (verbs: WorkerVerbs) => verbs.release(lease, { step: 'first' }),
  park: (verbs: WorkerVerbs) =>
    verbs.park(lease, { gate: 'act', body: bodyOf('act', ['submit']), step: 'first' }),
})
const left = { complete: 'completed', release: 'pending', park: 'needs_approval' } as const

it('expiry ∥ decide: decided first, the request does not expire, and the reaper waits for nobody', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  const inTime = `approvals set expires_at = clock_timestamp() + interval '1 hour'`
  const met = await onTopOf(inTime, request.id, (v) => v.decide(request.seen, yes), s.reap)
  expect(met).toMatchObject({ waited: false, second: { answer: { expired: 0, stuck: 0 } } })
  expect(await s.reap()).toMatchObject({ expired: 0 })
  expect(await s.status()).toBe('approved')
})

it('expiry ∥ decide: expired first, the person hears so, and request and task agree', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  const met = await reaper(() => p.approver.decide(request.seen, yes))
  expect(met).toMatchObject({ waited: true, first: { expired: 1 } })
  expect(met.second).toMatchObject({ error: { code: 'CS006', detail: { state: 'expired' } } })
  expect([await s.status(), (await s.request()).state]).toEqual(['expired', 'expired'])
})

it('revoke ∥ begin_effect: revoked first, nothing begins', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  const lease = await s.claim()
  const met = await person(
    (verbs) => verbs.revoke(request.id, 'ana'),
    () => s.begin(lease),
  )
  expect([met.waited, how(met.second)]).toEqual([true, 'CS012'])
})

it('revoke ∥ begin_effect: begun first, the person hears that nothing is left to take back', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  const lease = await s.claim()
  const met = await worker(
    (verbs) => verbs.beginEffect(lease, { name: 'submit', digest: request.digest }),
    () => p.approver.revoke(request.id, 'ana'),
  )
  expect([met.waited, how(met.second)]).toEqual([true, 'CS006'])
  expect((await s.effect()).status).toBe('intent')
})

it('revoke ∥ claim: a claim passes over the task that is being taken back', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  const met = await person(
    (verbs) => verbs.revoke(request.id, 'ana'),
    () => p.worker.claim({ capability: s.capability, worker: 'w1' }),
  )
  expect(met).toMatchObject({ waited: false, second: { answer: [] } })
})

it('revoke ∥ begin_effect, left to chance: always exactly one of the two', async () => {
  const outcomes = await revokeAgainstBegin(p, 200)
  for (const outcome of outcomes) expect(['ok CS006', 'CS012 ok']).toContain(outcome)
})

it('reap ∥ complete, release, park: left first, the reaper takes nothing back', async () => {
  for (const verb of leaving) {
    const s = await scenario(p)
    const lease = await s.claim()
    await s.lapse()
    const live = `tasks set lease_expires_at = clock_timestamp() + interval '1 minute'`
    const met = await onTopOf(live, s.id, worksOn(lease)[verb], s.reap)
    expect(met, verb).toMatchObject({ waited: false, second: { answer: { leases: 0, stuck: 0 } } })
    expect(await s.reap(), verb).toMatchObject({ leases: 0 })
    expect(await s.row(), verb).toMatchObject({ status: left[verb], lost_leases: 0 })
  }
})

it('reap ∥ complete, release, park: taken back first, the worker hears that its lease is lost', async () => {
  for (const verb of leaving) {
    const s = await scenario(p)
    const lease = await s.claim()
    await s.lapse()
    const met = await reaper(() => worksOn(lease)[verb](p.worker))
    expect([met.first.leases, how(met.second)], verb).toEqual([1, 'CS001'])
    expect(await s.row(), verb).toMatchObject({ status: 'pending', lost_leases: 1 })
  }
})

it('reap ∥ heartbeat: a beat that came first keeps the lease', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await s.lapse()
  const live = `tasks set lease_expires_at = clock_timestamp() + interval '1 minute'`
  await onTopOf(live, s.id, (verbs) => verbs.heartbeat(lease), s.reap)
  expect(await s.status()).toBe('running')
})

type Verbs = WorkerVerbs & ApproverVerbs
interface Meeting {
  login: 'worker' | 'approver'
  /** Brings a task to where the verb applies, and answers the verb. */
  bring: (s: Scenario) => Promise<(verbs: Verbs) => Promise<unknown>>
  /** How the verb ends behind a cancel, and the task; where a cancel can come first. */
  after?: [string, string]
  /** How the cancel ends behind the verb, and the task. */
  before: [string, string]
}

const meetings: Record<string, Meeting> = {
  claim: {
    login: 'worker',
    bring: async (s) => (verbs) => verbs.claim({ capability: s.capability, worker: 'w1' }),
    after: ['ok', 'cancelled'],
    before: ['ok', 'running'],
  },
  decide: {
    login: 'approver',
    bring: async (s) => {
      const { seen } = await s.asked()
      return (verbs) => verbs.decide(seen, yes)
    },
    after: ['CS006', 'cancelled'],
    before: ['ok', 'cancelled'],
  },
  revoke: {
    login: 'approver',
    bring: async (s) => {
      const { id } = await s.approved()
      return (verbs) => verbs.revoke(id, 'ana')
    },
    after: ['CS006', 'cancelled'],
    before: ['ok', 'cancelled'],
  },
  begin_effect: {
    login: 'worker',
    bring: async (s) => {
      const { digest } = await s.approved()
      const lease = await s.claim()
      return (verbs) => verbs.beginEffect(lease, { name: 'submit', digest })
    },
    after: ['CS015', 'running'],
    before: ['ok', 'running'],
  },
  complete: {
    login: 'worker',
    bring: async (s) => worksOn(await s.claim()).complete,
    after: ['ok', 'completed'],
    before: ['CS002', 'completed'],
  },
  release: {
    login: 'worker',
    bring: async (s) => worksOn(await s.claim()).release,
    after: ['ok', 'cancelled'],
    before: ['ok', 'cancelled'],
  },
  park: {
    login: 'worker',
    bring: async (s) => worksOn(await s.claim()).park,
    after: ['ok', 'cancelled'],
    before: ['ok', 'cancelled'],
  },
  requeue: {
    login: 'approver',
    bring: async (s) => {
      await p.worker.fail(await s.claim(), { reason: 'broken', retryable: false })
      return (verbs) => verbs.requeue(s.id, 'ana')
    },
    before: ['ok', 'cancelled'],
  },
}

for (const [verb, { login, bring, after, before }] of Object.entries(meetings)) {
  it(`cancel ∥ ${verb}: whichever is second sees what the first did`, async () => {
    const s = await scenario(p)
    const other = await bring(s)
    const behind = await meet(
      p.db,
      p.logins[login],
      (database) => other({ ...workerVerbs(database), ...approverVerbs(database) }),
      () => p.approver.cancel(s.id, 'ana'),
    )
    expect([how(behind.second), await s.status()]).toEqual(before)
    expect(behind.waited).toBe(true)
    if (!after) return
    const t = await scenario(p)
    const late = await bring(t)
    const met = await person(
      (verbs) => verbs.cancel(t.id, 'ana'),
      () => late({ ...p.worker, ...p.approver }),
    )
    expect([how(met.second), await t.status()]).toEqual(after)
  })
}

it('cancel ∥ reap: an asked cancel is what the reaper finds, a reaped task is cancelled at once', async () => {
  const s = await scenario(p)
  await s.claim()
  await s.lapse()
  const first = await person((verbs) => verbs.cancel(s.id, 'ana'), s.reap)
  expect(first).toMatchObject({
    first: 'running',
    waited: false,
    second: { answer: { leases: 0 } },
  })
  await s.reap()
  expect(await s.status()).toBe('cancelled')
  const t = await scenario(p)
  await t.claim()
  await t.lapse()
  const met = await reaper(() => p.approver.cancel(t.id, 'ana'))
  expect(met).toMatchObject({ waited: true, second: { answer: 'cancelled' } })
})
