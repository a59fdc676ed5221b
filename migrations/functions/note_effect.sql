-- Records that the other side accepted, and the handle by which to ask it later (a run id, a vCenter task
-- id). From then on the effect is `started` and later slices may poll it. Repeating the same handle
-- succeeds. Needs the live lease of the acquisition that began the effect (CS001): a handle learnt after the
-- lease was lost is for the probe to find, and an effect that is settled stays as it is (CS006).
create or replace function countersign.note_effect(p_effect bigint, p_token uuid, p_handle jsonb)
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
  perform _own(e.task_id, p_token, null);
  if e.token <> p_token then
    perform _refuse('CS001', format('effect %s was begun by another acquisition', p_effect), jsonb_build_object('effect', p_effect));
  elsif e.status = 'started' and e.handle = p_handle then
    return;
  elsif e.status <> 'intent' or p_handle is null then
    perform _refuse('CS006', format('effect %s is %s', p_effect, e.status), jsonb_build_object('effect', p_effect, 'status', e.status));
  end if;
  update effects
  set status = 'started', handle = p_handle, actor = coalesce(actor, session_user)
  where id = p_effect;
end $$;

grant execute on function countersign.note_effect to countersign_worker;
