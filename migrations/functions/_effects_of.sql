-- The effects that a task has begun and that did not fail, in order, as a claim hands them over; what is
-- unsettled comes with the body it was approved in, so that it can be probed or polled.
create or replace function countersign._effects_of(p_task bigint)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'id', e.id, 'name', e.name, 'gate', e.gate, 'status', e.status, 'digest', e.digest,
      'handle', e.handle, 'outcome', e.outcome, 'beganAt', e.began_at, 'actsUntil', e.acts_until,
      'body', case when e.settled_at is null then a.body end
    ) order by e.id)
    from countersign.effects e
    left join countersign.approvals a on a.id = e.approval_id
    where e.task_id = p_task
      and e.status <> 'failed'
  );
end $$;
