-- Deletes history older than p_older_than_seconds: finished tasks that never had a request or an effect,
-- with their events, and old invocations and readings. At most p_limit of each, so it is bounded, and calling
-- it again goes on. Keys, receipts and ledgers stay. For the reaper, and for the worker bound to
-- `housekeeping` (CS011).
create or replace function countersign.prune(p_older_than_seconds bigint, p_limit integer)
returns table (tasks integer, events integer, invocations integer, readings integer)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_before timestamptz := clock_timestamp() - make_interval(secs => p_older_than_seconds);
  v_ids bigint[];
begin
  perform _enter();
  if not pg_has_role(session_user, 'countersign_reaper', 'member') then
    perform _bound('housekeeping');
  end if;
  v_ids := array(
    select t.id
    from tasks t
    where t.finished_at < v_before
      and not exists (select from approvals a where a.task_id = t.id)
      and not exists (select from effects e where e.task_id = t.id)
    order by t.finished_at, t.id
    limit p_limit
    for update skip locked
  );
  return query
  with gone as (
    delete from tasks where id = any (v_ids) returning id
  ), gone_events as (
    delete from task_events where task_id = any (v_ids) returning id
  ), gone_artifacts as (
    delete from artifacts where task_id = any (v_ids)
  ), gone_invocations as (
    delete from invocations where id in (
      select id from invocations where ended_at < v_before order by id limit p_limit
    ) returning id
  ), gone_readings as (
    delete from signal_readings where (signal, at) in (
      select signal, at from signal_readings where at < v_before limit p_limit
    ) returning signal
  )
  select
    (select count(*) from gone)::integer,
    (select count(*) from gone_events)::integer,
    (select count(*) from gone_invocations)::integer,
    (select count(*) from gone_readings)::integer;
end $$;

grant execute on function countersign.prune to countersign_reaper, countersign_worker;
