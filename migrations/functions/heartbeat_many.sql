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
  v_now timestamptz := clock_timestamp();
begin
  perform _enter();
  -- In the order of ids, so that two batches can never wait for each other in a circle.
  perform from tasks where id = any (p_tasks) order by id for no key update;
  return query
  with beaten as (
    update tasks t
    set lease_expires_at = v_now + make_interval(secs => c.lease_seconds),
        updated_at = v_now
    from unnest(p_tasks, p_tokens) as asked (id, token), capabilities c
    where t.id = asked.id
      and c.name = t.capability
      and t.status = 'running'
      and t.lease_token = asked.token
      and t.lease_expires_at > clock_timestamp()
    returning t.id, t.lease_expires_at, t.cancel_requested_at
  )
  select asked.id, beaten.id is null, beaten.lease_expires_at, coalesce(beaten.cancel_requested_at is not null, false)
  from unnest(p_tasks) as asked (id)
  left join beaten on beaten.id = asked.id;
end $$;

grant execute on function countersign.heartbeat_many to countersign_worker;
