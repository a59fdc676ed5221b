-- Returns the task, locked, for a verb of a person or the reaper (CS003). The task is always locked
-- before its approvals and effects: that order is what keeps every pair of verbs free of deadlock.
create or replace function countersign._lock(p_task bigint)
returns countersign.tasks
language plpgsql
as $$
declare
  t countersign.tasks;
begin
  select * into t
  from countersign.tasks
  where id = p_task
  for no key update;
  if not found then
    perform countersign._refuse('CS003', format('there is no task %s', p_task), jsonb_build_object('task', p_task));
  end if;
  return t;
end $$;
