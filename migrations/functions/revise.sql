-- A person's edit: opens the next revision of an open request with another body and the same deadline. Only
-- the values of the gate's editable fields may differ, not which fields there are (CS002); the person then
-- decides on what they wrote. What is asked at `uncertain` has nothing to edit.
create or replace function countersign.revise(
  p_approval bigint,
  p_revision integer,
  p_digest text,
  p_body text,
  p_difference jsonb,
  p_by text
)
returns table (approval_id bigint, public_id text, revision integer, digest text)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  a approvals;
  v_editable text[];
  v_path text;
  v_was jsonb;
  v_now jsonb := p_body::jsonb;
begin
  perform _enter();
  a := _lock_request(p_approval);
  perform _named(p_by);
  perform _open_as(a, p_revision, p_digest);
  v_was := a.body::jsonb;
  select editable into v_editable from gates where capability = a.capability and name = a.gate;
  foreach v_path in array coalesce(v_editable, '{}') loop
    v_was := _blanked(v_was, v_path);
    v_now := _blanked(v_now, v_path);
  end loop;
  if a.gate = 'uncertain' or v_was is distinct from v_now or _listed_effects(p_body::jsonb) is distinct from a.effects then
    perform _refuse('CS002', format('only the editable fields of request %s may change', p_approval),
      jsonb_build_object('approval', p_approval, 'editable', v_editable));
  end if;

  update approvals
  set state = 'superseded', actor = p_by, reason = 'edited'
  where id = a.id;
  return query
  insert into approvals (
    task_id, capability, gate, revision, body, digest, level, effects, difference, opened_at, expires_at, extended, actor, reason
  )
  values (
    a.task_id, a.capability, a.gate, _next_revision(a.task_id), p_body,
    encode(sha256(convert_to(p_body, 'UTF8')), 'hex'), a.level, a.effects, p_difference,
    a.opened_at, a.expires_at, a.extended, p_by, 'edited'
  )
  returning id, public_id, revision, digest;
end $$;

grant execute on function countersign.revise to countersign_approver;
