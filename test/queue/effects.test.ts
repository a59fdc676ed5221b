// begin_effect, finish_effect, note_effect, settle_effect: when an act may begin, and what is written about it.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestOf, protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()

it('rule 1: after a crash between finish and complete it answers done, spends nothing and asks nobody', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await p.worker.finishEffect(effectId, lease.token, 'done', { receipt: 'R1' })
  await s.crash()
  const again = await s.claim('w2')
  expect(again.effects).toMatchObject([
    { name: 'submit', status: 'done', outcome: { receipt: 'R1' } },
  ])
  expect(await s.begin(again)).toMatchObject({
    answer: 'done',
    effectId,
    outcome: { receipt: 'R1' },
  })
  expect(await p.worker.complete(again)).toBe('completed')
})

it('rule 1: also after the task failed and was requeued', async () => {
  const s = await scenario(p)
  const { request, lease, effectId } = await s.acting()
  await p.worker.finishEffect(effectId, lease.token, 'done', { receipt: 'R2' })
  await p.worker.fail(lease, { reason: 'broken', retryable: false })
  await p.approver.requeue(s.id, 'ana')
  const again = await s.claim()
  const done = p.worker.beginEffect(again, { name: 'submit', digest: request.digest })
  expect(await done).toMatchObject({ answer: 'done', outcome: { receipt: 'R2' } })
})

it('rule 1: what was done differently is CS004, whether or not an approval is live', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  const { lease, effectId } = await s.acting('e1')
  await p.worker.finishEffect(effectId, lease.token, 'done')
  const other = digestOf('another request')
  await refused(p.worker.beginEffect(lease, { name: 'e1', digest: other }), 'CS004')
  const { effectId: second } = await s.begin(lease, 'e2')
  await p.worker.finishEffect(second, lease.token, 'done')
  await refused(p.worker.beginEffect(lease, { name: 'e1', digest: other }), 'CS004')
  expect(await s.begin(lease, 'e1')).toMatchObject({ answer: 'done', effectId })
})

it('rule 2: beginning renews the lease, and the late truth of the one who began it is kept', async () => {
  const s = await scenario(p)
  await s.approved()
  const lease = await s.claim()
  await p.admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() + interval '5 s' where id = $1`,
    [s.id],
  )
  const { effectId, now } = await s.begin(lease)
  const { lease_expires_at: renewed } = await s.row()
  expect(renewed).toBeInstanceOf(Date)
  expect(Number(renewed) - now.getTime()).toBeGreaterThan(59_000)

  await s.crash()
  const owner = await s.claim('w2')
  expect(owner.effects).toMatchObject([{ status: 'unknown' }])
  const before = await s.row()
  await p.worker.finishEffect(effectId, lease.token, 'done', { receipt: 'late' })
  expect(await s.row()).toEqual(before)
  expect(await s.begin(owner)).toMatchObject({ answer: 'done', outcome: { receipt: 'late' } })
})

it('rule 2: only the acquisition that began it may finish it, and what is settled never changes', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await s.crash()
  const owner = await s.claim('w1')
  await refused(p.worker.finishEffect(effectId, owner.token, 'done'), 'CS001')
  await p.worker.settleEffect(effectId, owner.token, 'done', { seen: true })
  await refused(p.worker.finishEffect(effectId, lease.token, 'failed'), 'CS006')
  await refused(p.worker.finishEffect(effectId, lease.token, 'done'), 'CS006')
  expect(await s.effect()).toMatchObject({ status: 'done', outcome: { seen: true } })
})

it('rule 3: whatever ends the slice, an intent becomes unknown in the same transaction', async () => {
  const ways = {
    release: (lease: { id: number; token: string }) => p.worker.release(lease, { step: 'first' }),
    retry: (lease: { id: number; token: string }) =>
      p.worker.fail(lease, { reason: 'again', retryable: true }),
    decline: (lease: { id: number; token: string }) => p.worker.decline([lease], 'later', 0),
  }
  for (const [name, leave] of Object.entries(ways)) {
    const s = await scenario(p)
    const { lease } = await s.acting()
    await leave(lease)
    expect(await s.effect(), name).toMatchObject({ status: 'unknown' })
    expect(await s.status(), name).toBe('pending')
  }
})

it('rule 3: complete, skip and every begin_effect are refused over an unsettled effect', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  await s.acting('e1')
  await s.crash()
  const lease = await s.claim()
  await refused(p.worker.complete(lease), 'CS009')
  await refused(p.worker.skip(lease, 'closed'), 'CS009')
  await refused(s.begin(lease, 'e1'), 'CS009')
  await refused(s.begin(lease, 'e2'), 'CS009')
  await refused(p.worker.beginEffect(lease, { name: 'mail', digest: 'd' }), 'CS009')
  expect(await p.worker.completeMany([lease])).toEqual([{ id: s.id, verdict: 'unsettled' }])
})

it('a handle noted under the lease keeps the effect started over a crash, and it is polled, not probed', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await p.worker.noteEffect(effectId, lease.token, { run: 7 })
  await p.worker.noteEffect(effectId, lease.token, { run: 7 })
  await refused(p.worker.noteEffect(effectId, lease.token, { run: 8 }), 'CS006')
  await s.crash()
  const next = await s.claim()
  expect(next.effects).toMatchObject([{ status: 'started', handle: { run: 7 } }])
  await refused(s.begin(next), 'CS009')
})

it('rule 34: a later slice settles a started effect under its own live lease', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await p.worker.noteEffect(effectId, lease.token, { run: 7 })
  await p.worker.release(lease, { step: 'first' })
  const next = await s.claim()
  await p.worker.settleEffect(effectId, next.token, 'done', { run: 7, ok: true })
  await p.worker.settleEffect(effectId, next.token, 'done', { run: 7, ok: true })
  expect(await p.worker.complete(next)).toBe('completed')
})

it('a probe without a live lease settles nothing', async () => {
  const s = await scenario(p)
  const { lease, effectId } = await s.acting()
  await s.crash()
  await refused(p.worker.settleEffect(effectId, lease.token, 'done'), 'CS001')
  const owner = await s.claim()
  await s.lapse()
  await refused(p.worker.settleEffect(effectId, owner.token, 'done'), 'CS001')
  expect(await s.effect()).toMatchObject({ status: 'unknown' })
})

it('rule 4: what no gate asks about acts at once, and spends no approval', async () => {
  const s = await scenario(p)
  await s.approved()
  const lease = await s.claim()
  const mail = await p.worker.beginEffect(lease, { name: 'mail', digest: digestOf('a mail') })
  expect(mail.answer).toBe('go')
  expect(await s.effect('mail')).toMatchObject({ approval_id: null })
  await p.worker.finishEffect(mail.effectId, lease.token, 'done')
  expect(await s.begin(lease)).toMatchObject({ answer: 'go' })
})

it('rule 4: an effect that any gate asks about needs its approval, whatever another gate says', async () => {
  const s = await scenario(p, { effects: ['mail'] })
  const lease = await s.claim()
  await refused(p.worker.beginEffect(lease, { name: 'mail', digest: digestOf('a mail') }), 'CS008')
  await refused(p.worker.beginEffect(lease, { name: 'no-such', digest: 'd' }), 'CS008')
})

it('rule 10: several effects begin in order, each once, the next only after the one before is done', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'] })
  await s.approved()
  const lease = await s.claim()
  await refused(s.begin(lease, 'e2'), 'CS008')
  const first = await s.begin(lease, 'e1')
  await refused(s.begin(lease, 'e2'), 'CS009')
  await p.worker.finishEffect(first.effectId, lease.token, 'failed')
  await refused(s.begin(lease, 'e2'), 'CS008')
  await refused(s.begin(lease, 'e1'), 'CS008')

  await s.approve(await s.park(lease))
  const next = await s.claim()
  await p.worker.finishEffect((await s.begin(next, 'e1')).effectId, next.token, 'done')
  expect(await s.status()).toBe('running')
  expect(await p.worker.release(next, { step: 'first' })).toBe('approved')
  const last = await s.claim()
  await p.worker.finishEffect((await s.begin(last, 'e2')).effectId, last.token, 'done')
  expect(await p.worker.release(last, { step: 'first' })).toBe('pending')
})

it('rule 10: going on to another step closes an approval that was not used', async () => {
  const s = await scenario(p)
  await s.approved()
  const lease = await s.claim()
  expect(await p.worker.release(lease, { step: 'other' })).toBe('pending')
  expect((await s.request()).state).toBe('closed')
})

it('rule 13: the same call hears go again, another call does not', async () => {
  const s = await scenario(p)
  await s.approved()
  const lease = await s.claim()
  const callId = randomUUID()
  const first = await s.begin(lease, 'submit', callId)
  expect(await s.begin(lease, 'submit', callId)).toMatchObject({
    answer: 'go',
    effectId: first.effectId,
    actsUntil: first.actsUntil,
  })
  await refused(s.begin(lease, 'submit', randomUUID()), 'CS009')
})

it('checks in order: lease, open effect, cancel, pause, approval, digest, level, act-before', async () => {
  const s = await scenario(p, { effects: ['e1', 'e2'], gate: { level: 'passkey' } })
  const request = await s.asked()
  const passkey = { verdict: 'approve', by: 'ana', level: 'passkey', assertion: { s: 1 } } as const
  await p.approver.decide(request.seen, passkey)
  const lease = await s.claim()
  const wrong = () => p.worker.beginEffect(lease, { name: 'e9', digest: digestOf('x') })
  const change = (table: string, set: string, key = 'task_id', id: unknown = s.id) =>
    p.admin.query(`update countersign.${table} set ${set} where ${key} = $1`, [id])

  await change('approvals', `act_before = decided_at + interval '1 us'`)
  await refused(s.begin(lease, 'e1'), 'CS005')
  await change('approvals', `decided_level = 'session'`)
  await refused(s.begin(lease, 'e1'), 'CS010')
  await refused(wrong(), 'CS004')
  await p.approver.pause(s.capability, 'ana')
  await refused(wrong(), 'CS014')
  await p.approver.cancel(s.id, 'ana')
  await refused(wrong(), 'CS015')
  await s.lapse()
  await refused(wrong(), 'CS001')
  await refused(
    p.worker.beginEffect({ id: 999_999_999, token: lease.token }, { name: 'e1', digest: '' }),
    'CS003',
  )
})
