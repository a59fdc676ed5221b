-- Records how one scheduled invocation went, also when it did nothing. Times are the database's: the caller
-- says only how long it took. A worker speaks for its own capabilities and never as `reaper` (CS011), or it
-- could feign what the signals read about the reaper.
create or replace function countersign.record_invocation(
  p_function text,
  p_capabilities text[],
  p_outcome text,
  p_duration_ms bigint,
  p_counts jsonb,
  p_detail jsonb
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  if not pg_has_role(session_user, 'countersign_reaper', 'member') then
    if p_function = 'reaper' then
      perform _refuse('CS011', format('%s is not the reaper', session_user), jsonb_build_object('login', session_user));
    end if;
    perform _bound(listed.capability) from unnest(p_capabilities) as listed (capability);
  end if;
  insert into invocations (
    function, capabilities, outcome, started_at, claimed, advanced, parked, finished, failed, statements, detail
  )
  values (
    p_function, coalesce(p_capabilities, '{}'), p_outcome,
    clock_timestamp() - _delay(p_duration_ms / 1000.0),
    coalesce((p_counts ->> 'claimed')::integer, 0),
    coalesce((p_counts ->> 'advanced')::integer, 0),
    coalesce((p_counts ->> 'parked')::integer, 0),
    coalesce((p_counts ->> 'finished')::integer, 0),
    coalesce((p_counts ->> 'failed')::integer, 0),
    coalesce((p_counts ->> 'statements')::integer, 0),
    coalesce(p_detail, '{}')
  );
end $$;

grant execute on function countersign.record_invocation to countersign_worker, countersign_reaper;
