-- Promises that this login may work on the capability (CS011): it is bound to it. `session_user` stays
-- the login inside SECURITY DEFINER, so a stolen worker cannot be another one.
create or replace function countersign._bound(p_capability text)
returns void
language plpgsql
as $$
begin
  if not exists (
    select from countersign.bindings
    where login = session_user
      and capability = p_capability
  ) then
    perform countersign._refuse('CS011', format('%s is not bound to capability %s', session_user, p_capability),
      jsonb_build_object('capability', p_capability, 'login', session_user));
  end if;
end $$;
