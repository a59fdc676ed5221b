// A lease: how it is kept, what it carries, and what a batch of them answers.
import { expect, it } from 'vitest'
import type { Claimed } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { settled, untilWaiting } from '../support/interleave.ts'
import { protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()
const claimAll = (capability: string) => p.worker.claim({ capability, worker: 'w1', limit: 100 })

it('is a full one again after every heartbeat, by the database clock', async () => {
  const s = await scenario(p, { capability: { lease_seconds: 120 } })
  const lease = await s.claim()
  await age(p.admin, 'tasks', s.id, { lease_expires_at: '100 seconds' })
  const beat = await p.worker.heartbeat(lease)
  // The clock is read twice, microseconds apart, and a millisecond may begin between.
  const left = beat.leaseExpiresAt.getTime() - beat.now.getTime()
  expect(left).toBeGreaterThanOrEqual(119_990)
  expect(left).toBeLessThanOrEqual(120_000)
  expect(await s.row()).toMatchObject({ lease_expires_at: beat.leaseExpiresAt })
})

it('is counted from when the heartbeat came through, not from when it began to wait', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const { beat, freed } = await p.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks where id = $1 for update', [s.id])
    const beat = p.worker.heartbeat(lease)
    await untilWaiting(p.db)
    const [clock] = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    return { beat, freed: clock?.now.getTime() ?? Number.NaN }
  })
  expect((await beat).leaseExpiresAt.getTime()).toBeGreaterThanOrEqual(freed + 60_000)
})

it('saves the state when there is one, and keeps it when there is none', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await p.worker.heartbeat(lease, { page: 3 })
  await p.worker.heartbeat(lease)
  await s.crash()
  expect((await s.claim()).state).toEqual({ page: 3 })
})

it('is lost when it lapsed, also if nobody took the task', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await s.lapse()
  await refused(p.worker.heartbeat(lease), 'CS001')
  await refused(p.worker.complete(lease), 'CS001')
  expect(await s.status()).toBe('running')
  await s.reap()
})

it.each(['complete', 'completeAndClaim'] as const)(
  'is lost when it lapses while %s waits for somebody who changes nothing',
  async (verb) => {
    const s = await scenario(p)
    const lease = await s.claim()
    await p.admin.query(
      `update countersign.tasks set lease_expires_at = clock_timestamp() + interval '400 ms' where id = $1`,
      [s.id],
    )
    const { ending } = await p.admin.transaction(async (tx) => {
      await tx.query('select 1 from countersign.tasks where id = $1 for update', [s.id])
      const next = { capability: lease.capability, worker: 'w1' }
      const ending = settled<unknown>(
        verb === 'complete'
          ? p.worker.complete(lease)
          : p.worker.completeAndClaim(lease, null, next),
      )
      await untilWaiting(p.db)
      await tx.query(
        'select pg_sleep_until(lease_expires_at) from countersign.tasks where id = $1',
        [s.id],
      )
      return { ending }
    })
    expect(await ending).toMatchObject({ error: { code: 'CS001' } })
    expect(await s.status()).toBe('running')
    await s.reap()
  },
)

it('of a task that never was is not found', async () => {
  const lease = { id: 999_999_999, token: '00000000-0000-4000-8000-000000000000' }
  await refused(p.worker.heartbeat(lease), 'CS003')
  await refused(p.worker.complete(lease), 'CS003')
})

it('tells at the next heartbeat that a person asked to cancel', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await p.approver.cancel(s.id, 'ana')
  expect(await p.worker.heartbeat(lease)).toMatchObject({ cancelRequested: true })
  expect(await p.worker.heartbeatMany([lease])).toMatchObject([
    { lost: false, cancelRequested: true },
  ])
  expect(await p.worker.release(lease, { step: 'first' })).toBe('cancelled')
})

/** Three live leases, a lapsed one, one with another's token, and a task that never was. */
async function assorted() {
  const capability = await stocked(p, {}, Array(5).fill({ standing: 'new' }))
  const leases = await claimAll(capability)
  const [a, b, c, lapsed, foreign] = leases as [Claimed, Claimed, Claimed, Claimed, Claimed]
  await age(p.admin, 'tasks', lapsed.id, { lease_expires_at: '2 minutes' })
  const wrong = { id: foreign.id, token: a.token }
  const untouched = () =>
    p.admin.query(
      'select status, lease_expires_at from countersign.tasks where id = any ($1::bigint[])',
      [[lapsed.id, foreign.id]],
    )
  return {
    untouched,
    live: [a, b, c],
    asked: [c, lapsed, a, { id: 999_999_999, token: b.token }, wrong, b],
  }
}
const names = ['live', 'lost', 'live', 'lost', 'lost', 'live']

it('is renewed in batches, one answer for each, lost ones among them', async () => {
  const { asked, untouched } = await assorted()
  const before = await untouched()
  const answers = await p.worker.heartbeatMany(asked)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  expect(asked.map(({ id }) => (byId.get(id)?.lost ? 'lost' : 'live'))).toEqual(names)
  for (const { lost, leaseExpiresAt } of answers) expect(leaseExpiresAt === null).toBe(lost)
  expect(await untouched()).toEqual(before)
  await p.reaper.reap(100)
})

it('is ended in batches, one answer for each, and one bad row holds back no other', async () => {
  const { asked, live, untouched } = await assorted()
  const before = await untouched()
  const items = asked.map((lease, result) => ({ ...lease, result }))
  const first = await p.worker.completeMany(items)
  const verdicts = (answers: typeof first) =>
    asked.map(({ id }) => answers.find((answer) => answer.id === id)?.verdict)
  const expected = names.map((name) => (name === 'live' ? 'completed' : 'lost'))
  expect(verdicts(first)).toEqual(expected)
  // The reply was lost: the same call hears the same, another result does not.
  expect(verdicts(await p.worker.completeMany(items))).toEqual(expected)
  const others = await p.worker.completeMany(live.map((lease) => ({ ...lease, result: 'another' })))
  expect(others.map(({ verdict }) => verdict)).toEqual(['lost', 'lost', 'lost'])
  expect(await untouched()).toEqual(before)
  await p.reaper.reap(100)
})

it('is not ended over an effect whose outcome is open', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  expect(await p.worker.completeMany([lease])).toEqual([{ id: s.id, verdict: 'unsettled' }])
  await p.worker.finishEffect(effectId, lease.token, 'done')
  expect(await p.worker.completeMany([lease])).toEqual([{ id: s.id, verdict: 'completed' }])
})

it('is not ended over an act that nobody was asked about, one by one either', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  const act = await p.worker.beginEffect(lease, { name: 'mail', digest: 'd' })
  await refused(p.worker.complete(lease), 'CS009')
  expect(await p.worker.completeMany([lease])).toEqual([{ id: s.id, verdict: 'unsettled' }])
  await p.worker.finishEffect(act.effectId, lease.token, 'done')
  expect(await p.worker.complete(lease)).toBe('completed')
})

/** What became of the request of an approved task that such an end completed. */
async function closedBy(complete: (leases: Claimed[]) => Promise<unknown>) {
  const s = await scenario(p)
  await s.approved()
  await complete([await s.claim()])
  const sql = 'select state, reason from countersign.approvals where task_id = $1'
  return await p.admin.query(sql, [s.id])
}

it('closes the approval of what is completed', async () => {
  const closed = await closedBy(async ([lease]) => lease && (await p.worker.complete(lease)))
  expect(closed).toEqual([{ state: 'closed', reason: 'completed' }])
})

it('closes in a batch too what is completed', async () => {
  const closed = await closedBy((leases) => p.worker.completeMany(leases))
  expect(closed).toEqual([{ state: 'closed', reason: 'completed' }])
})
