-- Deletes finished tasks that ended before p_before and never had a request or an effect, the oldest first, with
-- their events: at most p_limit, so it is bounded, and calling it again goes on. Keys, receipts and ledgers
-- stay. Their files are let go: `sweep_files` says which of them nothing refers to any more. For the reaper, and
-- for the worker bound to `housekeeping` (CS011).
create or replace function countersign.prune(p_before timestamptz, p_limit integer)
returns table (tasks integer, events integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_ids bigint[];
begin
  perform _enter();
  perform _housekeeper();
  v_ids := array(select * from _prunable(p_before, p_limit));
  -- What was requeued since is finished no longer, and stays.
  v_ids := array(
    select id
    from tasks
    where id = any (v_ids)
      and finished_at < p_before
    for update skip locked
  );
  return query
  with gone as (
    delete from tasks where id = any (v_ids) returning id
  ), gone_events as (
    delete from task_events where task_id = any (v_ids) returning id
  ), let_go as (
    update artifacts
    set erased_at = clock_timestamp()
    where task_id = any (v_ids)
      and erased_at is null
  )
  select (select count(*)::integer from gone), (select count(*)::integer from gone_events);
end $$;

grant execute on function countersign.prune to countersign_reaper, countersign_worker;
