-- Hands at most p_limit due tasks of a capability to this worker, each under a fresh secret token, in the
-- order approved, started, new; then priority; then age. Promises, whatever else runs at the same time:
-- no task twice, no cap exceeded at any instant, no capacity lost, nothing new before what is approved.
--
-- p_sweep takes lapsed leases of the capability back first. p_protocol is the caller's version of these
-- verbs (CS016 when it is no longer served).
--
-- How it stays quick: one plan for every call, and never one that reads a whole table, whatever the statistics
-- of a queue that was small, or empty, a minute ago make of it. As few statements, expressions and columns as will
-- do: each has to be made ready anew, and for a single task that is most of the work.
create or replace function countersign.claim(
  p_capability text,
  p_worker text,
  p_limit integer,
  p_sweep boolean,
  p_protocol integer
)
returns setof countersign.claimed
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_lease_seconds integer;
  v_alone boolean;
  v_now timestamptz;
  v_ids bigint[];
begin
  -- All that a caller must be, in one look; where it finds nothing, the helpers say what is wrong. Alone stands a task
  -- that may be taken without counting others.
  select lease_seconds,
    p_limit = 1 and not p_sweep and paused_at is null and coalesce(max_running, max_parked, daily_ceiling) is null
  into v_lease_seconds, v_alone
  from capabilities
  where name = p_capability
    and session_user = any (workers);
  if not found or not _read_committed() or not _serves(p_protocol) then
    perform _enter();
    perform _served(p_protocol);
    perform _bound(p_capability);
    -- Nothing is wrong any more: it was registered in between.
    return query select * from claim(p_capability, p_worker, p_limit, p_sweep, p_protocol);
    return;
  end if;

  if v_alone then
    -- The first that nobody holds, if that is due.
    select array[id], clock_timestamp()
    into v_ids, v_now
    from (
      select id, run_at
      from _claimable
      where capability = p_capability
      order by rank, run_at, id
      limit 1
      for no key update skip locked
    ) as first
    where run_at <= clock_timestamp();
  end if;
  if v_ids is null then
    select * into v_ids, v_now from _take(p_capability, p_limit, p_sweep);
    if v_ids is null then
      return;
    end if;
  end if;

  return query
  update tasks t
  set status = 'running',
      rank = _rank('running', true, priority),
      lease_token = gen_random_uuid(),
      lease_expires_at = v_now + make_interval(secs => v_lease_seconds),
      claimed_by = p_worker,
      claimed_at = v_now,
      ended_by = null,
      started_at = coalesce(started_at, v_now),
      actor = p_worker,
      reason = null,
      updated_at = v_now
  where id = any (v_ids)
  returning
    array_position(v_ids, id), id, lease_token, lease_expires_at, v_lease_seconds, capability, step, payload, payload_version,
    state, attempts, lost_leases, slices, priority::integer, idempotency_key, parent_id, created_at,
    case when linked then _request_of(id) end, case when linked then _effects_of(id) end, claimed_at;
end $$;

grant execute on function countersign.claim to countersign_worker;
