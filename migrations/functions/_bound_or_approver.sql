-- Promises that this login is bound to the capability or acts for a person (CS011).
create or replace function countersign._bound_or_approver(p_capability text)
returns void
language plpgsql
as $$
begin
  if not pg_has_role(session_user, 'countersign_approver', 'member') then
    perform countersign._bound(p_capability);
  end if;
end $$;
