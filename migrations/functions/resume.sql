-- Lets a paused capability go on. Repeating it succeeds.
create or replace function countersign.resume(p_capability text, p_by text, p_reason text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  c capabilities;
begin
  perform _enter();
  c := _lock_capability(p_capability);
  perform _named(p_by);
  if c.paused_at is null then
    return;
  end if;
  update capabilities
  set paused_at = null, paused_by = null, paused_reason = null, updated_at = clock_timestamp()
  where name = p_capability;
  insert into task_events (capability, kind, now, actor, reason)
  values (p_capability, 'capability', 'resumed', p_by, left(p_reason, 500));
end $$;

grant execute on function countersign.resume to countersign_approver;
