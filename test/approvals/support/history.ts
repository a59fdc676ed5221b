// Days of history, written straight into the tables as a month of use would have left it.
import type { Database } from '#database'

/**
 * Ended tasks of the last fourteen days with their requests and effects, and thirty days of signal readings.
 * Nothing here breaks a promise: every effect has a decision at its level.
 */
export async function writeHistory(admin: Database, perDay = 9): Promise<void> {
  await admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: tasksSql, values: [perDay] },
    { text: requestsSql },
    { text: effectsSql },
    { text: readingsSql },
  ])
}

const tasksSql = `
insert into countersign.tasks (
  capability, status, linked, step, reason, created_at, updated_at, started_at, finished_at
)
select
  (array['job-application', 'job-application', 'vm-operation', 'job-search'])[1 + n % 4],
  status, status in ('completed', 'rejected'), -- those were asked for: no trigger says so here
  'apply', 'history', ended - interval '7 hours', ended, ended - interval '7 hours', ended
from generate_series(1, 13) as day
cross join generate_series(1, $1::integer + 6) as n
cross join lateral (
  select date_trunc('day', statement_timestamp()) - day * interval '1 day'
    + interval '8 hours' + n * interval '11 minutes' as ended
) as moment
cross join lateral (
  select (array[
    'completed', 'completed', 'completed', 'completed', 'skipped', 'completed', 'rejected', 'completed', 'expired'
  ])[1 + (n + day) % 9] as status
) as ended_as
where n <= $1 + (day * 7) % 6`

const requestsSql = `
insert into countersign.approvals (
  task_id, capability, gate, revision, state, body, digest, level, effects, opened_at, expires_at,
  verdict, decided_by, decided_at, decided_level, not_before, act_before, used_at
)
select id, capability, 'history', 1, case status when 'completed' then 'spent' else 'rejected' end,
  body, encode(sha256(convert_to(body, 'UTF8')), 'hex'), 'session', array['submit'],
  finished_at - (2 + extract(day from finished_at)::integer % 5) * interval '61 minutes', finished_at + interval '1 day',
  case status when 'completed' then 'approve' else 'reject' end, 'local', finished_at - interval '10 minutes', 'session',
  finished_at - interval '9 minutes', finished_at + interval '6 hours',
  case status when 'completed' then finished_at - interval '3 minutes' end
from countersign.tasks
cross join lateral (
  select '{"action":{"effects":[{"digest":"0","name":"submit"}],"n":' || id || '},"gate":"history","shown":{},"v":1}' as body
) as written
where reason = 'history' and status in ('completed', 'rejected')`

const effectsSql = `
insert into countersign.effects (
  task_id, capability, approval_id, gate, name, ordinal, digest, part_digest, status, token, call, outcome,
  began_at, acts_until, settled_at, settled_by
)
select task_id, capability, id, gate, 'submit', 1, digest, '0', 'done', gen_random_uuid(), gen_random_uuid(), '{}',
  used_at, used_at + interval '1 minute', used_at + interval '20 seconds', 'worker'
from countersign.approvals
where gate = 'history' and state = 'spent'`

const readingsSql = `
insert into countersign.signal_readings (signal, at, owner, value, threshold, colour)
select s.signal, statement_timestamp() - hour * interval '1 hour', s.owner, v.value, s.threshold,
  case when v.value > s.threshold then 'red' else 'green' end
from countersign.signals s
cross join generate_series(1, 719) as hour
cross join lateral (
  select case s.signal
    when 'unanswered' then greatest(0, 4 + round(4 * sin(hour / 38.0)))
    when 'reaper_age_seconds' then 1800 + (hour * 37) % 1800
    when 'expired' then greatest(0, 14 - hour / 52)
    when 'unclaimed' then case when hour between 200 and 206 then 9 else 0 end
    else 0
  end::numeric as value
) as v`
