-- Deletes what invocations and signals left behind before p_before, the oldest first: at most p_limit of each, and
-- nothing of the last week, which reports and signals still read. For whoever may prune (CS011).
create or replace function countersign.prune_records(p_before timestamptz, p_limit integer)
returns table (invocations integer, readings integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_before timestamptz := _records_before(p_before);
begin
  perform _enter();
  perform _housekeeper();
  return query
  with gone_invocations as (
    delete from invocations
    where ended_at < v_before
      and id in (select id from invocations order by id limit p_limit)
    returning id
  ), gone_readings as (
    delete from signal_readings
    where (signal, at) in (select signal, at from signal_readings where at < v_before limit p_limit)
    returning signal
  )
  select (select count(*)::integer from gone_invocations), (select count(*)::integer from gone_readings);
end $$;

grant execute on function countersign.prune_records to countersign_reaper, countersign_worker;
