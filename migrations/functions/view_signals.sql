-- The signals as they stand now: each has one owner, the system (an incident) or the person (a nudge), and
-- one threshold, and the two are never mixed. Above the threshold a system signal is red, a person's amber.
create or replace view countersign.signals with (security_barrier) as
with unclaimed as (
  -- Claimable now and older than six hours: due, and held back by no cap, no ceiling and no pause. What waits
  -- for a person's place (max_parked) is the person's, and no incident.
  select coalesce(sum(
    case
      when c.paused_at is not null or c.max_running <= l.running_live then 0
      else old.started + least(
        old.fresh,
        greatest(c.max_parked - l.started, 0),
        greatest(c.daily_ceiling - l.started_today, 0)
      )
    end
  ), 0) as value
  from countersign.capabilities c
  join countersign.capability_load l on l.capability = c.name
  cross join lateral (
    select
      count(*) filter (where t.started_at is not null) as started,
      count(*) filter (where t.started_at is null) as fresh
    from countersign.tasks t
    where t.capability = c.name
      and t.status in ('pending', 'approved')
      and t.run_at < clock_timestamp() - interval '6 hours'
  ) as old
), readings (signal, owner, value, threshold, meaning) as (
  values
    ('unclaimed', 'system', (select value from unclaimed), 5::numeric,
      'tasks that could start now and have been due for over six hours'),
    ('unanswered', 'person',
      (select count(*) from countersign.approvals where state = 'open' and opened_at < clock_timestamp() - interval '24 hours')::numeric,
      5, 'requests that have been open for over a day'),
    ('expired', 'person',
      (select count(*) from countersign.tasks where status = 'expired')::numeric,
      null, 'tasks whose request nobody answered in time'),
    ('expired_7_days', 'person',
      (select count(*) from countersign.tasks where status = 'expired' and finished_at > clock_timestamp() - interval '7 days')::numeric,
      5, 'of these, in the last seven days'),
    ('dead', 'system',
      (select count(*) from countersign.tasks where status = 'dead')::numeric,
      0, 'dead letters: out of attempts, lost leases, slices or age'),
    ('approved_not_resumed', 'system',
      (select count(*) from countersign.tasks where status = 'approved' and run_at < clock_timestamp() - interval '30 minutes')::numeric,
      0, 'approved tasks that have been due for over half an hour'),
    ('lapsed_leases', 'system',
      (select count(*) from countersign.tasks where status = 'running' and lease_expires_at < clock_timestamp() - interval '2 hours')::numeric,
      0, 'leases that lapsed over two hours ago and were not taken back'),
    ('orphans', 'system',
      (select count(*) from countersign.tasks where status = 'running' and lease_expires_at is null and updated_at < clock_timestamp() - interval '1 hour')::numeric,
      0, 'tasks running without a lease for over an hour'),
    ('reaper_age_seconds', 'system',
      (select extract(epoch from clock_timestamp() - max(ended_at))::integer
       from countersign.invocations where function = 'reaper' and outcome <> 'failed')::numeric,
      7200, 'seconds since the reaper last succeeded'),
    ('effects_unknown', 'person',
      (select count(*) from countersign.effects where status = 'unknown')::numeric,
      0, 'effects whose outcome is not known'),
    ('undelivered', 'system',
      (select count(*) from countersign.deliveries where status = 'given_up' or (status = 'failed' and attempts >= 3))::numeric,
      0, 'messages that did not reach a person after three tries')
)
select
  signal,
  owner,
  value,
  threshold,
  case
    when value is null or threshold is null or value <= threshold then 'green'
    when owner = 'person' then 'amber'
    else 'red'
  end as colour,
  meaning,
  clock_timestamp() as read_at
from readings;

grant select on countersign.signals to countersign_approver, countersign_reaper, countersign_reader;
