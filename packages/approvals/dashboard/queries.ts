// The figures of the dashboard, each by the exact statement that reads it: what a page shows, /queries/<name> prints.
// Every one is bounded: by a limit, by a partial index, or by the number of capabilities.
import { medianSql, waitingCountSql, waitingSql } from '../sitting/waiting.ts'

export interface FigureQuery {
  title: string
  /** What it says, and where it stops counting. */
  about: string
  text: string
}

/** The proof looks at this many of the newest effects. */
export const proofOf = 2_000
/** A day counts at most this many ends. */
export const dayOf = 1_000

const levels = `array['none', 'session', 'passkey']`

export const queries = {
  proof: {
    title: 'Effects done, and the decisions behind them',
    about: `The newest ${proofOf.toLocaleString('en')} effects. Decided: approved by a person at the level its request demanded. Declared: acts without asking, with a reason in the registry. Otherwise is what remains, and must be 0; the database refuses such an effect in the first place.`,
    text: `
select
  count(*)::integer as done,
  count(*) filter (
    where a.verdict = 'approve'
      and array_position(${levels}, a.decided_level) >= array_position(${levels}, a.level)
  )::integer as decided,
  count(*) filter (where e.approval_id is null and e.ungated_reason is not null)::integer as declared,
  min(e.settled_at) as since,
  clock_timestamp() as read_at
from (
  select approval_id, ungated_reason, settled_at
  from countersign.effect_overview
  where status = 'done'
  order by id desc
  limit ${proofOf}
) as e
left join countersign.request_overview a on a.id = e.approval_id`,
  },
  waiting: {
    title: 'How many requests wait',
    about: 'Open requests whose time is not over, counted to 1,000.',
    text: waitingCountSql,
  },
  requests: {
    title: 'Which requests wait',
    about: 'The most urgent ones first; $1 is how many.',
    text: waitingSql,
  },
  median: {
    title: 'Seconds you take for a decision',
    about:
      'The median between two of your decisions at most ten minutes apart, among the last 500; $1 is your name.',
    text: medianSql,
  },
  capabilities: {
    title: 'Capabilities against their caps',
    about: 'Counted from the rows themselves, each figure to its cap or to 1,000.',
    text: `
select capability, max_running, max_parked, daily_ceiling, time_zone, paused_at, paused_by, paused_reason,
  running::integer, parked::integer, started::integer, started_today, ready_started::integer, ready_new::integer,
  oldest_ready_at, held_by, clock_timestamp() as now
from countersign.capability_load
order by capability`,
  },
  signals: {
    title: 'Signals as they stand, and how often they were red',
    about: 'Readings are kept once an hour; the share is over the last 30 days.',
    text: `
select s.signal, s.owner, s.value, s.threshold, s.colour, s.meaning, s.read_at,
  past.readings::integer, past.red::integer
from countersign.signals s
left join lateral (
  select count(*) as readings, count(*) filter (where colour = 'red') as red
  from (
    select h.colour
    from countersign.signal_history h
    where h.signal = s.signal and h.at > statement_timestamp() - interval '30 days'
    order by h.at desc
    limit 1000
  ) as kept
) as past on true`,
  },
  outcomes: {
    title: 'How tasks ended, by day',
    about: `The last 14 days (UTC); of each day at most ${dayOf.toLocaleString('en')} of each.`,
    text: `
select d.day, ends.status, ended.tasks::integer
from generate_series(0, 13) as back
cross join lateral (
  select date_trunc('day', statement_timestamp(), 'UTC') - back * interval '1 day' as day
) as d
cross join unnest('{completed,skipped,failed,dead,rejected,expired,cancelled}'::text[]) as ends (status)
cross join lateral (
  select count(*) as tasks
  from (
    select
    from countersign.task_overview t
    where t.status = ends.status and t.finished_at >= d.day and t.finished_at < d.day + interval '1 day'
    limit ${dayOf}
  ) as counted
) as ended
where ended.tasks > 0
order by d.day, ends.status`,
  },
  decisions: {
    title: 'Time to a decision, by day',
    about: 'The last 14 days (UTC); median over the first 200 decisions of each day.',
    text: `
select d.day, made.decisions::integer, made.median_seconds
from generate_series(0, 13) as back
cross join lateral (
  select date_trunc('day', statement_timestamp(), 'UTC') - back * interval '1 day' as day
) as d
cross join lateral (
  select count(*) as decisions,
    percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at))::float8 as median_seconds
  from (
    select r.decided_at, r.opened_at
    from countersign.request_overview r
    where r.decided_at >= d.day and r.decided_at < d.day + interval '1 day'
    order by r.decided_at
    limit 200
  ) as counted
) as made
order by d.day`,
  },
  failures: {
    title: 'What went wrong last',
    about: 'The newest failed tasks and dead letters.',
    text: `
(select id, capability, status, reason, finished_at
 from countersign.task_overview
 where status = 'failed' and finished_at > statement_timestamp() - interval '14 days'
 order by finished_at desc, id desc
 limit 6)
union all
(select id, capability, status, reason, finished_at
 from countersign.task_overview
 where status = 'dead' and finished_at > statement_timestamp() - interval '14 days'
 order by finished_at desc, id desc
 limit 6)
order by finished_at desc
limit 6`,
  },
  ungated: {
    title: 'What acts without asking',
    about: 'Effects that the registry declares as needing no decision, with the reason it gives.',
    text: `
select capability, name, sentence, ungated_reason
from countersign.gate_detail
where level = 'none'
order by capability, name`,
  },
} satisfies Record<string, FigureQuery>

export type QueryName = keyof typeof queries
