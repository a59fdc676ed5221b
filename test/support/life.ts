// A picture of everything stored, and the rest of a task's life after something went wrong in it.
import { expect } from 'vitest'
import type { Database } from '#database'
import { isRefusal } from '#queue'
import { age } from './age.ts'
import { bodyOf, type Protocol } from './protocol.ts'

const left = [
  'deliveries',
  'artifacts',
  'effects',
  'approvals',
  'tasks',
  'task_events',
  'task_keys',
  'memory',
  'invocations',
  'signal_readings',
]

/**
 * Empties what tasks leave behind, so that the next picture holds one stage only; of what is declared,
 * `housekeeping` stays. Deletes, because to truncate so many small tables takes longer than all the rest.
 */
export async function emptied(admin: Database): Promise<void> {
  const statements = [
    `set local session_replication_role = 'replica'`,
    ...left.map((table) => `delete from countersign.${table}`),
    `delete from countersign.gates where capability <> 'housekeeping'`,
    `delete from countersign.capabilities where name <> 'housekeeping'`,
  ]
  await admin.transaction((tx) => tx.query(statements.join(';')))
}

/**
 * What is stored, without ids and times: how every task, request and effect stands, the whole history,
 * and how much of everything there is. Two pictures are equal where the same happened, as often.
 */
export async function picture(admin: Database): Promise<unknown> {
  const [row] = await admin.query<{ picture: unknown }>(
    `select jsonb_build_object(${parts}) as picture`,
  )
  return row?.picture
}

const lists = {
  tasks: `select id, status, step, state, result, error, attempts, lost_leases, slices, claimed_by,
      lease_expires_at > clock_timestamp() as leased, lease_expires_at > claimed_at + (
        select make_interval(secs => lease_seconds) from countersign.capabilities where name = capability
      ) as renewed, cancel_requested_at is not null as cancel,
      started_at is not null as started, finished_at is not null as finished, erased_at is not null as erased
    from countersign.tasks`,
  requests: `select id, gate, revision, state, case when gate <> 'uncertain' then digest end as digest, verdict,
      decided_by, used_at is not null as used, extended, revoked_by, ends_as
    from countersign.approvals`,
  effects: 'select id, name, status, handle, outcome, settled_by from countersign.effects',
  events: 'select id, kind, subject, was, now, actor, step from countersign.task_events',
}
const counts = [...left, 'gates'].map(
  (table) => `'${table}', (select count(*) from countersign.${table})`,
)
const parts = [
  ...Object.entries(lists).map(
    ([name, query]) =>
      `'${name}', (select jsonb_agg(to_jsonb(row) - 'id' order by row.id) from (${query}) as row)`,
  ),
  `'paused', (select jsonb_agg(paused_by order by name) from countersign.capabilities)`,
  `'started', (select sum(started_count) from countersign.capabilities)`,
  `'rows', jsonb_build_object(${counts.join(', ')})`,
].join(', ')

/**
 * Lives the rest of every task's life: workers die, the reaper comes by, a truthful person answers, a
 * worker acts and completes. Fails unless all of them end, each effect done at most once, no promise broken
 * before and after.
 */
export async function finishLives(p: Protocol, capability: string): Promise<void> {
  await expectSound(p)
  await p.approver.resume(capability, 'ana')
  for (let turn = 0; turn < 12; turn++) {
    const unfinished = await p.admin.query<{ id: number; status: string }>(
      'select id, status from countersign.tasks where finished_at is null and capability = $1',
      [capability],
    )
    if (unfinished.length === 0) return await expectSound(p)
    for (const { id, status } of unfinished) await liveOn(p, capability, id, status)
  }
  const stuck = await p.admin.query(
    'select id, status, step from countersign.tasks where finished_at is null',
  )
  expect(stuck, 'tasks that never ended').toEqual([])
}

async function expectSound({ admin }: Protocol): Promise<void> {
  expect(await admin.query('select * from countersign.violations')).toEqual([])
  const twice = await admin.query(
    `select task_id, name from countersign.effects where status = 'done' group by 1, 2 having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

async function liveOn(p: Protocol, capability: string, id: number, status: string) {
  if (status === 'running') {
    await age(p.admin, 'tasks', id, { lease_expires_at: '2 days' })
    await p.reaper.reap(100)
  } else if (status === 'needs_approval') await answered(p, id)
  else {
    await age(p.admin, 'tasks', id, { run_at: '2 days' })
    await worked(p, capability)
  }
}

async function answered(p: Protocol, id: number): Promise<void> {
  const request = await p.request(id)
  const by = { by: 'ana', level: 'session' } as const
  if (request.gate === 'question') await p.approver.answer(request.seen, { ...by, answers: {} })
  else if (request.gate !== 'uncertain') {
    await p.approver.decide(request.seen, { ...by, verdict: 'approve' })
  } else {
    await p.admin.query(`update countersign.effects set acts_until = began_at where task_id = $1`, [
      id,
    ])
    await p.approver.decide(request.seen, { ...by, verdict: 'did_not_happen' })
  }
}

async function worked(p: Protocol, capability: string): Promise<void> {
  const [lease] = await p.worker.claim({ capability, worker: 'w9' })
  if (!lease) return
  const { request, effects } = lease
  if (effects.some(({ status }) => status !== 'done')) {
    await p.worker.park(lease, { gate: 'uncertain', body: null, step: lease.step })
    return
  }
  const approved = request?.state === 'approved' && request.gate === 'act' ? request : undefined
  try {
    for (const name of approved ? ['e1', 'e2'] : []) {
      if (!approved?.body?.includes(`"${name}"`)) continue
      const begun = await p.worker.beginEffect(lease, { name, digest: approved.digest })
      if (begun.answer === 'go') await p.worker.finishEffect(begun.effectId, lease.token, 'done')
    }
  } catch (error) {
    // The approval was used up or lapsed by what happened before: the person is asked again.
    if (!isRefusal(error)) throw error
    await p.worker.park(lease, { gate: 'act', body: bodyOf('act', ['e2']), step: lease.step })
    return
  }
  await p.worker.complete(lease, { ok: true })
}
