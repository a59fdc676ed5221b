-- A decision without effects (answers, a plain yes) is used up by the slice that had it. A reap or a
-- decline is no such slice: a claim whose reply was lost must not lose the answer.
create or replace function countersign._slice_ended(t countersign.tasks)
returns void
language sql
as $$
  update countersign.approvals
  set state = 'spent', used_at = clock_timestamp(), actor = t.claimed_by, reason = 'used'
  where task_id = t.id
    and state = 'approved'
    and effects = '{}'
$$;
