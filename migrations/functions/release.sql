-- Gives the task back with its state, to go on with p_step no sooner than p_delay_seconds from now. Counts
-- a slice, never an attempt. Going on to another step closes an approval that was not used and starts the
-- step's attempts and lost leases anew; it is refused over an unsettled effect (CS009). Answers the status.
create or replace function countersign.release(
  p_task bigint,
  p_token uuid,
  p_step text,
  p_state jsonb,
  p_delay_seconds double precision
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_call text := _call('release', p_step, p_state::text, p_delay_seconds::text);
  t tasks;
begin
  perform _enter();
  t := _own(p_task, p_token, v_call);
  if t.status <> 'running' then
    return _answer(t, v_call);
  end if;

  if p_step <> t.step then
    perform _unsettled(p_task);
    update approvals
    set state = 'closed', actor = t.claimed_by, reason = 'went on to ' || p_step
    where task_id = p_task
      and state = 'approved';
    t.attempts := 0;
    t.lost_leases := 0;
  end if;
  perform _slice_ended(t);
  t.step := p_step;
  t.state := p_state;
  t.slices := t.slices + 1;
  t.run_at := clock_timestamp() + _delay(p_delay_seconds);
  t.actor := t.claimed_by;
  t.reason := null;
  return _move(t, 'onward', v_call, null);
end $$;

grant execute on function countersign.release to countersign_worker;
