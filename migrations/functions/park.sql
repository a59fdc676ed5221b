-- Asks a person: opens the next revision of the task's request at a gate and sets the task waiting, holding
-- no machine. The body is the canonical text of { v, gate, action, shown }; its effects are read from
-- action.effects, so the list a person signs is the list that can begin. The worker only names the gate:
-- level, deadlines and undo are the gate's, and p_level may raise the level, never lower it.
--
-- An older open or approved request of the task is superseded. Only effects that are not done yet may be
-- listed (CS002), and only `uncertain` may be asked over an unsettled effect (CS009). Answers the id of
-- the request, or null where a cancel was asked for and the task ended instead.
create or replace function countersign.park(
  p_task bigint,
  p_token uuid,
  p_gate text,
  p_level text,
  p_body text,
  p_difference jsonb,
  p_step text,
  p_state jsonb
)
returns bigint
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_call text := _call('park', p_gate, p_level, p_body, p_difference::text, p_step, p_state::text);
  v_request jsonb := p_body::jsonb;
  v_effects text[];
  v_approval bigint;
  t tasks;
  g gates;
begin
  perform _enter();
  t := _own(p_task, p_token, v_call);
  if t.status <> 'running' then
    return nullif(_answer(t, v_call), '')::bigint;
  end if;
  if p_step <> t.step then
    t.attempts := 0;
    t.lost_leases := 0;
  end if;
  t.step := p_step;
  t.state := p_state;
  t.slices := t.slices + 1;
  t.actor := t.claimed_by;
  t.reason := 'asked at ' || p_gate;

  if v_request ->> 'gate' is distinct from p_gate and not (p_gate = 'uncertain' and p_body is null) then
    perform _refuse('CS002', format('the request names gate %s, not %s', v_request ->> 'gate', p_gate), null);
  elsif p_gate = 'uncertain' then
    return _park_uncertain(t, v_call, p_body);
  end if;
  perform _unsettled(p_task);
  if t.cancel_requested_at is not null then
    perform _move(t, 'cancelled', v_call, '');
    return null;
  end if;

  select * into g from gates where capability = t.capability and name = p_gate;
  if not found then
    perform _refuse('CS003', format('capability %s has no gate %s', t.capability, p_gate),
      jsonb_build_object('capability', t.capability, 'gate', p_gate));
  end if;
  v_effects := _listed_effects(v_request);
  perform _check_effects(p_task, g, v_effects);

  update approvals
  set state = 'superseded', actor = t.actor, reason = 'asked again'
  where task_id = p_task
    and state in ('open', 'approved');
  insert into approvals (
    task_id, capability, gate, revision, body, digest, level, effects, difference, expires_at, actor, reason
  )
  values (
    p_task, t.capability, p_gate, _next_revision(p_task), p_body,
    encode(sha256(convert_to(p_body, 'UTF8')), 'hex'),
    case when _level(p_level) > _level(g.level) then p_level else g.level end,
    v_effects, p_difference,
    clock_timestamp() + make_interval(secs => g.answer_within_seconds), t.actor, t.reason
  )
  returning id into v_approval;
  perform _move(t, 'needs_approval', v_call, v_approval::text);
  return v_approval;
end $$;

grant execute on function countersign.park to countersign_worker;
