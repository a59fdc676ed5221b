-- Completes many tasks in one round trip. One row for each: `completed`, `lost`, or `unsettled` where an
-- effect's outcome is open. Never raises for one of them, and one bad row never holds back the rest.
create or replace function countersign.complete_many(p_tasks bigint[], p_tokens uuid[], p_results jsonb[])
returns table (task_id bigint, verdict text)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform _enter();
  perform from tasks where id = any (p_tasks) order by id for no key update;
  v_now := clock_timestamp();
  -- Looked up in the arrays and not joined with them: no plan made for a small batch is bad for a large one.
  update tasks t
  set status = 'completed',
      result = p_results[array_position(p_tasks, id)],
      error = null,
      slices = slices + 1,
      lease_expires_at = null,
      claimed_by = null,
      ended_by = _call('complete', p_results[array_position(p_tasks, id)]::text) || ':completed',
      actor = claimed_by,
      reason = null,
      updated_at = v_now,
      finished_at = v_now
  where id = any (p_tasks)
    and status = 'running'
    and lease_token = p_tokens[array_position(p_tasks, id)]
    and lease_expires_at > v_now
    and not exists (
      select from effects e
      where e.task_id = t.id and e.status in ('intent', 'started', 'unknown')
    );
  update approvals a
  set state = 'closed', actor = t.actor, reason = 'completed'
  from tasks t
  where t.id = any (p_tasks)
    and t.status = 'completed'
    and a.task_id = t.id
    and a.state in ('open', 'approved');
  -- Told from the rows as they now stand, so that a repeated call hears what the first one did.
  return query
  select asked.id, case
    when t.status = 'completed' and t.lease_token = asked.token
      and t.ended_by = _call('complete', asked.result::text) || ':completed' then 'completed'
    when t.status = 'running' and t.lease_token = asked.token and t.lease_expires_at > v_now then 'unsettled'
    else 'lost'
  end
  from unnest(p_tasks, p_tokens, p_results) as asked (id, token, result)
  left join tasks t on t.id = asked.id;
end $$;

grant execute on function countersign.complete_many to countersign_worker;
