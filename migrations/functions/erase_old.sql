-- Erases the values of finished tasks whose capability keeps them for so many days and no longer: at most p_limit,
-- the oldest first, and calling it again goes on. Answers how many. What was decided and done stays on the record,
-- as after `erase`; `sweep_files` then says which files may go. For the reaper, and for the worker bound to
-- `housekeeping` (CS011).
create or replace function countersign.erase_old(p_limit integer)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_erased integer := 0;
  v_due record;
  t tasks;
begin
  perform _enter();
  perform _housekeeper();
  for v_due in
    select old.id, c.keep_values_days as days
    from capabilities c
    cross join _ends
    cross join lateral (
      select task.id, task.finished_at
      from tasks task
      where task.status = _ends.status
        and task.finished_at < clock_timestamp() - make_interval(days => c.keep_values_days)
        and task.capability = c.name
        and task.erased_at is null
      order by task.finished_at, task.id
      limit p_limit
    ) as old
    where c.keep_values_days is not null
    order by old.finished_at, old.id
    limit p_limit
  loop
    select * into t from tasks where id = v_due.id for no key update skip locked;
    -- Requeued or erased since, or in somebody's hands: not now.
    continue when not found or t.finished_at is null or t.erased_at is not null;
    perform _erase(t, 'retention', format('kept %s days', v_due.days));
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end $$;

grant execute on function countersign.erase_old to countersign_reaper, countersign_worker;
