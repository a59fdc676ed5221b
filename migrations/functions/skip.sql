-- Ends the task as not worth doing, with a reason code (a hard requirement, the posting closed) and what
-- is known about it. Refused over an unsettled effect (CS009).
create or replace function countersign.skip(p_task bigint, p_token uuid, p_reason text, p_result jsonb)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_call text := _call('skip', p_reason, p_result::text);
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
  t.reason := left(p_reason, 500);
  return _move(t, 'skipped', v_call, null);
end $$;

grant execute on function countersign.skip to countersign_worker;
