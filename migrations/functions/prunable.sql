-- How much `prune`, `prune_records` and `sweep_files` would delete, each counted to at most p_limit: what a
-- person is shown before they let it. For whoever may prune.
create or replace function countersign.prunable(p_before timestamptz, p_limit integer)
returns table (tasks integer, records integer, files integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  perform _housekeeper();
  return query
  select
    (select count(*)::integer from _prunable(p_before, p_limit)),
    (
      select count(*)::integer
      from (
        select from invocations where ended_at < p_before
        union all
        select from signal_readings where at < p_before
        limit p_limit
      ) as due
    ),
    (select count(*)::integer from _loose_files(p_limit));
end $$;

grant execute on function countersign.prunable to countersign_reaper, countersign_worker;
