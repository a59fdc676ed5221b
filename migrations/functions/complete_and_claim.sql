-- Completes one task and claims the next of its capability, in one round trip: what a resident worker
-- does all day. Exactly `complete` followed by a `claim` of one without a sweep.
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
as $$
declare
  v_status text;
begin
  if not _read_committed() then
    perform _enter();
  end if;
  -- The capability first, then the task: the order in which every other verb locks them.
  perform from capabilities
  where name = p_capability
    and coalesce(max_running, max_parked, daily_ceiling) is not null
  for no key update;
  v_status := complete(p_task, p_token, p_result);
  return query select * from claim(p_capability, p_worker, 1, false, p_protocol);
end $$;

grant execute on function countersign.complete_and_claim to countersign_worker;
