-- Asks a person what became of an effect whose outcome nobody recorded. The database can do this by
-- itself, so a person is asked even where the workload is broken. Such a request never expires; once it
-- is settled the task ends as it was about to (p_ends_as), or goes on.
create or replace function countersign._ask_uncertain(
  t countersign.tasks,
  e countersign.effects,
  p_ends_as text
)
returns bigint
language plpgsql
as $$
declare
  v_body text;
  v_approval bigint;
begin
  update countersign.approvals
  set state = 'superseded', actor = t.actor, reason = 'outcome unknown'
  where task_id = t.id
    and state in ('open', 'approved');

  -- Canonical (RFC 8785) by construction: keys in order, only strings and a number.
  v_body := format(
    '{"action":{"began_at":%s,"effect":%s,"task":%s},"gate":"uncertain","shown":{},"v":1}',
    to_json(to_char(e.began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    to_json(e.name),
    t.id
  );
  insert into countersign.approvals (
    task_id, capability, gate, revision, body, digest, level, effect_id, ends_as, actor, reason
  )
  select
    t.id, t.capability, 'uncertain', countersign._next_revision(t.id), v_body,
    encode(sha256(convert_to(v_body, 'UTF8')), 'hex'), 'session', e.id, p_ends_as, t.actor, t.reason
  returning id into v_approval;
  return v_approval;
end $$;
