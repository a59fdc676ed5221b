-- Takes back one task whose lease lapsed, or that runs without any lease and that nobody touched for an
-- hour. The predicate is asked again under the lock, so whoever finished, released, parked or re-claimed
-- the task in between keeps what they did. Answers whether it moved.
create or replace function countersign._take_back(p_task bigint)
returns text
language plpgsql
as $$
declare
  t countersign.tasks;
  v_now timestamptz;
begin
  select * into t
  from countersign.tasks
  where id = p_task
    and status = 'running'
  for no key update skip locked;
  v_now := clock_timestamp();
  if not found then
    return null;
  elsif t.lease_expires_at is null and t.updated_at >= v_now - interval '1 hour' then
    return null;
  elsif t.lease_expires_at > v_now then
    return null;
  end if;

  t.reason := case when t.lease_expires_at is null then 'running without a lease' else 'lease lapsed' end;
  t.actor := 'reaper';
  t.lost_leases := t.lost_leases + 1;
  t.run_at := v_now;
  return countersign._move(t, 'onward', 'reap', null);
end $$;

-- Takes back at most p_limit lapsed tasks of one capability: what a claim does first when asked to, so
-- that a crashed slice goes on at the next tick and not at the next hour. A task that can't be moved is
-- left to the reaper, which counts it; it holds back neither the rest nor the claim.
create or replace function countersign._sweep(p_capability text, p_limit integer)
returns integer
language plpgsql
as $$
declare
  v_task bigint;
  v_moved integer := 0;
begin
  for v_task in
    select id
    from countersign.tasks
    where capability = p_capability
      and status = 'running'
      and (lease_expires_at <= clock_timestamp() or lease_expires_at is null)
    order by id
  loop
    begin
      v_moved := v_moved + (countersign._take_back(v_task) is not null)::integer;
    exception when others then
      null;
    end;
    exit when v_moved >= p_limit;
  end loop;
  return v_moved;
end $$;
