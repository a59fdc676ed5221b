-- The signals as they stand now. Each has one owner and one threshold, and the two are never mixed: above it, a
-- signal of the system is an incident, a signal of the person a nudge. What has no bound by itself is counted
-- to 10,000.
create or replace view countersign.signals with (security_barrier) as
with flow as (
  -- What of the due work a claim could take now: nothing of a paused capability, nothing while live leases
  -- fill max_running; new work only within what max_parked and the ceiling leave. What waits for a person's
  -- place is the person's, and no incident; what waits for the day is nobody's.
  select
    case when l.paused_at is not null or l.max_running <= l.running_live then 0
      else old.started + greatest(0, least(old.fresh, l.max_parked - l.started, l.daily_ceiling - l.started_today))
    end as unclaimed,
    case when l.paused_at is not null or l.max_running <= l.running_live then 0
      else old.approved
    end as approved_not_resumed
  from countersign.capability_load l
  join (
    select
      capability,
      count(*) filter (where kind <> 'new' and run_at < statement_timestamp() - interval '6 hours') as started,
      count(*) filter (where kind = 'new' and run_at < statement_timestamp() - interval '6 hours') as fresh,
      count(*) filter (where kind = 'approved' and run_at < statement_timestamp() - interval '30 minutes') as approved
    from countersign._due
    group by capability
  ) as old on old.capability = l.capability
), readings (signal, owner, value, threshold, meaning) as (
  values
    ('unclaimed', 'system', (select coalesce(sum(unclaimed), 0) from flow), 5::numeric,
      'tasks that could start now and have been due for over six hours'),
    ('unanswered', 'person',
      (select count(*) from countersign.approvals where state = 'open' and opened_at < statement_timestamp() - interval '24 hours')::numeric,
      5, 'requests that have been open for over a day'),
    ('expired', 'person',
      (select count(*) from (select from countersign.tasks where status = 'expired' and finished_at is not null limit 10000) as counted)::numeric,
      null, 'tasks whose request nobody answered in time'),
    ('expired_7_days', 'person',
      (select count(*) from (
        select from countersign.tasks
        where status = 'expired' and finished_at > statement_timestamp() - interval '7 days'
        limit 10000
      ) as counted)::numeric,
      5, 'of these, in the last seven days'),
    ('dead', 'system',
      (select count(*) from (select from countersign.tasks where status = 'dead' and finished_at is not null limit 10000) as counted)::numeric,
      0, 'dead letters: out of attempts, lost leases, slices or age'),
    ('approved_not_resumed', 'system', (select coalesce(sum(approved_not_resumed), 0) from flow),
      0, 'approved tasks that could go on and have been due for over half an hour'),
    -- Their task says so: whoever forged one, or has a key that is not pinned, is seen here and not in a log alone.
    ('approvals_refused', 'system',
      (select count(*) from (
        select reason from countersign.tasks
        where status = 'failed' and finished_at > statement_timestamp() - interval '7 days'
        order by finished_at desc
        limit 1000
      ) as failed where reason = 'approval_refused')::numeric,
      0, 'approvals that a worker did not accept, in the last seven days'),
    ('lapsed_leases', 'system',
      (select count(*) from countersign.tasks where status = 'running' and lease_expires_at < clock_timestamp() - interval '2 hours')::numeric,
      0, 'leases that lapsed over two hours ago and were not taken back'),
    ('orphans', 'system',
      (select count(*) from countersign.tasks where status = 'running' and lease_expires_at is null and updated_at < clock_timestamp() - interval '1 hour')::numeric,
      0, 'tasks running without a lease for over an hour'),
    -- One that never succeeded is as old as the oldest capability: a silence that nothing began is still seen.
    ('reaper_age_seconds', 'system',
      extract(epoch from clock_timestamp() - coalesce(
        (select ended_at from countersign.invocations where function = 'reaper' and outcome <> 'failed' order by ended_at desc limit 1),
        (select min(created_at) from countersign.capabilities)
      ))::integer::numeric,
      7200, 'seconds since the reaper last succeeded, or since there is work for it'),
    ('effects_unknown', 'person',
      (select count(*) from countersign.effects where status = 'unknown')::numeric,
      0, 'effects whose outcome is not known'),
    -- Only of what is still to be told: once a request is answered its lost message matters no more.
    ('undelivered', 'system',
      (select count(*)
       from countersign.deliveries d
       join countersign.approvals a on a.id = d.approval_id
       where d.status <> 'delivered'
         and d.attempts >= 3
         and case d.kind when 'receipt' then a.decided_at > statement_timestamp() - interval '2 days' else a.state = 'open' end)::numeric,
      0, 'messages that did not reach a person after three tries'),
    -- What a workload remembers under notice/… until it is over. Looked at or not, after a week it is known.
    ('notices', 'person',
      (select count(*) from (
        select from countersign.memory
        where starts_with(key, 'notice/') and updated_at > statement_timestamp() - interval '7 days'
        limit 10000
      ) as counted)::numeric,
      0, 'things that workloads noticed in the last seven days and a person should look at')
)
select
  signal,
  owner,
  value,
  threshold,
  case when value > threshold then 'red' else 'green' end as colour,
  meaning,
  clock_timestamp() as read_at
from readings;

grant select on countersign.signals to countersign_approver, countersign_reaper, countersign_reader;
