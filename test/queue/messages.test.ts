// Who has to be told what: due while nothing says that it arrived, on each channel for itself.
import { beforeEach, expect, it } from 'vitest'
import { type DueMessage, dueMessages, noteDelivery } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()
const worker = p.db.as(p.logins.worker)
const reaper = p.db.as(p.logins.reaper)

// Nothing of the test before is still to be told.
beforeEach(async () => {
  await p.admin.query(
    `truncate countersign.tasks, countersign.task_events, countersign.approvals, countersign.effects,
       countersign.deliveries`,
  )
})

/** The kinds that are due of one request, as the reaper sees them. */
async function due(approvalId: number, channel = 'mail'): Promise<string[]> {
  const all = await dueMessages(reaper, channel, 1_000)
  return all.filter((message) => message.approvalId === approvalId).map(({ kind }) => kind)
}

const told = (approvalId: number, kind: DueMessage['kind'], error?: string) =>
  noteDelivery(reaper, {
    approvalId,
    kind,
    channel: 'mail',
    ...(error === undefined ? {} : { error }),
  })

/** The wait after a failed try is over. */
const waitOver = (approvalId: number) =>
  age(p.admin, 'deliveries', approvalId, { next_attempt_at: '1 hour' }, 'approval_id')

it('a request is due until it was delivered, on every channel for itself', async () => {
  const s = await scenario(p)
  const { id, digest, public_id: publicId } = await s.asked()
  expect(await dueMessages(worker, 'mail', 10)).toEqual([
    {
      approvalId: id,
      publicId,
      taskId: s.id,
      capability: s.capability,
      gate: 'act',
      kind: 'request',
      digest,
      openedAt: expect.any(Date),
      expiresAt: expect.any(Date),
      decidedBy: null,
      attempts: 0,
      lastAskedAt: null,
      unannounced: 1,
      now: expect.any(Date),
    },
  ])
  await noteDelivery(worker, { approvalId: id, kind: 'request', channel: 'mail' })
  expect(await due(id)).toEqual([])
  expect(await due(id, 'ntfy')).toEqual(['request'])
  await p.approver.cancel(s.id, 'ana')
  expect(await due(id, 'ntfy')).toEqual([])
})

it('a message that failed is due again after a growing wait, and given up, visibly, after ten tries', async () => {
  const s = await scenario(p)
  const { id } = await s.asked()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 9; attempt++) {
    await told(id, 'request', `no route ${'x'.repeat(600)}`)
    expect(await due(id)).toEqual([])
    const [row] = await p.admin.query<{ wait: number; attempts: number; length: number }>(
      `select extract(epoch from next_attempt_at - clock_timestamp())::double precision as wait,
         attempts, length(error) as length from countersign.deliveries where approval_id = $1`,
      [id],
    )
    expect(row).toMatchObject({ attempts: attempt, length: 500 })
    waits.push(row?.wait ?? 0)
    await waitOver(id)
    expect(await dueMessages(reaper, 'mail', 10)).toMatchObject([
      { approvalId: id, attempts: attempt },
    ])
  }
  // 5 s to 5 s × 2^8, each between half and one and a half of that.
  for (const [at, wait] of waits.entries()) {
    expect(wait / (5 * 2 ** at)).toBeGreaterThan(0.3)
    expect(wait / (5 * 2 ** at)).toBeLessThan(1.5)
  }
  await told(id, 'request', 'no route')
  await waitOver(id)
  expect(await due(id)).toEqual([])
  const states = () => p.admin.query('select status, attempts from countersign.deliveries')
  expect(await states()).toEqual([{ status: 'given_up', attempts: 10 }])
  // Whoever gets through after all says so, and that stays.
  await told(id, 'request')
  await told(id, 'request', 'late')
  expect(await states()).toEqual([{ status: 'delivered', attempts: 11 }])
})

it('reminds after half and after 41 of 48 hours, and never of what has no end', async () => {
  const s = await scenario(p, { gate: { answer_within_seconds: 48 * 3600 } })
  const { id } = await s.asked()
  const wait = (back: string) =>
    age(p.admin, 'approvals', id, { opened_at: back, expires_at: back })
  await wait('23 hours 59 minutes')
  expect(await due(id)).toEqual(['request'])
  await wait('2 minutes')
  expect(await due(id)).toEqual(['reminder_1', 'request'])
  await told(id, 'request')
  await wait('16 hours 58 minutes')
  expect(await due(id)).toEqual(['reminder_1'])
  await told(id, 'reminder_1')
  await wait('2 minutes')
  expect(await due(id)).toEqual(['reminder_2'])
  // More time moves the halves with it.
  await p.approver.extend(id, 'ana')
  expect(await due(id)).toEqual([])

  const open = await scenario(p)
  const { lease } = await open.acting()
  await p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' })
  const question = await open.request()
  await age(p.admin, 'approvals', question.id, { opened_at: '300 days' })
  expect(await due(question.id)).toEqual(['request'])
})

it('sends a receipt of an approval while it counts, and of nothing else', async () => {
  const s = await scenario(p)
  const request = await s.approved()
  expect(await dueMessages(worker, 'mail', 10)).toMatchObject([
    { approvalId: request.id, kind: 'receipt', decidedBy: 'ana' },
  ])
  const lease = await s.claim()
  const { effectId } = await s.begin(lease)
  expect(await due(request.id)).toEqual(['receipt'])
  await p.worker.finishEffect(effectId, lease.token, 'done')
  await p.worker.complete(lease)
  await age(p.admin, 'approvals', request.id, { decided_at: '2 days' })
  expect(await due(request.id)).toEqual([])

  const undone = await scenario(p)
  const first = await undone.approved()
  await p.approver.revoke(first.id, 'ana')
  expect(await due(first.id)).toEqual([])
  expect(await due((await undone.request()).id)).toEqual(['request'])

  const rejected = await scenario(p)
  const { id, seen } = await rejected.asked()
  await p.approver.decide(seen, { verdict: 'reject', by: 'ana', level: 'session' })
  expect(await due(id)).toEqual([])
})

it('answers the oldest first and no more than asked for', async () => {
  const asked: number[] = []
  for (let at = 0; at < 3; at++) asked.push((await (await scenario(p)).asked()).id)
  await age(p.admin, 'approvals', asked[2], { opened_at: '1 hour' })
  const ids = (await dueMessages(reaper, 'sms', 10)).map(({ approvalId }) => approvalId)
  expect(ids).toEqual([asked[2], asked[0], asked[1]])
  expect(await dueMessages(reaper, 'sms', 2)).toHaveLength(2)
})

it('knows no delivery of a request that does not exist', async () => {
  await refused(told(0, 'request'), 'CS003')
})
