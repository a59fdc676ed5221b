-- Keeps a value of a capability under a key, beyond any task: an ETag, a board's mode, an answer a person
-- gave. Null forgets it. A worker remembers only for capabilities it is bound to (CS011), and in its own name:
-- p_by counts only where a person's pages speak.
create or replace function countersign.remember(p_capability text, p_key text, p_value jsonb, p_by text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  perform _bound_or_approver(p_capability);
  if p_value is null then
    delete from memory where capability = p_capability and key = p_key;
    return;
  end if;
  insert into memory (capability, key, value, by)
  values (
    p_capability, p_key, p_value,
    case when pg_has_role(session_user, 'countersign_approver', 'member') then coalesce(p_by, session_user) else session_user end
  )
  on conflict (capability, key) do update
  set value = excluded.value, by = excluded.by, updated_at = clock_timestamp();
end $$;

grant execute on function countersign.remember to countersign_worker, countersign_approver;
