-- Takes an approval back (Undo), for as long as anything may still begin under it; afterwards the truth is
-- told instead (CS006). Where the task still waits, the request opens again as the next revision with the
-- same digest and at least an hour to decide; where it runs, its next begin_effect is refused and it asks
-- again by itself. Answers the new revision's id, or null while the task runs.
create or replace function countersign.revoke(p_approval bigint, p_by text, p_reason text)
returns bigint
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  a approvals;
  t tasks;
  v_again bigint;
begin
  perform _enter();
  a := _lock_request(p_approval);
  perform _named(p_by);
  if a.state <> 'approved' or not _can_begin(a) then
    perform _refuse('CS006', format('request %s is %s: nothing is left to take back', p_approval, a.state), jsonb_build_object(
      'approval', p_approval, 'state', a.state, 'verdict', a.verdict, 'by', a.decided_by, 'at', a.decided_at, 'usedAt', a.used_at
    ));
  end if;
  update approvals
  set state = 'revoked',
      revoked_at = clock_timestamp(),
      revoked_by = p_by,
      actor = p_by,
      reason = coalesce(p_reason, 'revoked')
  where id = p_approval;

  select * into t from tasks where id = a.task_id;
  if t.status = 'approved' then
    insert into approvals (
      task_id, capability, gate, revision, body, digest, level, effects, difference, opened_at, expires_at, extended, actor, reason
    )
    values (
      a.task_id, a.capability, a.gate, _next_revision(a.task_id), a.body, a.digest, a.level, a.effects, a.difference,
      clock_timestamp(), greatest(a.expires_at, clock_timestamp() + interval '1 hour'), a.extended, p_by, 'undone'
    )
    returning id into v_again;
    t.actor := p_by;
    t.reason := 'undone';
    perform _move(t, 'needs_approval', null, null);
  end if;
  return v_again;
end $$;

grant execute on function countersign.revoke to countersign_approver;
