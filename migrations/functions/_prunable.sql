-- The finished tasks that ended before p_before and never had a request or an effect, the oldest first.
create or replace function countersign._prunable(p_before timestamptz, p_limit integer)
returns setof bigint
language sql
stable
as $$
  select old.id
  from countersign._ends
  cross join lateral (
    select t.id, t.finished_at
    from countersign.tasks t
    where t.status = _ends.status
      and t.finished_at < p_before
      and not exists (select from countersign.approvals a where a.task_id = t.id)
      and not exists (select from countersign.effects e where e.task_id = t.id)
    order by t.finished_at, t.id
    limit p_limit
  ) as old
  order by old.finished_at, old.id
  limit p_limit
$$;
