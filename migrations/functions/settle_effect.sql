-- Records what a read-only probe found out about an effect that is `unknown`, or `started` and polled by a
-- later slice: `done`, or `failed` when it did not happen and no longer can. A probe that can't tell yet
-- says nothing. Needs the worker's own live lease on the task (CS001). `failed` is refused while the one who
-- began it may still be acting (CS014).
create or replace function countersign.settle_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  e effects;
  t tasks;
begin
  perform _enter();
  e := _lock_effect(p_effect);
  if p_status not in ('done', 'failed') then
    perform _refuse('CS002', format('an effect ends done or failed, not %s', p_status), null);
  end if;
  t := _own(e.task_id, p_token, null);
  if e.status = p_status and e.settled_token = p_token then
    return;
  elsif e.status not in ('started', 'unknown') then
    perform _refuse('CS006', format('effect %s is %s', p_effect, e.status),
      jsonb_build_object('effect', p_effect, 'status', e.status, 'by', e.settled_by, 'at', e.settled_at));
  end if;
  perform _window_over(e, p_status);
  update effects
  set status = p_status,
      outcome = p_outcome,
      settled_at = clock_timestamp(),
      settled_by = t.claimed_by,
      settled_token = p_token,
      actor = t.claimed_by
  where id = p_effect;
end $$;

grant execute on function countersign.settle_effect to countersign_worker;
