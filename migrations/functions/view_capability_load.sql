-- Each capability against its caps, and what holds the rest back: the person (parked), the day (ceiling), a
-- pause, or nobody. `startable` is how many of its tasks a claim could start now.
create or replace view countersign.capability_load with (security_barrier) as
select
  c.name as capability,
  c.max_running,
  c.max_parked,
  c.daily_ceiling,
  c.time_zone,
  c.paused_at,
  c.paused_by,
  c.paused_reason,
  load.running,
  load.running_live,
  load.parked,
  load.started,
  today.started as started_today,
  load.ready_started,
  load.ready_new,
  load.oldest_ready_at,
  case
    when c.paused_at is not null then 'paused'
    when load.ready_started + load.ready_new = 0 then null
    when c.max_running <= load.running_live then 'running'
    when load.ready_started > 0 then null
    when c.max_parked <= load.started then 'person'
    when c.daily_ceiling <= today.started then 'ceiling'
  end as held_by
from countersign.capabilities c
cross join lateral (
  select case
    when c.started_on >= (clock_timestamp() at time zone c.time_zone)::date then c.started_count
    else 0
  end as started
) as today
cross join lateral (
  select
    count(*) filter (where t.status = 'running') as running,
    count(*) filter (where t.status = 'running' and t.lease_expires_at > clock_timestamp()) as running_live,
    count(*) filter (where t.status = 'needs_approval') as parked,
    count(*) filter (where t.started_at is not null) as started,
    count(*) filter (where t.status in ('pending', 'approved') and t.started_at is not null and t.run_at <= clock_timestamp()) as ready_started,
    count(*) filter (where t.status = 'pending' and t.started_at is null and t.run_at <= clock_timestamp()) as ready_new,
    min(t.run_at) filter (where t.status in ('pending', 'approved') and t.run_at <= clock_timestamp()) as oldest_ready_at
  from countersign.tasks t
  where t.capability = c.name
    and t.status in ('pending', 'approved', 'running', 'needs_approval')
) as load;

grant select on countersign.capability_load to countersign_approver, countersign_reaper, countersign_reader;
