-- How many finished tasks `prune` would delete, counted to at most p_limit: what a person is shown before
-- they let it. For whoever may prune.
create or replace function countersign.prunable(p_older_than_seconds bigint, p_limit integer)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  if not pg_has_role(session_user, 'countersign_reaper', 'member') then
    perform _bound('housekeeping');
  end if;
  return (
    select count(*)
    from (
      select
      from tasks t
      where t.finished_at < clock_timestamp() - make_interval(secs => p_older_than_seconds)
        and not exists (select from approvals a where a.task_id = t.id)
        and not exists (select from effects e where e.task_id = t.id)
      limit p_limit
    ) as due
  );
end $$;

grant execute on function countersign.prunable to countersign_reaper, countersign_worker;
