// Rows as they would lie there after months, without the months: in bulk, past triggers and statistics.
import { capability } from './hot-path.ts'
import type { Protocol } from './protocol.ts'

/** The tables that grow with use. */
export const growing = ['tasks', 'task_events', 'task_keys', 'approvals', 'effects', 'deliveries']
/** A capability that is full, with a backlog that its cap holds back. */
export const full = 'full'

/** A moment so many days ago, another one for each row. */
export const ago = (days: number) => `now() - interval '${days} days' - n * interval '1 ms'`

/** Puts rows of every kind beside each other, in the capability of the hot path unless it says otherwise. */
export function months({ admin }: Protocol) {
  const fill = async (table: string, columns: string, values: string, rows: number) => {
    await admin.batch([
      { text: `select set_config('session_replication_role', 'replica', true)` },
      {
        text: `insert into countersign.${table} (${columns})
               select ${values} from generate_series(1, $1::int) as n`,
        values: [rows],
      },
    ])
  }
  const tasks = (columns: string, values: string, rows: number, of = capability) =>
    fill('tasks', `capability, step, ${columns}`, `'${of}', 'first', ${values}`, rows)
  let older = 2

  /** What finished work leaves behind, beside the task: a tenth of it asked a person and acted. */
  const traces = async (rows: number) => {
    const of = `'${capability}'`
    await fill(
      'task_events',
      'task_id, capability, kind, now',
      `n, ${of}, 'task', 'completed'`,
      rows,
    )
    await fill(
      'task_keys',
      'capability, key, payload_digest, task_id',
      `${of}, 'old ' || gen_random_uuid(), '', n`,
      rows / 4,
    )
    await fill(
      'approvals',
      'task_id, capability, gate, revision, state, digest, level, effects, verdict, decided_by, decided_at',
      `-n, ${of}, 'act', $1::int + n, 'spent', '', 'session', '{submit}', 'approve', 'ana', ${ago(8)}`,
      rows / 10,
    )
    await fill(
      'effects',
      'task_id, capability, gate, name, ordinal, digest, part_digest, status, token, call, acts_until, settled_at',
      `-n - $1::int, ${of}, 'act', 'submit', 1, '', '', 'done', gen_random_uuid(), gen_random_uuid(), ${ago(8)}, ${ago(8)}`,
      rows / 10,
    )
    await fill(
      'deliveries',
      'approval_id, kind, channel, status, delivered_at',
      `-n - $1::int, 'request', 'mail', 'delivered', ${ago(8)}`,
      rows / 10,
    )
  }
  return {
    waiting: (rows: number) => tasks('run_at', ago(1), rows),
    /** Work for a round, before all that waits: no claim passes over what earlier rounds left dead. */
    freshHead: () => tasks('run_at', ago(older++), 500),
    finished: async (rows: number) => {
      await tasks('status, started_at, finished_at', `'completed', ${ago(9)}, ${ago(8)}`, rows)
      await traces(rows)
    },
    /** At the head of the order, but not due. */
    future: (rows: number) =>
      tasks('priority, run_at', `9, now() + interval '1 day' + n * interval '1 ms'`, rows),
    /** Of the full capability: one runs, the rest has to wait for it. */
    held: async (rows: number) => {
      const lease = `'running', now(), 'nobody', now(), gen_random_uuid(), now() + interval '1 day'`
      const columns = 'status, started_at, claimed_by, claimed_at, lease_token, lease_expires_at'
      await tasks(columns, lease, 1, full)
      await tasks('priority, run_at', `9, ${ago(2)}`, rows, full)
    },
  }
}
