-- Hands at most p_limit due tasks of a capability to this worker, each under a fresh secret token, in the
-- order approved, started, new; then priority; then age. Promises, whatever else runs at the same time:
-- no task twice, no cap exceeded at any instant, no capacity lost, nothing new before what is approved.
--
-- p_sweep takes lapsed leases of the capability back first. p_protocol is the caller's version of these
-- verbs (CS016 when it is no longer served).
--
-- How caps stay exact: the capability's row is locked, and what runs is counted in a later statement,
-- whose snapshot is then younger than the lock. Counting in the claiming statement, or locking in it,
-- lets concurrent claims through. Uncapped capabilities take no lock.
--
-- How it stays quick: one plan for every call, and never one that reads a whole table, whatever the statistics
-- of a queue that was small, or empty, a minute ago make of it. As few statements and as few columns as will do:
-- each has to be made ready anew, and for a single task that is most of the work.
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
set enable_material = off
as $$
declare
  c capabilities;
  v_lease_seconds integer;
  v_capped boolean;
  v_paused boolean;
  v_now timestamptz;
  v_day date;
  v_room integer := least(p_limit, 1000);
  v_room_new integer;
  v_rank integer := -1000;
  v_first bigint;
  v_first_due boolean;
  v_ids bigint[] := '{}';
  v_got bigint[];
begin
  -- All that a caller must be, in one look; where it finds nothing, the helpers say what is wrong.
  select lease_seconds, paused_at is not null, coalesce(max_running, max_parked, daily_ceiling) is not null
  into v_lease_seconds, v_paused, v_capped
  from capabilities
  join bindings on capability = name
  where name = p_capability
    and login = session_user;
  if not found or not _read_committed() or not _serves(p_protocol) then
    perform _enter();
    perform _served(p_protocol);
    perform _bound(p_capability);
    perform _refuse('CS003', format('there is no capability %s', p_capability), jsonb_build_object('capability', p_capability));
  end if;
  if v_capped then
    select * into c from capabilities where name = p_capability for no key update;
    v_paused := c.paused_at is not null;
  end if;
  if v_paused then
    return;
  end if;
  if p_sweep then
    perform _sweep(p_capability, 50);
  end if;

  -- Read after the lock and the sweep: what was swept is due now, and the day can't be yesterday's.
  v_now := clock_timestamp();
  if v_capped then
    -- Whatever is started and unfinished may still park. One statement: a task that moves on meanwhile counts once.
    select least(v_room, c.max_running - held.running), c.max_parked - held.running - held.waiting
    into v_room, v_room_new
    from (
      select
        (select count(*) from tasks where capability = p_capability and status = 'running') as running,
        case when c.max_parked is not null then
          (select count(*) from _claimable where capability = p_capability and rank <= 150)
          + (select count(*) from tasks where capability = p_capability and status = 'needs_approval')
        end as waiting
    ) as held;
    if c.daily_ceiling is not null then
      v_day := greatest((v_now at time zone c.time_zone)::date, c.started_on);
      v_room_new := least(v_room_new, c.daily_ceiling - case when c.started_on = v_day then c.started_count else 0 end);
    end if;
  end if;

  -- One task, and no caps: it is the first that nobody holds, if that is due.
  if p_limit = 1 and not v_capped then
    select id, run_at <= v_now into v_first, v_first_due
    from _claimable
    where capability = p_capability
    order by rank, run_at, id
    limit 1
    for no key update skip locked;
    if v_first_due then
      v_ids := array[v_first];
      v_room := 0;
    end if;
  end if;

  -- From rank to rank that is present, so that rows due in the future never stand in the way. What is taken begins
  -- where the rank was found: the index entries of what was claimed since the last vacuum lie before it.
  while v_room > 0 loop
    select first.rank, array(
      select id
      from _claimable
      where capability = p_capability
        and rank = first.rank
        and (run_at, id) >= (first.run_at, first.id)
        and run_at <= v_now
      order by run_at, id
      limit case when first.rank > 150 then greatest(0, least(v_room, v_room_new)) else v_room end
      for no key update skip locked
    )
    into v_rank, v_got
    from (
      select rank, run_at, id
      from _claimable
      where capability = p_capability
        and rank > v_rank
      order by rank, run_at, id
      limit 1
    ) as first;
    exit when not found;
    v_ids := v_ids || v_got;
    v_room := case when v_rank > 150 then least(v_room, v_room_new) else v_room end - cardinality(v_got);
  end loop;
  if v_ids = '{}' then
    return;
  end if;

  if v_day is not null then
    update capabilities
    set started_count = case when started_on = v_day then started_count else 0 end
          + (select count(*) from tasks where id = any (v_ids) and started_at is null),
        started_on = v_day
    where name = p_capability;
  end if;
  -- The history of one task is joined by a loop, that of a batch is not: see functions/_history.sql.
  if cardinality(v_ids) > 1 then
    perform set_config('enable_material', 'on', true);
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
