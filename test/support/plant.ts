// Puts many tasks into a capability at once, in any standing that claims tell apart.
import type { Database } from '#database'

export interface Planted {
  /** `held`: running under a live lease of nobody; `lapsed`: running, its lease over. */
  standing: 'new' | 'started' | 'approved' | 'held' | 'lapsed' | 'parked'
  priority?: number
  /** How long ago it became due; negative for the future. */
  dueSecondsAgo?: number
}

/**
 * Inserts tasks with the requests and the history that the standing needs, so that `violations` stays
 * empty, and answers their ids in the order given.
 */
export async function plant(
  admin: Database,
  capability: string,
  tasks: readonly Planted[],
): Promise<number[]> {
  const values = [
    capability,
    tasks.map(({ standing }) => standing),
    tasks.map(({ priority }) => priority ?? 0),
    tasks.map(({ dueSecondsAgo }) => dueSecondsAgo ?? 60),
  ]
  const [, rows] = await admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: statement, values },
  ])
  return (rows ?? []).map(({ id }) => Number(id))
}

const statement = `
with given as (
  select *
  from unnest($2::text[], $3::int[], $4::float8[]) with ordinality
    as given (standing, priority, due_seconds_ago, ordinal)
), planted as (
  select *, nextval(pg_get_serial_sequence('countersign.tasks', 'id')) as id,
    case standing
      when 'approved' then 'approved'
      when 'parked' then 'needs_approval'
      when 'held' then 'running'
      when 'lapsed' then 'running'
      else 'pending'
    end as status
  from given
), task as (
  insert into countersign.tasks (id, capability, status, step, priority, run_at, started_at, claimed_by,
    claimed_at, lease_token, lease_expires_at, linked)
  select id, $1, status, 'first', priority,
    clock_timestamp() - make_interval(secs => due_seconds_ago),
    case when standing <> 'new' then clock_timestamp() - interval '1 hour' end,
    case when status = 'running' then 'nobody' end,
    case when status = 'running' then clock_timestamp() - interval '1 hour' end,
    case when status = 'running' then gen_random_uuid() end,
    case standing
      when 'held' then clock_timestamp() + interval '1 hour'
      when 'lapsed' then clock_timestamp() - interval '1 minute'
    end,
    standing in ('approved', 'parked')
  from planted
), event as (
  insert into countersign.task_events (task_id, capability, kind, now)
  select id, $1, 'task', status from planted
), request as (
  insert into countersign.approvals (task_id, capability, gate, revision, state, digest, level, verdict,
    decided_by, decided_at)
  select id, $1, 'question', 1, case standing when 'parked' then 'open' else 'approved' end, '', 'none',
    case standing when 'approved' then 'answer' end,
    case standing when 'approved' then 'ana' end,
    case standing when 'approved' then clock_timestamp() end
  from planted
  where standing in ('approved', 'parked')
)
select id from planted order by ordinal`
