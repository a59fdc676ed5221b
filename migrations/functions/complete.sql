-- Ends the task as done, with its result. Refused over an unsettled effect (CS009); wins over a cancel
-- that was asked for.
create or replace function countersign.complete(p_task bigint, p_token uuid, p_result jsonb)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_call text;
  t tasks;
begin
  if not _read_committed() then
    perform _enter();
  end if;
  -- Where nobody was asked and nothing was begun, there is nothing to settle or to close: one update. It waits for nobody:
  -- a lease that lapses meanwhile would pass, since whoever held the row may have changed nothing.
  update tasks
  set status = 'completed',
      result = p_result,
      error = null,
      slices = slices + 1,
      lease_expires_at = null,
      claimed_by = null,
      ended_by = _call('complete', p_result::text) || ':completed',
      actor = claimed_by,
      reason = null,
      updated_at = clock_timestamp(),
      finished_at = clock_timestamp()
  where id = (select id from tasks where id = p_task for no key update skip locked)
    and status = 'running'
    and lease_token = p_token
    and lease_expires_at > clock_timestamp()
    and not linked;
  if found then
    return 'completed';
  end if;
  v_call := _call('complete', p_result::text);
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
