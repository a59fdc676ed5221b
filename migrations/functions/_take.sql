-- The tasks that a claim takes, locked, in the order of claims, null for none: at most p_limit, and as many as the caps
-- of the capability leave room for; and the instant at which they start, of which day the ceiling has counted them.
--
-- How caps stay exact: the capability's row is locked, and what runs is counted in a later statement,
-- whose snapshot is then younger than the lock. Counting in the claiming statement, or locking in it,
-- lets concurrent claims through. Uncapped capabilities take no lock.
create or replace function countersign._take(
  p_capability text,
  p_limit integer,
  p_sweep boolean,
  out p_ids bigint[],
  out p_now timestamptz
)
language plpgsql
as $$
declare
  c countersign.capabilities;
  v_capped boolean;
  v_day date;
  v_room integer := least(p_limit, 1000);
  v_room_new integer;
  v_rank integer := -1000;
  v_got bigint[];
begin
  select * into c from countersign.capabilities where name = p_capability;
  v_capped := coalesce(c.max_running, c.max_parked, c.daily_ceiling) is not null;
  if v_capped then
    select * into c from countersign.capabilities where name = p_capability for no key update;
  end if;
  if c.paused_at is not null then
    return;
  end if;
  if p_sweep then
    perform countersign._sweep(p_capability, 50);
  end if;

  -- Read after the lock and the sweep: what was swept is due now, and the day can't be yesterday's.
  p_now := clock_timestamp();
  if v_capped then
    -- Whatever is started and unfinished may still park. One statement: a task that moves on meanwhile counts once.
    select least(v_room, c.max_running - held.running), c.max_parked - held.running - held.waiting
    into v_room, v_room_new
    from (
      select
        (select count(*) from countersign.tasks where capability = p_capability and status = 'running') as running,
        case when c.max_parked is not null then
          (select count(*) from countersign._claimable where capability = p_capability and rank <= 150)
          + (select count(*) from countersign.tasks where capability = p_capability and status = 'needs_approval')
        end as waiting
    ) as held;
    if c.daily_ceiling is not null then
      v_day := greatest((p_now at time zone c.time_zone)::date, c.started_on);
      v_room_new := least(v_room_new, c.daily_ceiling - case when c.started_on = v_day then c.started_count else 0 end);
    end if;
  end if;

  -- From rank to rank that is present, so that rows due in the future never stand in the way. What is taken begins
  -- where the rank was found: the index entries of what was claimed since the last vacuum lie before it.
  p_ids := '{}';
  while v_room > 0 loop
    select first.rank, array(
      select id
      from countersign._claimable
      where capability = p_capability
        and rank = first.rank
        and (run_at, id) >= (first.run_at, first.id)
        and run_at <= p_now
      order by run_at, id
      limit case when first.rank > 150 then greatest(0, least(v_room, v_room_new)) else v_room end
      for no key update skip locked
    )
    into v_rank, v_got
    from (
      select rank, run_at, id
      from countersign._claimable
      where capability = p_capability
        and rank > v_rank
      order by rank, run_at, id
      limit 1
    ) as first;
    exit when not found;
    p_ids := p_ids || v_got;
    v_room := case when v_rank > 150 then least(v_room, v_room_new) else v_room end - cardinality(v_got);
  end loop;

  if v_day is not null and p_ids <> '{}' then
    update countersign.capabilities
    set started_count = case when started_on = v_day then started_count else 0 end
          + (select count(*) from countersign.tasks where id = any (p_ids) and started_at is null),
        started_on = v_day
    where name = p_capability;
  end if;
  p_ids := nullif(p_ids, '{}');
end $$;
