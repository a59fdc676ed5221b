// Requests without an effect: answers and a plain yes, which no crash may lose.
import { expect, it } from 'vitest'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused, type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()
const reply = { answers: { salary: '60,000' }, by: 'ana', level: 'session' } as const

async function questioned(s: Scenario) {
  const lease = await s.claim()
  await p.worker.park(lease, { gate: 'question', body: bodyOf('question'), step: 'first' })
  return await s.request()
}

async function answered() {
  const s = await scenario(p)
  const request = await questioned(s)
  expect(await p.approver.answer(request.seen, reply)).toMatchObject({
    state: 'approved',
    taskStatus: 'approved',
  })
  return { s, request }
}

it('answers are handed over with the claim, and used up by the slice that had them', async () => {
  const { s } = await answered()
  const lease = await s.claim()
  expect(lease.request).toMatchObject({
    verdict: 'answer',
    answers: reply.answers,
    state: 'approved',
  })
  expect(await p.worker.release(lease, { step: 'first' })).toBe('pending')
  expect((await s.claim()).request).toMatchObject({ answers: reply.answers, state: 'spent' })
})

it('a retry counts as such a slice', async () => {
  const { s } = await answered()
  const lease = await s.claim()
  expect(await p.worker.fail(lease, { reason: 'again', retryable: true })).toBe('pending')
  expect((await s.request()).state).toBe('spent')
})

it('rule 36: answers survive a lost claim reply, a reap and a decline', async () => {
  const { s } = await answered()
  await s.claim('whose reply was lost')
  await s.crash()
  expect(await s.status()).toBe('approved')
  const lease = await s.claim()
  expect(lease.request?.state).toBe('approved')
  expect(await p.worker.decline([lease], 'not now', 0)).toEqual([{ id: s.id, verdict: 'approved' }])
  expect((await s.claim()).request).toMatchObject({ answers: reply.answers, state: 'approved' })
})

it('the same answers again hear the stored row, others are CS006', async () => {
  const { s, request } = await answered()
  expect(await p.approver.answer(request.seen, reply)).toMatchObject({ replayed: true })
  await refused(p.approver.answer(request.seen, { ...reply, answers: { salary: '1' } }), 'CS006')
  await refused(p.approver.answer(request.seen, { ...reply, by: 'ben' }), 'CS006')
  expect(await s.status()).toBe('approved')
})

it('an answer starts no effect: CS002 where the request lists one, or where nothing is said', async () => {
  const s = await scenario(p)
  const request = await s.asked()
  await refused(p.approver.answer(request.seen, reply), 'CS002')
  const other = await scenario(p)
  const question = await questioned(other)
  await refused(p.approver.answer(question.seen, { ...reply, answers: null }), 'CS002')
  await p.approver.answer(question.seen, reply)
  const lease = await other.claim()
  await refused(p.worker.beginEffect(lease, { name: 'submit', digest: question.digest }), 'CS008')
})

it('an answer can be taken back until its slice has ended', async () => {
  const { s, request } = await answered()
  await p.approver.revoke(request.id, 'ana')
  const again = await s.request()
  expect(again).toMatchObject({ state: 'open', revision: 2, answers: null })
  await p.approver.answer(again.seen, reply)
  await p.worker.release(await s.claim(), { step: 'first' })
  await refused(p.approver.revoke(again.id, 'ana'), 'CS006')
})
