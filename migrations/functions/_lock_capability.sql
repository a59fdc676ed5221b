-- Returns a capability, locked (CS003).
create or replace function countersign._lock_capability(p_capability text)
returns countersign.capabilities
language plpgsql
as $$
declare
  c countersign.capabilities;
begin
  select * into c from countersign.capabilities where name = p_capability for no key update;
  if not found then
    perform countersign._refuse('CS003', format('there is no capability %s', p_capability), jsonb_build_object('capability', p_capability));
  end if;
  return c;
end $$;
