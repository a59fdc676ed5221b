-- Takes the values of a finished, locked task away, and lets its files go. Noted in the history the first time.
create or replace function countersign._erase(t countersign.tasks, p_by text, p_reason text)
returns void
language plpgsql
as $$
begin
  update countersign.tasks
  set payload = '{}', state = null, result = null, error = null,
      erased_at = coalesce(erased_at, clock_timestamp()), updated_at = clock_timestamp()
  where id = t.id;
  update countersign.approvals
  set body = null, answers = null, comment = null, difference = null
  where task_id = t.id;
  update countersign.effects
  set handle = case when status = 'started' then handle end, outcome = null
  where task_id = t.id;
  if t.erased_at is null then
    insert into countersign.task_events (task_id, capability, kind, now, actor, reason)
    values (t.id, t.capability, 'note', 'erased', p_by, left(p_reason, 500));
  end if;
  update countersign.artifacts
  set erased_at = clock_timestamp()
  where task_id = t.id
    and erased_at is null;
end $$;
