-- Ends the task as done, with its result. Refused over an unsettled effect (CS009); wins over a cancel
-- that was asked for.
create or replace function countersign.complete(p_task bigint, p_token uuid, p_result jsonb)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_call text := _call('complete', p_result::text);
  t tasks;
begin
  perform _enter();
  t := _own(p_task, p_token, v_call);
  if t.status <> 'running' then
    return _answer(t, v_call);
  end if;
  perform _unsettled(p_task);
  t.result := p_result;
  t.error := null;
  t.slices := t.slices + 1;
  t.actor := t.claimed_by;
  t.reason := null;
  return _move(t, 'completed', v_call, null);
end $$;

grant execute on function countersign.complete to countersign_worker;
