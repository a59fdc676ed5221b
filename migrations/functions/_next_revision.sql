-- The number of the task's next request. Only read under the task's lock.
create or replace function countersign._next_revision(p_task bigint)
returns integer
language sql
stable
as $$
  select coalesce(max(revision), 0) + 1
  from countersign.approvals
  where task_id = p_task
$$;
