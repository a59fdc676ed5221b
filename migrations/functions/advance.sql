-- Goes on to another step under the same lease, with its state saved: what a worker calls between two slices
-- that it runs one after the other. Like a release to that step and a claim of the same task in one: counts a
-- slice, starts the step's attempts and lost leases anew, closes an approval that was not used, renews the
-- lease. Refused over an unsettled effect (CS009), when a cancel was asked for (CS015), and past a budget
-- (CS014): a release then says what becomes of the task. Answers the new expiry.
create or replace function countersign.advance(p_task bigint, p_token uuid, p_step text, p_state jsonb)
returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  t tasks;
  v_over text;
  v_now timestamptz;
begin
  perform _enter();
  t := _own(p_task, p_token, null);
  perform _unsettled(p_task);
  if t.cancel_requested_at is not null then
    perform _refuse('CS015', format('task %s is to be cancelled', p_task), jsonb_build_object('task', p_task));
  end if;
  t.slices := t.slices + 1;
  t.attempts := 0;
  t.lost_leases := 0;
  v_over := _over_budget(t);
  if v_over is not null then
    perform _refuse('CS014', format('task %s is %s', p_task, v_over), jsonb_build_object('task', p_task, 'budget', v_over));
  end if;

  update approvals
  set state = case when effects = '{}' then 'spent' else 'closed' end, actor = t.claimed_by, reason = 'went on to ' || p_step
  where task_id = p_task
    and state = 'approved';
  v_now := clock_timestamp();
  update tasks
  set step = p_step,
      state = p_state,
      slices = t.slices,
      attempts = 0,
      lost_leases = 0,
      error = null,
      lease_expires_at = v_now + make_interval(secs => (select lease_seconds from capabilities where name = t.capability)),
      updated_at = v_now
  where id = p_task
  returning lease_expires_at into t.lease_expires_at;
  insert into task_events (task_id, capability, kind, subject, was, now, actor, step)
  values (p_task, t.capability, 'note', 'step', t.step, p_step, t.claimed_by, p_step);
  return t.lease_expires_at;
end $$;

grant execute on function countersign.advance to countersign_worker;
