-- Extends many leases in one round trip. One row for each: its new expiry and whether a cancel was asked,
-- or lost. Never raises for one of them.
create or replace function countersign.heartbeat_many(p_tasks bigint[], p_tokens uuid[])
returns table (task_id bigint, lost boolean, lease_expires_at timestamptz, cancel_requested boolean)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform _enter();
  -- In the order of ids, so that two batches can never wait for each other in a circle.
  perform from tasks where id = any (p_tasks) order by id for no key update;
  v_now := clock_timestamp();
  update tasks
  set lease_expires_at = v_now + make_interval(secs => (select c.lease_seconds from capabilities c where c.name = capability)),
      updated_at = v_now
  where id = any (p_tasks)
    and status = 'running'
    and lease_token = p_tokens[array_position(p_tasks, id)]
    and lease_expires_at > v_now;
  -- Told from the rows as they now stand.
  return query
  select asked.id, not own.live, case when own.live then t.lease_expires_at end, own.live and t.cancel_requested_at is not null
  from unnest(p_tasks, p_tokens) as asked (id, token)
  left join tasks t on t.id = asked.id
  cross join lateral (
    select coalesce(t.status = 'running' and t.lease_token = asked.token and t.lease_expires_at > v_now, false)
  ) as own (live);
end $$;

grant execute on function countersign.heartbeat_many to countersign_worker;
