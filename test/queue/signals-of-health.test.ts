// The other signals: what ended badly, what hangs, and whether anybody looks after it.
import { expect, it } from 'vitest'
import { noteDelivery, recordInvocation, remember } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { green, red, watched } from '../support/watched.ts'

const p = await protocol()
const reaperLogin = p.db.as(p.logins.reaper)
const { backlog, parked, signal } = watched(p)

it('counts expired tasks in all and of the last seven days', async () => {
  const capability = await backlog(8, '0')
  const ids = await parked(capability, 8)
  await p.admin.query(
    `update countersign.approvals set expires_at = clock_timestamp() - interval '1 minute'`,
  )
  expect(await p.reaper.reap(100)).toMatchObject({ expired: 8 })
  for (const id of ids.slice(0, 2)) await age(p.admin, 'tasks', id, { finished_at: '8 days' })
  expect(await signal('expired')).toEqual(green(8))
  expect(await signal('expired_7_days')).toEqual(red(6))
  await age(p.admin, 'tasks', ids[2], { finished_at: '8 days' })
  expect(await signal('expired_7_days')).toEqual(green(5))
})

it('counts dead letters, until somebody takes them up', async () => {
  const capability = await backlog(1, '0', { max_attempts: 1 })
  const lease = await p.claimOne(capability)
  expect(await p.worker.fail(lease, { reason: 'boom', retryable: true })).toBe('dead')
  expect(await signal('dead')).toEqual(red(1))
  await p.approver.requeue(lease.id, 'ana')
  expect(await signal('dead')).toEqual(green(0))
})

it('counts approved tasks that could go on and did not', async () => {
  const capability = await backlog(2, '0', { max_running: 1 })
  await parked(capability, 1)
  const [task] = await p.admin.query<{ id: number }>(
    `select id from countersign.tasks where status = 'needs_approval'`,
  )
  if (!task) throw new Error('nothing is parked')
  const { seen } = await p.request(task.id)
  await p.approver.answer(seen, { answers: {}, by: 'ana', level: 'session' })
  await age(p.admin, 'tasks', task.id, { run_at: '29 minutes' })
  expect(await signal('approved_not_resumed')).toEqual(green(0))
  await age(p.admin, 'tasks', task.id, { run_at: '2 minutes' })
  expect(await signal('approved_not_resumed')).toEqual(red(1))
  await p.approver.pause(capability, 'ana')
  expect(await signal('approved_not_resumed')).toEqual(green(0))
  await p.approver.resume(capability, 'ana')
  await p.claimOne(capability)
  expect(await signal('approved_not_resumed')).toEqual(green(0))
})

it('counts leases that nobody took back', async () => {
  const capability = await backlog(2, '0')
  const [one, two] = await p.worker.claim({ capability, worker: 'w1', limit: 2 })
  await age(p.admin, 'tasks', one?.id, { lease_expires_at: '1 hour' })
  await age(p.admin, 'tasks', two?.id, { lease_expires_at: '3 hours' })
  expect(await signal('lapsed_leases')).toEqual(red(1))
})

it('counts what runs without a lease for over an hour', async () => {
  const capability = await backlog(2, '0')
  const [one, two] = await p.worker.claim({ capability, worker: 'w1', limit: 2 })
  await p.admin.query('update countersign.tasks set lease_expires_at = null')
  await age(p.admin, 'tasks', one?.id, { updated_at: '59 minutes' })
  await age(p.admin, 'tasks', two?.id, { updated_at: '61 minutes' })
  expect(await signal('orphans')).toEqual(red(1))
  await age(p.admin, 'tasks', one?.id, { updated_at: '1 hour' })
  await p.reaper.reap(100)
  expect(await signal('orphans')).toEqual(green(0))
})

it('says since when the reaper has not succeeded, also when it never did', async () => {
  expect(await signal('reaper_age_seconds')).toEqual(green(null))
  const capability = await backlog(0, '0')
  expect((await signal('reaper_age_seconds')).colour).toBe('green')
  await age(p.admin, 'capabilities', capability, { created_at: '2 hours 1 minute' }, 'name')
  expect(await signal('reaper_age_seconds')).toMatchObject({ colour: 'red' })

  const run = { function: 'reaper', durationMs: 5 }
  await recordInvocation(reaperLogin, { ...run, outcome: 'failed' })
  expect((await signal('reaper_age_seconds')).value).toBeGreaterThan(7200)
  await recordInvocation(reaperLogin, { ...run, outcome: 'idle' })
  expect((await signal('reaper_age_seconds')).value).toBeLessThan(60)
  await p.admin.query(`update countersign.invocations set ended_at = ended_at - interval '3 hours'`)
  expect(await signal('reaper_age_seconds')).toMatchObject({ colour: 'red' })
})

it('counts effects whose outcome nobody knows', async () => {
  const capability = await backlog(1, '0')
  await p.gate({
    capability,
    name: 'mail',
    level: 'none',
    irreversible: false,
    effects: ['mail'],
    ungated_reason: 'to the owner only',
  })
  const lease = await p.claimOne(capability)
  const { effectId } = await p.worker.beginEffect(lease, { name: 'mail', digest: 'd' })
  expect(await signal('effects_unknown')).toEqual(green(0))
  await p.worker.fail(lease, { reason: 'lost the answer', retryable: true })
  expect(await signal('effects_unknown')).toEqual(red(1))
  await p.worker.finishEffect(effectId, lease.token, 'done')
  expect(await signal('effects_unknown')).toEqual(green(0))
})

it('counts approvals that a worker did not accept, for a week', async () => {
  const capability = await backlog(2, '0')
  for (const reason of ['approval_refused', 'no_quota']) {
    await p.worker.fail(await p.claimOne(capability), { reason, retryable: false })
  }
  expect(await signal('approvals_refused')).toEqual(red(1))
  await p.admin.query(
    `update countersign.tasks set finished_at = finished_at - interval '8 days' where capability = $1`,
    [capability],
  )
  expect(await signal('approvals_refused')).toEqual(green(0))
})

it('counts messages that failed three times, while they still matter', async () => {
  const capability = await backlog(1, '0')
  const [id = 0] = await parked(capability, 1)
  const { seen } = await p.request(id)
  const note = { approvalId: seen.approvalId, kind: 'request', channel: 'mail' } as const
  const failOnce = () => noteDelivery(reaperLogin, { ...note, error: 'no route' })
  await failOnce()
  await failOnce()
  expect(await signal('undelivered')).toEqual(green(0))
  await failOnce()
  expect(await signal('undelivered')).toEqual(red(1))
  await noteDelivery(reaperLogin, note)
  expect(await signal('undelivered')).toEqual(green(0))

  for (let tries = 0; tries < 10; tries++) {
    await noteDelivery(reaperLogin, { ...note, channel: 'ntfy', error: 'no route' })
  }
  expect(await signal('undelivered')).toEqual(red(1))
  await p.approver.answer(seen, { answers: {}, by: 'ana', level: 'session' })
  expect(await signal('undelivered')).toEqual(green(0))
})

it('keeps every reading with its colour, so that flapping is a figure', async () => {
  await backlog(6, '7 hours')
  const first = await p.reaper.recordSignals()
  const unclaimed = first.find(({ signal: name }) => name === 'unclaimed')
  expect(unclaimed).toEqual({
    signal: 'unclaimed',
    owner: 'system',
    value: 6,
    threshold: 5,
    colour: 'red',
  })
  await p.admin.query(
    `update countersign.tasks set run_at = clock_timestamp() where id = (select min(id) from countersign.tasks)`,
  )
  const second = await p.reaper.recordSignals()
  expect(second.map(({ signal: name }) => name)).toEqual(first.map(({ signal: name }) => name))
  const history = await p.db
    .as(p.logins.reader)
    .query(
      `select owner, colour from countersign.signal_history where signal = 'unclaimed' order by at`,
    )
  expect(history).toEqual([
    { owner: 'system', colour: 'red' },
    { owner: 'system', colour: 'green' },
  ])
})

it('counts what workloads noticed, for a week or until they take it back', async () => {
  const capability = await backlog(0, '0')
  const worker = p.db.as(p.logins.worker)
  const note = (key: string, value: unknown) => remember(worker, { capability, key, value })
  await note('notes/a', { text: 'no notice' })
  expect(await signal('notices')).toEqual(green(0))
  await note('notice/a', { text: 'a source fell silent' })
  await note('notice/b', { text: 'another one too' })
  expect(await signal('notices')).toEqual(red(2))
  await age(p.admin, 'memory', 'notice/a', { updated_at: '8 days' }, 'key')
  expect(await signal('notices')).toEqual(red(1))
  await note('notice/b', null)
  expect(await signal('notices')).toEqual(green(0))
})
