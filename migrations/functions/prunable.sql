-- How much `prune`, `prune_records` and `sweep_files` would delete, each counted to at most p_limit, and of which
-- capabilities the tasks are: what a person is shown before they let it. For whoever may prune (CS011).
create or replace function countersign.prunable(p_before timestamptz, p_limit integer)
returns table (tasks integer, capabilities jsonb, records integer, files integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_variable
begin
  perform _enter();
  perform _housekeeper();
  select coalesce(sum(due.tasks), 0), coalesce(jsonb_object_agg(due.capability, due.tasks), '{}')
  into tasks, capabilities
  from (
    select t.capability, count(*) as tasks
    from _prunable(p_before, p_limit) as old (id)
    join countersign.tasks t on t.id = old.id
    group by t.capability
  ) as due;
  select count(*) into records
  from (
    select from invocations where ended_at < _records_before(p_before)
    union all
    select from signal_readings where at < _records_before(p_before)
    limit p_limit
  ) as due;
  select count(*) into files from _loose_files(p_limit);
  return next;
end $$;

grant execute on function countersign.prunable to countersign_reaper, countersign_worker;
