// A thousand rounds of what two people, or a person and a worker, do at the same moment: one truth each time.
import { expect, it } from 'vitest'
import { approveAgainstReject, revokeAgainstBegin } from '../support/chance.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const rounds = 1_000

it('revoke ∥ begin_effect: exactly one of the two, a thousand times, and each comes first sometimes', async () => {
  const outcomes: string[] = []
  for (let batch = 0; batch < 5; batch++) outcomes.push(...(await revokeAgainstBegin(p, 200)))
  expect(outcomes).toHaveLength(rounds)
  expect([...new Set(outcomes)].sort()).toEqual(['CS012 ok', 'ok CS006'])
}, 120_000)

it('T30 takes one of six who decide at once, a thousand times, and tells the others', async () => {
  const outcomes = await approveAgainstReject(p, rounds)
  expect(outcomes).toHaveLength(rounds)
  expect(new Set(outcomes)).toEqual(new Set(['CS006 CS006 CS006 CS006 CS006 ok']))
  const states = await p.admin.query<{
    state: string
    verdict: string
    tasks: string
    count: number
  }>(
    `select a.state, a.verdict, t.status as tasks, count(*)::integer as count
     from countersign.approvals a
     join countersign.tasks t on t.id = a.task_id
     where a.decided_by like 'p_'
     group by 1, 2, 3`,
  )
  for (const { state, verdict, tasks } of states) {
    expect([state, verdict, tasks]).toEqual(
      verdict === 'approve'
        ? ['approved', 'approve', 'approved']
        : ['rejected', 'reject', 'rejected'],
    )
  }
  expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(rounds)
}, 180_000)
