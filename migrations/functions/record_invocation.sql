-- Records how one scheduled invocation went, also when it did nothing. Times are the database's: the caller
-- says only how long it took.
create or replace function countersign.record_invocation(
  p_function text,
  p_capabilities text[],
  p_outcome text,
  p_duration_ms bigint,
  p_counts jsonb,
  p_detail jsonb
)
returns void
language sql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
  select _enter();
  insert into invocations (
    function, capabilities, outcome, started_at, claimed, advanced, parked, finished, failed, statements, detail
  )
  select
    p_function, coalesce(p_capabilities, '{}'), p_outcome,
    clock_timestamp() - make_interval(secs => greatest(p_duration_ms, 0) / 1000.0),
    coalesce((p_counts ->> 'claimed')::integer, 0),
    coalesce((p_counts ->> 'advanced')::integer, 0),
    coalesce((p_counts ->> 'parked')::integer, 0),
    coalesce((p_counts ->> 'finished')::integer, 0),
    coalesce((p_counts ->> 'failed')::integer, 0),
    coalesce((p_counts ->> 'statements')::integer, 0),
    coalesce(p_detail, '{}')
$$;

grant execute on function countersign.record_invocation to countersign_worker, countersign_reaper;
