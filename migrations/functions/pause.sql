-- Stops all claims of a capability, resumed work too, and lets no effect begin; running slices may finish.
-- Binds claims that start after it commits. Repeating it keeps the first pause.
create or replace function countersign.pause(p_capability text, p_by text, p_reason text)
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
  if c.paused_at is not null then
    return;
  end if;
  update capabilities
  set paused_at = clock_timestamp(), paused_by = p_by, paused_reason = left(p_reason, 500), updated_at = clock_timestamp()
  where name = p_capability;
  insert into task_events (capability, kind, now, actor, reason)
  values (p_capability, 'capability', 'paused', p_by, left(p_reason, 500));
end $$;

grant execute on function countersign.pause to countersign_approver;
