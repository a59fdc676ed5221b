-- Promises that this login may work on the capability (CS011, and CS003 where there is none): it is bound to it.
-- `session_user` stays the login inside SECURITY DEFINER, so a stolen worker cannot be another one.
create or replace function countersign._bound(p_capability text)
returns void
language plpgsql
as $$
declare
  v_bound boolean;
begin
  select session_user = any (workers) into v_bound
  from countersign.capabilities
  where name = p_capability;
  if not found then
    perform countersign._refuse('CS003', format('there is no capability %s', p_capability), jsonb_build_object('capability', p_capability));
  elsif v_bound is not true then
    perform countersign._refuse('CS011', format('%s is not bound to capability %s', session_user, p_capability),
      jsonb_build_object('capability', p_capability, 'login', session_user));
  end if;
end $$;
