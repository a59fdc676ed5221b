// Workloads made up by a test, run by the real runner on a real database.

import { afterEach, expect } from 'vitest'
import {
  approverVerbs,
  type Definition,
  enqueue,
  type Implementation,
  type Log,
  loopbackPolicy,
  type Policy,
  reaperVerbs,
  type TickOptions,
  tick,
  workerVerbs,
  writeRegistry,
} from '#queue'
import { age } from './age.ts'
import { testDatabase } from './test-database.ts'

interface Made {
  definition: Definition
  implementation: Implementation
}

/** A database with the given workloads registered, one login for them, and ways to run and look. */
export async function workshop(made: readonly Made[], { checked = true } = {}) {
  const db = await testDatabase()
  const worker = await db.login('worker', 'countersign_worker')
  const approverLogin = await db.login('approver', 'countersign_approver')
  const approver = approverVerbs(db.as(approverLogin))
  const reaper = reaperVerbs(db.as(await db.login('reaper', 'countersign_reaper')))
  const register = (policy: Policy = loopbackPolicy) =>
    writeRegistry(
      db.admin,
      made.map(({ definition }) => definition),
      { policy, login: () => worker },
    )
  await register()
  if (checked) {
    afterEach(async () => {
      expect(await db.admin.query('select * from countersign.violations')).toEqual([])
    })
  }
  const lines: Record<string, unknown>[] = []
  const log: Log = (event, facts) => lines.push({ event, ...facts })
  let trips = 0
  const database = db.as(worker, { onRoundTrip: () => trips++ })
  return {
    db,
    admin: db.admin,
    approver,
    reaper,
    register,
    verbs: workerVerbs(database),
    /** The login of the workloads. */
    worker,
    approverLogin,
    log,
    /** Every line logged so far. */
    lines,
    enqueue: async (capability: string, payload: unknown = {}, payloadVersion = 1) =>
      (await enqueue(database, { capability, payload, payloadVersion })).taskId,
    tick: (options: Partial<TickOptions> = {}) =>
      tick({
        database,
        workloads: made.map(({ definition, implementation }) => ({
          definition,
          load: async () => ({ implementation }),
        })),
        function: 'test',
        policy: loopbackPolicy,
        log,
        withinMs: 60_000,
        marginMs: 1_000,
        statements: () => trips,
        ...options,
      }),
    task: async (id: number) => {
      const [row] = await db.admin.query<TaskRow>('select * from countersign.tasks where id = $1', [
        id,
      ])
      if (!row) throw new Error(`there is no task ${id}`)
      return row
    },
    /** The task's newest request, with what a decision on it needs. */
    request: async (id: number) => {
      const [row] = await db.admin.query<RequestRow>(
        'select * from countersign.approvals where task_id = $1 order by revision desc limit 1',
        [id],
      )
      if (!row) throw new Error(`task ${id} has no request`)
      return { ...row, seen: { approvalId: row.id, revision: row.revision, digest: row.digest } }
    },
    effects: (id: number) =>
      db.admin.query(
        'select name, status, outcome from countersign.effects where task_id = $1 order by id',
        [id],
      ),
    /** Approves the task's open request and lets the time for undo pass. */
    approve: async (id: number) => {
      const [row] = await db.admin.query<RequestRow>(
        `select * from countersign.approvals where task_id = $1 and state = 'open'`,
        [id],
      )
      if (!row) throw new Error(`task ${id} has no open request`)
      const seen = { approvalId: row.id, revision: row.revision, digest: row.digest }
      const said = await approver.decide(seen, { verdict: 'approve', by: 'ana', level: 'session' })
      await age(db.admin, 'approvals', row.id, { not_before: '1 hour', decided_at: '1 hour' })
      await age(db.admin, 'tasks', id, { run_at: '1 hour' })
      return said
    },
    /** Makes a task that waits due now. */
    due: (id: number) => age(db.admin, 'tasks', id, { run_at: '1 day' }),
  }
}

interface TaskRow extends Record<string, unknown> {
  id: number
  status: string
  step: string
  state: unknown
  result: unknown
  error: unknown
  reason: string | null
  attempts: number
  slices: number
}

interface RequestRow extends Record<string, unknown> {
  id: number
  public_id: string
  revision: number
  digest: string
  state: string
  gate: string
  body: string
  difference: unknown
}
