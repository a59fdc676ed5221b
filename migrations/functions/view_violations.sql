-- The promises as a list of what breaks them: empty after every step of every test, and what `countersign
-- doctor` reads in production. Each row names the broken promise and the row that breaks it.
create or replace view countersign.violations with (security_barrier) as
select 'G1 running without a lease' as violation, 'task ' || id as subject
from countersign.tasks
where status = 'running' and (lease_token is null or lease_expires_at is null)
union all
select 'G2 a lease outside running', 'task ' || id
from countersign.tasks
where status <> 'running' and lease_expires_at is not null
union all
select 'G3 needs_approval without an open request', 'task ' || t.id
from countersign.tasks t
where t.status = 'needs_approval'
  and not exists (select from countersign.approvals a where a.task_id = t.id and a.state = 'open')
union all
select 'G3 an open request of a task that does not wait', 'request ' || a.id
from countersign.approvals a
left join countersign.tasks t on t.id = a.task_id
where a.state = 'open' and t.status is distinct from 'needs_approval'
union all
select 'G3 approved without an approval', 'task ' || t.id
from countersign.tasks t
where t.status = 'approved'
  and not exists (select from countersign.approvals a where a.task_id = t.id and a.state = 'approved')
union all
select 'G3 an approval of a task that cannot use it', 'request ' || a.id
from countersign.approvals a
left join countersign.tasks t on t.id = a.task_id
where a.state = 'approved' and coalesce(t.status, '') not in ('approved', 'running')
union all
select 'G3 a task of a capability that is gone', 'task ' || t.id
from countersign.tasks t
where t.finished_at is null
  and not exists (select from countersign.capabilities c where c.name = t.capability)
union all
select 'G3 an end without its time, or a time without an end', 'task ' || id
from countersign.tasks
where (finished_at is null) <> (status in ('pending', 'approved', 'running', 'needs_approval'))
union all
select 'G3 a task out of its rank', 'task ' || id
from countersign.tasks
where rank <> case when status = 'approved' then 0 when started_at is not null then 100 else 200 end - priority
union all
select 'G3 a task that does not know of its requests and effects', 'task ' || t.id
from countersign.tasks t
where not t.linked
  and t.id in (select task_id from countersign.approvals union all select task_id from countersign.effects)
union all
select 'G3 waiting at uncertain with nothing to settle', 'request ' || a.id
from countersign.approvals a
where a.state = 'open' and a.gate = 'uncertain'
  and not exists (
    select from countersign.effects e
    where e.id = a.effect_id
      and (e.settled_at is null or e.settled_at > clock_timestamp() - interval '2 hours')
  )
union all
select 'G4 an effect without a decision', 'effect ' || e.id
from countersign.effects e
left join countersign.approvals a on a.id = e.approval_id
where (e.approval_id is null) <> (e.ungated_reason is not null)
  or e.approval_id is not null and (
    a.task_id is distinct from e.task_id
    or a.verdict is distinct from 'approve'
    or a.digest is distinct from e.digest
    or not e.name = any (a.effects)
    or coalesce(array_position(array['none', 'session', 'passkey'], a.decided_level), 0)
      < array_position(array['none', 'session', 'passkey'], a.level)
    or a.decided_level = 'passkey' and a.assertion is null
    or e.began_at < greatest(a.decided_at, a.not_before)
    or e.began_at >= a.act_before
    or e.began_at > a.revoked_at
  )
union all
select 'G4 a request that is not its digest', 'request ' || id
from countersign.approvals
where body is not null and digest is distinct from encode(sha256(convert_to(body, 'UTF8')), 'hex')
union all
select 'G5 an intent of a task that does not run', 'effect ' || e.id
from countersign.effects e
left join countersign.tasks t on t.id = e.task_id
where e.status = 'intent' and t.status is distinct from 'running'
union all
select 'G5 ended over an unsettled effect', 'effect ' || e.id
from countersign.effects e
join countersign.tasks t on t.id = e.task_id
where e.status in ('intent', 'started', 'unknown') and t.finished_at is not null
union all
select 'G5 an effect begun before the one it follows was done', 'effect ' || e.id
from countersign.effects e
join countersign.approvals a on a.id = e.approval_id
where exists (
  select from unnest(a.effects) with ordinality as listed (name, ordinal)
  where listed.ordinal < e.ordinal
    and not exists (
      select from countersign.effects earlier
      where earlier.task_id = e.task_id
        and earlier.name = listed.name
        and earlier.status = 'done'
        and earlier.settled_at <= e.began_at
    )
)
union all
-- A cap binds the claims that follow it: one that was lowered below what it already holds is no broken promise.
select 'G6 more running than max_running', 'capability ' || c.name
from countersign.capabilities c
cross join lateral (
  select count(*) as held, max(t.claimed_at) as latest_at
  from countersign.tasks t
  where t.capability = c.name and t.status = 'running'
) as running
where running.held > c.max_running and running.latest_at > c.limits_changed_at
union all
select 'G6 more started than max_parked', 'capability ' || c.name
from countersign.capabilities c
cross join lateral (
  select count(*) as held, max(t.started_at) as latest_at
  from countersign.tasks t
  where t.capability = c.name
    and t.started_at is not null
    and t.status in ('pending', 'approved', 'running', 'needs_approval')
) as started
where started.held > c.max_parked and started.latest_at > c.limits_changed_at
union all
select 'G6 more started today than the ceiling', 'capability ' || c.name
from countersign.capabilities c
where c.daily_ceiling < (
  select count(distinct t.id)
  from countersign.task_events e
  join countersign.tasks t on t.id = e.task_id
  where e.kind = 'task'
    and e.now = 'running'
    and e.at >= greatest(c.limits_changed_at, c.started_on::timestamp at time zone c.time_zone)
    and t.capability = c.name
    and t.started_at > c.limits_changed_at
    and (t.started_at at time zone c.time_zone)::date = c.started_on
)
union all
select 'G8 a task whose history ends elsewhere', 'task ' || t.id
from countersign.tasks t
where t.finished_at is null
  and t.status is distinct from (
    select e.now
    from countersign.task_events e
    where e.task_id = t.id and e.kind = 'task'
    order by e.id desc
    limit 1
  );

grant select on countersign.violations to countersign_approver, countersign_reaper, countersign_reader;
