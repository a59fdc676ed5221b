-- The hashes of files that nothing refers to any more, at most p_limit: every task that held them was pruned or
-- erased. Whoever deletes their bytes says so in p_deleted at the next call, and only then are they forgotten: a
-- crash in between leaves nothing behind. For whoever may prune (CS011).
create or replace function countersign.sweep_files(p_deleted text[], p_limit integer)
returns setof text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  perform _housekeeper();
  -- An erased task still says which files it had; of a pruned one nothing is left.
  update artifacts
  set deleted_at = clock_timestamp()
  where sha256 = any (p_deleted)
    and erased_at is not null
    and deleted_at is null;
  delete from artifacts a
  where a.sha256 = any (p_deleted)
    and a.deleted_at is not null
    and not exists (select from tasks t where t.id = a.task_id);
  return query select * from _loose_files(p_limit);
end $$;

grant execute on function countersign.sweep_files to countersign_reaper, countersign_worker;
