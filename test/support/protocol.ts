// A database whose protocol is ready to use: logins for every role, capabilities and gates, the verbs.
import { createHash } from 'node:crypto'
import { afterEach, expect } from 'vitest'
import { approverVerbs, type Claimed, enqueue, reaperVerbs, workerVerbs } from '#queue'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { until } from './wait.ts'

/** Columns of a row of `capabilities`; what is left out has the table's default, caps are off. */
export interface CapabilityRow {
  name: string
  first_step?: string
  max_running?: number
  max_parked?: number
  daily_ceiling?: number
  time_zone?: string
  lease_seconds?: number
  max_attempts?: number
  max_lost_leases?: number
  max_slices?: number
  max_age_seconds?: number
  notify?: boolean
}

/** Columns of a row of `gates`; undo is 0 s unless it is given, so that an approval is due at once. */
export interface GateRow {
  capability: string
  name: string
  level?: 'none' | 'session' | 'passkey'
  irreversible?: boolean
  sentence?: string
  effects?: string[]
  editable?: string[]
  answer_within_seconds?: number
  undo_seconds?: number
  act_before_seconds?: number
  act_within_seconds?: number
  ungated_reason?: string
}

/**
 * A migrated test database with one worker login (bound to every capability made here), an approver,
 * a reaper and a reader. Unless `checked` is false, `violations` must be empty after every test.
 */
export async function protocol({ checked = true } = {}) {
  const db = await testDatabase()
  const logins = {
    worker: await db.login('worker', 'countersign_worker'),
    approver: await db.login('approver', 'countersign_approver'),
    reaper: await db.login('reaper', 'countersign_reaper'),
    reader: await db.login('reader', 'countersign_reader'),
  }
  if (checked) {
    afterEach(async () => {
      expect(await db.admin.query('select * from countersign.violations')).toEqual([])
    })
  }
  const worker = workerVerbs(db.as(logins.worker))
  return {
    db,
    admin: db.admin,
    logins,
    worker,
    approver: approverVerbs(db.as(logins.approver)),
    reaper: reaperVerbs(db.as(logins.reaper)),
    capability: (row: CapabilityRow) => addCapability(db, logins.worker, row),
    /** Lets one more login work on a capability. */
    bind: (login: string, capability: string) =>
      db.admin.query(
        'update countersign.capabilities set workers = workers || $1::name where name = $2',
        [login, capability],
      ),
    gate: (row: GateRow) => addGate(db, row),
    /** Adds a task as the worker and answers its id. */
    task: async (
      capability: string,
      more: { key?: string; payload?: unknown; priority?: number; runAt?: Date } = {},
    ) => (await enqueue(db.as(logins.worker), { capability, payload: {}, ...more })).taskId,
    /** Claims exactly one task of a capability; fails where there is none. */
    claimOne: async (
      capability: string,
      options: { worker?: string; sweep?: boolean } = {},
    ): Promise<Claimed> => {
      // The server says that a verb is refused a moment before it lets its locks go, and claims skip
      // what is locked: so a claim right behind a refusal may come too early.
      const claim = () => worker.claim({ capability, worker: 'w1', ...options })
      const what = `something to claim of ${capability}`
      return await until(async () => (await claim())[0], { timeoutMs: 1_000, what })
    },
    status: async (task: number) => {
      const [row] = await db.admin.query<{ status: string }>(
        'select status from countersign.tasks where id = $1',
        [task],
      )
      return row?.status
    },
    /** The task's newest request. */
    request: async (task: number) => {
      const [row] = await db.admin.query<RequestRow>(
        'select * from countersign.approvals where task_id = $1 order by revision desc limit 1',
        [task],
      )
      if (!row) throw new Error(`task ${task} has no request`)
      return { ...row, seen: { approvalId: row.id, revision: row.revision, digest: row.digest } }
    },
  }
}

export type Protocol = Awaited<ReturnType<typeof protocol>>

interface RequestRow extends Record<string, unknown> {
  id: number
  public_id: string
  revision: number
  digest: string
  state: string
  gate: string
  body: string
  level: string
  opened_at: Date
  expires_at: Date | null
  verdict: string | null
  decided_by: string | null
}

/** The canonical text of a request whose action lists these effects, each with a part of its own. */
export function bodyOf(
  gate: string,
  effects: readonly string[] = [],
  more: Record<string, string> = {},
): string {
  const listed = effects.map((name) => ({ name, target: `target of ${name}` }))
  const extra = Object.fromEntries(Object.entries(more).sort(([a], [b]) => (a < b ? -1 : 1)))
  const action = sorted({ ...extra, ...(effects.length > 0 ? { effects: listed } : {}) })
  return JSON.stringify({ action, gate, shown: {}, v: 1 })
}

export function digestOf(body: string): string {
  return createHash('sha256').update(body, 'utf8').digest('hex')
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function addCapability(db: TestDatabase, worker: string, row: CapabilityRow) {
  await insert(db, 'capabilities', { first_step: 'first', workers: [worker], ...row })
}

async function addGate(db: TestDatabase, row: GateRow) {
  await insert(db, 'gates', {
    level: 'session',
    irreversible: true,
    sentence: 'Do it',
    undo_seconds: 0,
    ...row,
  })
}

async function insert(db: TestDatabase, table: string, row: Record<string, unknown>) {
  const names = Object.keys(row)
  const marks = names.map((_, at) => `$${at + 1}`)
  await db.admin.query(
    `insert into countersign.${table} (${names.join(', ')}) values (${marks.join(', ')})`,
    Object.values(row),
  )
}
