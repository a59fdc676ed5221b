-- Promises that this login may delete what is old: the reaper, or the worker bound to `housekeeping` (CS011).
create or replace function countersign._housekeeper()
returns void
language plpgsql
as $$
begin
  if not pg_has_role(session_user, 'countersign_reaper', 'member') then
    perform countersign._bound('housekeeping');
  end if;
end $$;
