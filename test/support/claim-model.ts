// What a claim should hand out, written a second time: a plain sort, and the caps as a person reads them.
import type { Database } from '#database'

export interface Caps {
  maxRunning?: number
  maxParked?: number
  /** How many new tasks the day still allows. */
  leftToday?: number
}

/** A task as a claim weighs it; the time is in microseconds. */
export interface Weighed {
  id: number
  status: string
  started: boolean
  priority: number
  runAt: number
}

const unfinished = ['pending', 'approved', 'running', 'needs_approval']

/** Reads the unfinished tasks of a capability, and the database's time. */
export async function weigh(admin: Database, capability: string) {
  const tasks = await admin.query<{
    id: number
    status: string
    started: boolean
    priority: number
    run_at: number
    now: number
  }>(
    `select id, status, started_at is not null as started, priority,
       (extract(epoch from run_at) * 1e6)::bigint as run_at
     from countersign.tasks
     where capability = $1 and status = any ($2)`,
    [capability, unfinished],
  )
  const [clock] = await admin.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1e6)::bigint as now',
  )
  return {
    tasks: tasks.map(({ run_at, ...task }): Weighed => ({ ...task, runAt: run_at })),
    now: clock?.now ?? 0,
  }
}

/** All that is due, in the order of claims: approved, started, new; then priority; then age. */
export function inOrder(tasks: readonly Weighed[], now: number): Weighed[] {
  return tasks
    .filter(({ status, runAt }) => (status === 'pending' || status === 'approved') && runAt <= now)
    .sort(
      (a, b) => kind(a) - kind(b) || b.priority - a.priority || a.runAt - b.runAt || a.id - b.id,
    )
}

/** The ids that one claim of at most `limit` should hand out now. */
export function nextBatch(
  tasks: readonly Weighed[],
  now: number,
  caps: Caps,
  limit: number,
): number[] {
  const running = tasks.filter(({ status }) => status === 'running').length
  const begun = tasks.filter(({ started }) => started).length
  let room = Math.min(limit, (caps.maxRunning ?? Infinity) - running)
  let places = Math.min((caps.maxParked ?? Infinity) - begun, caps.leftToday ?? Infinity)
  const batch: number[] = []
  for (const task of inOrder(tasks, now)) {
    if (room <= 0) break
    if (!task.started) {
      if (places <= 0) break
      places -= 1
    }
    room -= 1
    batch.push(task.id)
  }
  return batch
}

function kind({ status, started }: Weighed): number {
  if (status === 'approved') return 0
  return started ? 1 : 2
}
