-- Puts right what nobody else will: at most p_limit of each kind of
--   leases      lapsed, or `running` without a lease and untouched for an hour: requeued, or dead when lost too often;
--   expired     open requests whose time is over: request and task end together, one winner against a decision;
--   settled     tasks waiting at `uncertain` for an effect that its worker settled meanwhile: moved on;
--   repaired    `needs_approval` without an open request, `approved` without an approval: requeued.
-- Every row is looked at again under its lock, and stands alone: one that can't be moved is counted as
-- `stuck` and holds back neither the rest nor the next run. Never waits for a lock.
create or replace function countersign.reap(p_limit integer)
returns table (leases integer, expired integer, settled integer, repaired integer, stuck integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_variable
declare
  v_kind text;
  v_task bigint;
  v_moved integer;
  v_done boolean;
begin
  perform _enter();
  leases := 0; expired := 0; settled := 0; repaired := 0; stuck := 0;
  foreach v_kind in array array['leases', 'expired', 'settled', 'repaired'] loop
    v_moved := 0;
    for v_task in select due.id from _reapable(v_kind) as due (id) loop
      exit when v_moved >= p_limit;
      begin
        v_done := _reap_one(v_kind, v_task);
      exception when others then
        v_done := false;
        stuck := stuck + 1;
      end;
      v_moved := v_moved + coalesce(v_done, false)::integer;
    end loop;
    case v_kind
      when 'leases' then leases := v_moved;
      when 'expired' then expired := v_moved;
      when 'settled' then settled := v_moved;
      when 'repaired' then repaired := v_moved;
    end case;
  end loop;
  return next;
end $$;

grant execute on function countersign.reap to countersign_reaper;
