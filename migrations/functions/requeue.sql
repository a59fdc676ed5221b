-- Makes an ended task new again: counters at zero, due now, from the step and with the state it ended with.
-- What it already did stays in its ledger, and every gate applies again. Not for a completed task (CS002),
-- and never over an effect whose outcome is open (CS009).
create or replace function countersign.requeue(p_task bigint, p_by text, p_reason text)
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
  if t.status not in ('failed', 'dead', 'expired', 'rejected', 'cancelled', 'skipped') or t.erased_at is not null then
    perform _refuse('CS002', format('task %s is %s', p_task, case when t.erased_at is null then t.status else 'erased' end),
      jsonb_build_object('task', p_task, 'status', t.status));
  end if;
  perform _unsettled(p_task);
  update tasks
  set status = 'pending',
      rank = _rank('pending', false, priority),
      started_at = null,
      finished_at = null,
      attempts = 0,
      lost_leases = 0,
      slices = 0,
      cancel_requested_at = null,
      run_at = clock_timestamp(),
      actor = p_by,
      reason = left(coalesce(p_reason, 'requeued'), 500),
      updated_at = clock_timestamp()
  where id = p_task;
  if exists (select from capabilities where name = t.capability and notify) then
    perform pg_notify('countersign', '');
  end if;
  return 'pending';
end $$;

grant execute on function countersign.requeue to countersign_approver;
