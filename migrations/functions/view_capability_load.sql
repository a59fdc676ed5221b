-- Each capability against its caps, and what holds the rest back: the running cap, the person (parked), the day
-- (ceiling), a pause, or nothing. A figure never costs more for being large: what runs, waits or was started
-- is counted to its cap or to 1,000, what is ready to 100 of each rank, and there the figure stays.
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
  busy.running,
  busy.running_live,
  waiting.parked,
  begun.started,
  today.started as started_today,
  coalesce(ready.started, 0) as ready_started,
  coalesce(ready.fresh, 0) as ready_new,
  ready.oldest_at as oldest_ready_at,
  case
    when c.paused_at is not null then 'paused'
    when ready.capability is null then null
    when c.max_running <= busy.running_live then 'running'
    when ready.started > 0 then null
    when c.max_parked <= begun.started then 'person'
    when c.daily_ceiling <= today.started then 'ceiling'
  end as held_by
from countersign.capabilities c
cross join lateral (
  select case
    when c.started_on >= (statement_timestamp() at time zone c.time_zone)::date then c.started_count
    else 0
  end as started
) as today
cross join lateral (
  select count(*) as running, count(*) filter (where lease_expires_at > clock_timestamp()) as running_live
  from (
    select t.lease_expires_at
    from countersign.tasks t
    where t.capability = c.name and t.status = 'running'
    limit greatest(1000, c.max_running + 1::bigint)
  ) as counted
) as busy
cross join lateral (
  select count(*) as parked
  from (
    select
    from countersign.tasks t
    where t.capability = c.name and t.status = 'needs_approval'
    limit greatest(1000, c.max_parked + 1::bigint)
  ) as counted
) as waiting
cross join lateral (
  select resumable.number + busy.running + waiting.parked as started
  from (
    select count(*) as number
    from (
      -- In the order of the claim's index, or a planner that knows how many finished tasks were started once
      -- would rather read them all.
      select
      from countersign._claimable t
      where t.capability = c.name and t.rank <= 150
      order by t.rank
      limit greatest(1000, c.max_parked + 1::bigint)
    ) as counted
  ) as resumable
) as begun
left join (
  select
    capability,
    count(*) filter (where kind <> 'new') as started,
    count(*) filter (where kind = 'new') as fresh,
    min(run_at) as oldest_at
  from countersign._due
  group by capability
) as ready on ready.capability = c.name;

grant select on countersign.capability_load to countersign_approver, countersign_reaper, countersign_reader;
