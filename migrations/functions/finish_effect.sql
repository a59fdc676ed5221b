-- Records how an effect ended: `done`, or `failed` when it certainly did not happen. Fenced by the token
-- that *began* it, not by the present lease: the one who acted may tell the truth late, as long as nobody
-- has settled it (CS006). Touches the ledger only, never the task. Repeating the same end succeeds.
create or replace function countersign.finish_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  e effects;
begin
  perform _enter();
  e := _lock_effect(p_effect);
  if p_status not in ('done', 'failed') then
    perform _refuse('CS002', format('an effect ends done or failed, not %s', p_status), null);
  elsif e.token is distinct from p_token then
    perform _refuse('CS001', format('effect %s was begun by another acquisition', p_effect), jsonb_build_object('effect', p_effect));
  elsif e.status = p_status and e.settled_token = p_token then
    return;
  elsif e.settled_at is not null then
    perform _refuse('CS006', format('effect %s is already %s', p_effect, e.status),
      jsonb_build_object('effect', p_effect, 'status', e.status, 'by', e.settled_by, 'at', e.settled_at));
  end if;
  update effects
  set status = p_status,
      outcome = p_outcome,
      settled_at = clock_timestamp(),
      settled_by = coalesce(actor, session_user),
      settled_token = p_token
  where id = p_effect;
end $$;

grant execute on function countersign.finish_effect to countersign_worker;
