-- Writes a decision on an open request, already locked and checked, and moves its task along: approve and
-- answer make it claimable as approved once undo is over, reject ends it, send back returns it to the
-- workload with the comment.
create or replace function countersign._record_decision(
  a countersign.approvals,
  p_verdict text,
  p_by text,
  p_level text,
  p_answers jsonb,
  p_comment text,
  p_assertion jsonb,
  p_act_before timestamptz
)
returns void
language plpgsql
as $$
declare
  t countersign.tasks;
  g countersign.gates;
  v_now timestamptz := clock_timestamp();
  v_not_before timestamptz := v_now;
  v_act_before timestamptz;
  v_yes boolean := p_verdict in ('approve', 'answer');
begin
  select * into t from countersign.tasks where id = a.task_id;
  select * into g from countersign.gates where capability = a.capability and name = a.gate;
  if v_yes and g.name is null then
    perform countersign._refuse('CS002', format('gate %s of %s is gone', a.gate, a.capability),
      jsonb_build_object('approval', a.id, 'gate', a.gate));
  elsif v_yes and coalesce(countersign._level(p_level), 0)
    < greatest(countersign._level(a.level), countersign._level(g.level)) then
    perform countersign._refuse('CS010', format('request %s needs level %s', a.id, a.level),
      jsonb_build_object('approval', a.id, 'required', a.level, 'given', p_level));
  elsif v_yes and p_level = 'passkey' and p_assertion is null then
    perform countersign._refuse('CS010', format('request %s needs the assertion of a passkey', a.id),
      jsonb_build_object('approval', a.id, 'required', 'passkey'));
  end if;
  if v_yes and a.effects <> '{}' then
    v_not_before := v_now + make_interval(secs => g.undo_seconds);
    v_act_before := least(p_act_before, v_not_before + make_interval(secs => g.act_before_seconds));
  end if;

  update countersign.approvals
  set state = case p_verdict when 'reject' then 'rejected' when 'send_back' then 'sent_back' else 'approved' end,
      verdict = p_verdict,
      decided_by = p_by,
      decided_at = v_now,
      decided_level = p_level,
      answers = p_answers,
      comment = left(p_comment, 4000),
      assertion = p_assertion,
      not_before = case when v_yes then v_not_before end,
      act_before = v_act_before,
      actor = p_by,
      reason = p_verdict
  where id = a.id;

  t.actor := p_by;
  t.reason := p_verdict;
  t.run_at := v_not_before;
  perform countersign._move(t, case when p_verdict = 'reject' then 'rejected' else 'onward' end, null, null);
  if p_verdict <> 'reject' and exists (select from countersign.capabilities where name = t.capability and notify) then
    perform pg_notify('countersign', '');
  end if;
end $$;
