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
-- of a queue that was small, or empty, a minute ago make of it. As few statements as will do: each has to be
-- started, for a single row too.
create or replace function countersign.claim(
  p_capability text,
  p_worker text,
  p_limit integer,
  p_sweep boolean,
  p_protocol integer
)
returns table (
  task_id bigint,
  token uuid,
  lease_expires_at timestamptz,
  lease_seconds integer,
  capability text,
  step text,
  payload jsonb,
  payload_version integer,
  state jsonb,
  attempts integer,
  lost_leases integer,
  slices integer,
  priority integer,
  idempotency_key text,
  parent_id bigint,
  created_at timestamptz,
  request jsonb,
  effects jsonb,
  claimed_at timestamptz
)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  c capabilities;
  v_now timestamptz;
  v_day date;
  v_room integer := least(p_limit, 1000);
  v_room_new integer := v_room;
  v_running integer;
  v_waiting integer;
  v_started integer := 0;
  v_rank integer := -1000;
  v_first_at timestamptz;
  v_first bigint;
  v_ids bigint[] := '{}';
  v_got bigint[];
begin
  -- All that a caller must be, in one look; where it finds nothing, the helpers say what is wrong.
  select c.* into c
  from capabilities c
  join bindings b on b.capability = c.name
  where c.name = p_capability
    and b.login = session_user
    and _read_committed()
    and _serves(p_protocol);
  if not found then
    perform _enter();
    perform _served(p_protocol);
    perform _bound(p_capability);
    perform _refuse('CS003', format('there is no capability %s', p_capability), jsonb_build_object('capability', p_capability));
  end if;
  if coalesce(c.max_running, c.max_parked, c.daily_ceiling) is not null then
    select * into c from capabilities where name = p_capability for no key update;
  end if;
  if c.paused_at is not null then
    return;
  end if;
  if p_sweep then
    perform _sweep(p_capability, 50);
  end if;

  -- Read after the lock and the sweep: what was swept is due now, and the day can't be yesterday's.
  v_now := clock_timestamp();
  if coalesce(c.max_running, c.max_parked) is not null then
    -- Whatever is started and unfinished may still park. One statement: a task that moves on meanwhile counts once.
    select
      (select count(*) from tasks where capability = p_capability and status = 'running'),
      case when c.max_parked is not null then
        (select count(*) from tasks where capability = p_capability and status in ('pending', 'approved') and rank <= 150)
        + (select count(*) from tasks where capability = p_capability and status = 'needs_approval')
      end
    into v_running, v_waiting;
    v_room := least(v_room, c.max_running - v_running);
    v_room_new := least(v_room_new, c.max_parked - v_running - v_waiting);
  end if;
  if c.daily_ceiling is not null then
    v_day := greatest((v_now at time zone c.time_zone)::date, c.started_on);
    v_room_new := least(v_room_new, c.daily_ceiling - case when c.started_on = v_day then c.started_count else 0 end);
  end if;

  -- From rank to rank that is present, so that rows due in the future never stand in the way. What is taken begins
  -- where the rank was found: the index entries of what was claimed since the last vacuum lie before it.
  while v_room > 0 loop
    select rank, run_at, id into v_rank, v_first_at, v_first
    from tasks
    where capability = p_capability
      and status in ('pending', 'approved')
      and rank > v_rank
    order by rank, run_at, id
    limit 1;
    exit when not found or (v_rank > 150 and v_room_new <= 0);
    continue when v_first_at > v_now;

    v_got := array(
      select id
      from tasks
      where capability = p_capability
        and status in ('pending', 'approved')
        and rank = v_rank
        and (run_at, id) >= (v_first_at, v_first)
        and run_at <= v_now
      order by run_at, id
      limit case when v_rank > 150 then least(v_room, v_room_new) else v_room end
      for no key update skip locked
    );
    v_ids := v_ids || v_got;
    v_room := v_room - cardinality(v_got);
    if v_rank > 150 then
      v_room_new := v_room_new - cardinality(v_got);
      v_started := v_started + cardinality(v_got);
    end if;
  end loop;
  if v_ids = '{}' then
    return;
  end if;

  if v_day is not null and v_started > 0 then
    update capabilities
    set started_count = v_started + case when started_on = v_day then started_count else 0 end,
        started_on = v_day
    where name = p_capability;
  end if;

  -- Most tasks were never asked about: one probe each finds that out. No `exists`, of which the planner might make
  -- a hash of the whole table.
  return query
  with claimed as (
    update tasks
    set status = 'running',
        lease_token = gen_random_uuid(),
        lease_expires_at = v_now + make_interval(secs => c.lease_seconds),
        claimed_by = p_worker,
        claimed_at = v_now,
        ended_by = null,
        started_at = coalesce(started_at, v_now),
        actor = p_worker,
        reason = null,
        updated_at = v_now
    where id = any (v_ids)
    returning *
  )
  select
    t.id, t.lease_token, t.lease_expires_at, c.lease_seconds, t.capability, t.step, t.payload, t.payload_version, t.state,
    t.attempts, t.lost_leases, t.slices, t.priority::integer, t.idempotency_key, t.parent_id, t.created_at,
    case when (select true from approvals a where a.task_id = t.id limit 1) then _request_of(t.id) end,
    case when (select true from effects e where e.task_id = t.id limit 1) then _effects_of(t.id) end,
    v_now
  from claimed t
  order by array_position(v_ids, t.id);
end $$;

grant execute on function countersign.claim to countersign_worker;
