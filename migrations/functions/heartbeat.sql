-- Extends the lease to a full one and, when given, saves the state so far. Answers the new expiry, whether
-- a person asked to cancel, and the database's time. Refuses once the lease was lost or has lapsed (CS001).
-- Touches no indexed column, so it stays a heap-only update.
create or replace function countersign.heartbeat(p_task bigint, p_token uuid, p_state jsonb)
returns table (lease_expires_at timestamptz, cancel_requested boolean, now timestamptz)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  -- Locked first: an update that has to wait for the row would go by the time at which it began to wait.
  perform from tasks where id = p_task for no key update;
  return query
  update tasks t
  set lease_expires_at = clock_timestamp() + make_interval(secs => c.lease_seconds),
      state = coalesce(p_state, t.state),
      updated_at = clock_timestamp()
  from capabilities c
  where t.id = p_task
    and c.name = t.capability
    and t.status = 'running'
    and t.lease_token = p_token
    and t.lease_expires_at > clock_timestamp()
  returning t.lease_expires_at, t.cancel_requested_at is not null, t.updated_at;
  if not found then
    perform _own(p_task, p_token, null);
  end if;
end $$;

grant execute on function countersign.heartbeat to countersign_worker;
