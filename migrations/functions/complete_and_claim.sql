-- Completes one task and claims the next of its capability, in one round trip: what a resident worker
-- does all day. Exactly `complete` followed by a `claim` of one without a sweep.
--
-- Where both are simple and nobody holds the task, one statement moves both, the one that is done first: to start a
-- statement is most of what either costs. It waits for nobody, so that its clock and what it sees are of now. `complete`
-- and `claim` say what each column means. Whatever that statement leaves undone, the two do: a completion that is repeated
-- hears its first answer.
create or replace function countersign.complete_and_claim(
  p_task bigint,
  p_token uuid,
  p_result jsonb,
  p_capability text,
  p_worker text,
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
  v_now timestamptz := clock_timestamp();
begin
  select lease_seconds into v_lease_seconds
  from capabilities
  where name = p_capability
    and session_user = any (workers)
    and paused_at is null
    and coalesce(max_running, max_parked, daily_ceiling) is null
    and _read_committed()
    and _serves(p_protocol);
  if found then
    return query
    with completed as (
      update tasks
      set status = 'completed',
          result = p_result,
          error = null,
          slices = slices + 1,
          lease_expires_at = null,
          claimed_by = null,
          ended_by = _call('complete', p_result::text) || ':completed',
          actor = claimed_by,
          reason = null,
          updated_at = clock_timestamp(),
          finished_at = clock_timestamp()
      where id = (select id from tasks where id = p_task for no key update skip locked)
        and status = 'running'
        and lease_token = p_token
        and lease_expires_at > clock_timestamp()
        and not linked
      returning id
    )
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
    where id = (
        select id
        from _claimable
        where capability = p_capability
          and exists (select from completed)
        order by rank, run_at, id
        limit 1
        for no key update skip locked
      )
      and run_at <= v_now
    returning
      1, id, lease_token, lease_expires_at, v_lease_seconds, capability, step, payload, payload_version,
      state, attempts, lost_leases, slices, priority::integer, idempotency_key, parent_id, created_at,
      case when linked then _request_of(id) end, case when linked then _effects_of(id) end, claimed_at;
  end if;
  if not found then
    if not _read_committed() then
      perform _enter();
    end if;
    -- The capability first, then the task: the order in which every other verb locks them.
    perform from capabilities
    where name = p_capability
      and coalesce(max_running, max_parked, daily_ceiling) is not null
    for no key update;
    perform complete(p_task, p_token, p_result);
    return query select * from claim(p_capability, p_worker, 1, false, p_protocol);
  end if;
end $$;

grant execute on function countersign.complete_and_claim to countersign_worker;
