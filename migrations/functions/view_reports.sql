-- Figures for reports, metrics and a sync: no bodies, no values. Those that leave out columns only, and no rows,
-- have no security_barrier: behind one, no index gives an order, and the newest fifty cost as much as all.

create or replace view countersign.task_overview as
select id, capability, status, step, priority, run_at, idempotency_key, attempts, lost_leases, slices, claimed_by,
  lease_expires_at, cancel_requested_at, parent_id, actor, reason, created_at, updated_at, started_at, finished_at, erased_at
from countersign.tasks;

create or replace view countersign.task_history as
select id, task_id, capability, at, kind, subject, was, now, actor, reason, login, step,
  (case when was = 'running' then coalesce(lasted_seconds, extract(epoch from at - claimed_at)) end)::numeric(12, 3) as lasted_seconds
from countersign.task_events;

create or replace view countersign.request_overview as
select id, public_id, task_id, capability, gate, revision, state, digest, level, effects, opened_at, expires_at, extended,
  verdict, decided_by, decided_at, decided_level, not_before, act_before, used_at, revoked_at, revoked_by, effect_id, ends_as
from countersign.approvals;

create or replace view countersign.effect_overview as
select id, task_id, capability, approval_id, ungated_reason, gate, name, ordinal, digest, status, began_at, acts_until,
  settled_at, settled_by
from countersign.effects;

-- How many unfinished tasks stand in each state. One part for each partial index, so that what is finished is
-- never read.
create or replace view countersign.queue_depth with (security_barrier) as
select capability, status, count(*) as tasks, min(created_at) as oldest_created_at
from (
  select capability, status, created_at from countersign.tasks where status in ('pending', 'approved')
  union all
  select capability, status, created_at from countersign.tasks where status = 'running'
  union all
  select capability, status, created_at from countersign.tasks where status = 'needs_approval'
) as unfinished
group by capability, status;

-- Claims per capability and hour, over the last day.
create or replace view countersign.claim_rate with (security_barrier) as
select capability, date_trunc('hour', at) as hour, count(*) as claims
from countersign.task_events
where kind = 'task' and now = 'running' and at > statement_timestamp() - interval '24 hours'
group by capability, date_trunc('hour', at);

-- How long it took from a claim to the end of it, per capability, over the last day. What the reaper took back
-- is left out: that is how long nobody noticed, not how long the work took.
create or replace view countersign.processing_time with (security_barrier) as
select capability, count(*) as claims, avg(lasted_seconds) as mean_seconds,
  percentile_cont(0.95) within group (order by lasted_seconds) as p95_seconds
from countersign.task_history
where kind = 'task' and was = 'running' and actor is distinct from 'reaper' and at > statement_timestamp() - interval '24 hours'
group by capability;

-- What the reaper did, run by run, over the last week.
create or replace view countersign.reaper_activity with (security_barrier) as
select id, started_at, ended_at, outcome, detail
from countersign.invocations
where function = 'reaper' and ended_at > statement_timestamp() - interval '7 days';

create or replace view countersign.invocation_overview as
select id, function, capabilities, outcome, started_at, ended_at, claimed, advanced, parked, finished, failed, statements, login
from countersign.invocations;

create or replace view countersign.signal_history as
select signal, at, owner, value, threshold, colour
from countersign.signal_readings;

-- The headline figure: effects done, effects done under a decision that reached its level, and the rest.
create or replace view countersign.proof with (security_barrier) as
select
  e.capability,
  count(*) as done,
  count(*) filter (where e.approval_id is not null and a.verdict = 'approve'
    and array_position(array['none', 'session', 'passkey'], a.decided_level) >= array_position(array['none', 'session', 'passkey'], a.level)) as decided,
  count(*) filter (where e.approval_id is null and e.ungated_reason is not null) as ungated,
  clock_timestamp() as read_at
from countersign.effects e
left join countersign.approvals a on a.id = e.approval_id
where e.status = 'done'
group by e.capability;

grant select on
  countersign.task_overview, countersign.task_history, countersign.request_overview, countersign.effect_overview,
  countersign.queue_depth, countersign.claim_rate, countersign.processing_time, countersign.reaper_activity,
  countersign.invocation_overview, countersign.signal_history, countersign.proof
to countersign_approver, countersign_reaper, countersign_reader;
