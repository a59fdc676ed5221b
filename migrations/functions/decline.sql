-- Gives tasks back that this worker cannot or will not start now (an unknown step, a newer payload, the
-- rest of a batch): burns nothing, and leaves them due p_delay_seconds from now for whoever can. One row
-- for each, `lost` where the lease was gone; never raises for one of them.
create or replace function countersign.decline(
  p_tasks bigint[],
  p_tokens uuid[],
  p_reason text,
  p_delay_seconds double precision
)
returns table (task_id bigint, verdict text)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  v_asked record;
  t tasks;
begin
  perform _enter();
  perform from tasks where id = any (p_tasks) order by id for no key update;
  for v_asked in select * from unnest(p_tasks, p_tokens) as asked (id, token) order by id loop
    select * into t from tasks where id = v_asked.id;
    if found and t.status = 'running' and t.lease_token = v_asked.token and t.lease_expires_at > clock_timestamp() then
      t.run_at := clock_timestamp() + _delay(p_delay_seconds);
      t.actor := t.claimed_by;
      t.reason := left('declined: ' || p_reason, 500);
      return query select v_asked.id, _move(t, 'onward', 'decline', null);
    elsif found and t.status <> 'running' and t.lease_token = v_asked.token and starts_with(t.ended_by, 'decline:') then
      return query select v_asked.id, _answer(t, 'decline');
    else
      return query select v_asked.id, 'lost';
    end if;
  end loop;
end $$;

grant execute on function countersign.decline to countersign_worker;
