-- Ends a task on a person's word. At once, except while it runs: then the worker hears it at its next
-- heartbeat, nothing begins any more, and whatever ends the slice ends the task (a completion wins). Over an
-- effect whose outcome is open the person is asked about that first. Repeating it succeeds; a finished task
-- is refused (CS002), a task that waits at `uncertain` too (CS009). Answers the status.
create or replace function countersign.cancel(p_task bigint, p_by text, p_reason text)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  t tasks;
begin
  perform _enter();
  t := _lock(p_task);
  perform _named(p_by);
  if t.status = 'cancelled' then
    return t.status;
  elsif t.finished_at is not null or t.status not in ('pending', 'approved', 'running', 'needs_approval') then
    perform _refuse('CS002', format('task %s is %s', p_task, t.status), jsonb_build_object('task', p_task, 'status', t.status));
  elsif exists (select from approvals where task_id = p_task and state = 'open' and gate = 'uncertain') then
    perform _refuse('CS009', format('task %s waits to hear what became of an effect', p_task), jsonb_build_object('task', p_task));
  end if;

  if t.status = 'running' then
    if t.cancel_requested_at is null then
      update tasks set cancel_requested_at = clock_timestamp() where id = p_task;
      insert into task_events (task_id, capability, kind, now, actor, reason)
      values (p_task, t.capability, 'note', 'cancel_requested', p_by, left(p_reason, 500));
    end if;
    return t.status;
  end if;
  t.actor := p_by;
  t.reason := left(coalesce(p_reason, 'cancelled'), 500);
  return _move(t, 'cancelled', null, null);
end $$;

grant execute on function countersign.cancel to countersign_approver;
