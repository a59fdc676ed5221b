-- Completes many tasks in one round trip. One row for each: `completed`, `lost`, or `unsettled` where an
-- effect's outcome is open. Never raises for one of them, and one bad row never holds back the rest.
create or replace function countersign.complete_many(p_tasks bigint[], p_tokens uuid[], p_results jsonb[])
returns table (task_id bigint, verdict text)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform _enter();
  perform from tasks where id = any (p_tasks) order by id for no key update;
  v_now := clock_timestamp();
  return query
  with asked as (
    select * from unnest(p_tasks, p_tokens, p_results) as asked (id, token, result)
  ), closed as (
    update approvals a
    set state = 'closed', actor = t.claimed_by, reason = 'completed'
    from asked
    join tasks t on t.id = asked.id
    where a.task_id = t.id
      and a.state in ('open', 'approved')
      and t.status = 'running' and t.lease_token = asked.token and t.lease_expires_at > v_now
      and not exists (
        select from effects e
        where e.task_id = t.id and e.status in ('intent', 'started', 'unknown')
      )
  ), completed as (
    update tasks t
    set status = 'completed',
        result = asked.result,
        error = null,
        slices = t.slices + 1,
        lease_expires_at = null,
        claimed_by = null,
        ended_by = _call('complete', asked.result::text) || ':completed',
        actor = t.claimed_by,
        reason = null,
        updated_at = v_now,
        finished_at = v_now
    from asked
    where t.id = asked.id
      and t.status = 'running' and t.lease_token = asked.token and t.lease_expires_at > v_now
      and not exists (
        select from effects e
        where e.task_id = t.id and e.status in ('intent', 'started', 'unknown')
      )
    returning t.id
  )
  select asked.id, case
    when completed.id is not null then 'completed'
    when t.status = 'completed' and t.lease_token = asked.token
      and t.ended_by = _call('complete', asked.result::text) || ':completed' then 'completed'
    when t.status = 'running' and t.lease_token = asked.token and t.lease_expires_at > v_now then 'unsettled'
    else 'lost'
  end
  from asked
  left join completed on completed.id = asked.id
  left join tasks t on t.id = asked.id;
end $$;

grant execute on function countersign.complete_many to countersign_worker;
