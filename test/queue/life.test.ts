// One task's whole way through the protocol, from enqueue to receipt.
import { expect, it } from 'vitest'
import { bodyOf, protocol } from '../support/protocol.ts'

const p = await protocol()
await p.capability({ name: 'application', max_running: 2, max_parked: 8, daily_ceiling: 15 })
await p.gate({ capability: 'application', name: 'submit', effects: ['submit'] })

it('asks, is approved, acts once and completes, and the history tells it', async () => {
  const id = await p.task('application', { payload: { posting: 7 } })
  const first = await p.claimOne('application')
  expect(first).toMatchObject({
    id,
    step: 'first',
    payload: { posting: 7 },
    request: null,
    effects: [],
  })

  const body = bodyOf('submit', ['submit'])
  await p.worker.park(first, { gate: 'submit', body, step: 'submit', state: { draft: 1 } })
  expect(await p.status(id)).toBe('needs_approval')
  expect(await p.worker.claim({ capability: 'application', worker: 'w1' })).toEqual([])

  const { seen } = await p.request(id)
  const said = await p.approver.decide(seen, { verdict: 'approve', by: 'ana', level: 'session' })
  expect(said).toMatchObject({ state: 'approved', taskStatus: 'approved', replayed: false })

  const second = await p.claimOne('application')
  expect(second).toMatchObject({
    id,
    step: 'submit',
    state: { draft: 1 },
    request: { body, decidedBy: 'ana' },
  })
  const begun = await p.worker.beginEffect(second, { name: 'submit', digest: seen.digest })
  expect(begun.answer).toBe('go')
  await p.worker.finishEffect(begun.effectId, second.token, 'done', { receipt: 'R1' })
  expect(await p.worker.complete(second, { sent: true })).toBe('completed')

  const history = await p.admin.query<{ line: string }>(
    `select concat_ws(' ', kind, subject, was, '>', now, actor) as line
     from countersign.task_events where task_id = $1 order by id`,
    [id],
  )
  const worker = p.logins.worker
  expect(history.map(({ line }) => line)).toEqual([
    `task > pending ${worker}`,
    'task pending > running w1',
    'request submit revision 1 > open w1',
    'task running > needs_approval w1',
    'request submit revision 1 open > approved ana',
    'task needs_approval > approved ana',
    'task approved > running w1',
    'effect submit > intent w1',
    'request submit revision 1 approved > spent w1',
    'effect submit intent > done w1',
    'task running > completed w1',
  ])
})
