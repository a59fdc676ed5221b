// Files by hash, and what is left of a task that was erased.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Lease } from '#queue'
import { protocol } from '../support/protocol.ts'
import { refused, scenario } from '../support/scenario.ts'

const p = await protocol()
await p.capability({ name: 'housekeeping' })

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (text: string, name = 'file.txt') => ({
  sha256: hashOf(text),
  name,
  mediaType: 'text/plain',
  bytes: text.length,
})
const record = (lease: Lease, text: string, name?: string) =>
  p.worker.recordArtifact(lease, file(text, name))

/** A task that recorded these files and is completed. */
async function finishedWith(...texts: string[]): Promise<number> {
  const s = await scenario(p)
  const lease = await s.claim()
  for (const text of texts) await record(lease, text)
  await p.worker.complete(lease)
  return s.id
}

it('records a file once, with its step, under a live lease only', async () => {
  const s = await scenario(p)
  const lease = await s.claim()
  await record(lease, 'a')
  await record(lease, 'a')
  await record(lease, 'a', 'again.txt')
  const rows = await p.admin.query(
    'select sha256, name, step, capability, bytes from countersign.artifacts where task_id = $1 order by name',
    [s.id],
  )
  const same = { sha256: hashOf('a'), step: 'first', capability: s.capability, bytes: 1 }
  expect(rows).toEqual([
    { ...same, name: 'again.txt' },
    { ...same, name: 'file.txt' },
  ])
  const wrong = { ...file('a'), sha256: hashOf('a').toUpperCase() }
  await expect(p.worker.recordArtifact(lease, wrong)).rejects.toMatchObject({
    constraint: 'sha256_is_hex',
  })
  await s.lapse()
  await refused(record(lease, 'b'), 'CS001')
})

it('erases every value of a finished task, and keeps who decided what, and the proof', async () => {
  const s = await scenario(p, { gate: { level: 'passkey' } })
  await p.admin.query(`update countersign.tasks set payload = '"secret"' where id = $1`, [s.id])
  const first = await s.claim()
  const body = JSON.stringify({
    action: { effects: [{ name: 'submit', to: 'secret' }] },
    gate: 'act',
    shown: {},
    v: 1,
  })
  const asked = { gate: 'act', body, step: 'first', state: 'secret', difference: 'secret' }
  await p.worker.park(first, asked)
  const { seen } = await s.request()
  await refused(p.approver.erase(s.id, 'ana'), 'CS002')
  await p.approver.decide(seen, {
    verdict: 'approve',
    by: 'ana',
    level: 'passkey',
    comment: 'secret',
    assertion: { signature: 'kept' },
  })
  const acting = await s.claim()
  const { effectId } = await s.begin(acting)
  await p.worker.noteEffect(effectId, acting.token, 'secret')
  await p.worker.finishEffect(effectId, acting.token, 'done', 'secret')
  await p.worker.complete(acting, 'secret')

  await p.approver.erase(s.id, 'ana', 'asked to')
  const left = await p.admin.query<{ row: string }>(
    `select t::text as row from countersign.tasks t where id = $1
     union all select a::text from countersign.approvals a where task_id = $1
     union all select e::text from countersign.effects e where task_id = $1
     union all select h::text from countersign.task_events h where task_id = $1`,
    [s.id],
  )
  const text = left.map(({ row }) => row).join('\n')
  expect(text).not.toContain('secret')
  for (const kept of [seen.digest, 'ana', 'kept', 'erased', 'asked to'])
    expect(text).toContain(kept)
  const again = p.approver.requeue(s.id, 'ana')
  await refused(again, 'CS002')
})

it('an erased task is not taken up again', async () => {
  const s = await scenario(p)
  await p.approver.cancel(s.id, 'ana')
  await p.approver.erase(s.id, 'ana')
  const refusal = await refused(p.approver.requeue(s.id, 'ana'), 'CS002')
  expect(refusal.message).toContain('erased')
})

it('answers the files that no other task holds, again and again until they are gone', async () => {
  const one = await finishedWith('only mine', 'shared')
  const two = await finishedWith('shared')
  expect(await p.approver.erase(one, 'ana')).toEqual([hashOf('only mine')])
  expect(await p.approver.erase(one, 'ana')).toEqual([hashOf('only mine')])
  expect(await p.worker.sweepFiles([], 10)).toEqual([hashOf('only mine')])
  expect(await p.worker.sweepFiles([hashOf('only mine')], 10)).toEqual([])
  expect(await p.approver.erase(one, 'ana')).toEqual([])
  expect(await p.approver.erase(two, 'ana')).toEqual([hashOf('shared')])
  expect(await p.worker.sweepFiles([], 10)).toEqual([hashOf('shared')])
  expect(await p.worker.sweepFiles([hashOf('shared')], 10)).toEqual([])
})

it('a file that a task holds is never among them, whoever says that it was deleted', async () => {
  const one = await finishedWith('held')
  expect(await p.worker.sweepFiles([hashOf('held')], 10)).toEqual([])
  expect(await p.approver.erase(one, 'ana')).toEqual([hashOf('held')])
  expect(await p.worker.sweepFiles([], 10)).toEqual([hashOf('held')])
})
