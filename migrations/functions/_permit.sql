-- Answers the gate under whose approval the effect may begin now, or refuses, naming what is missing. The
-- approval row is locked by the caller; a revoke waits for it, or came first.
create or replace function countersign._permit(
  t countersign.tasks,
  a countersign.approvals,
  p_effect text,
  p_digest text,
  p_now timestamptz
)
returns countersign.gates
language plpgsql
as $$
declare
  g countersign.gates;
  v_about jsonb := jsonb_build_object('task', t.id, 'name', p_effect, 'approval', a.id);
  v_last text;
  v_before text;
begin
  if a.id is null then
    select state into v_last from countersign.approvals where task_id = t.id order by revision desc limit 1;
    if v_last = 'revoked' then
      perform countersign._refuse('CS012', format('the approval of task %s was revoked', t.id), v_about);
    end if;
    perform countersign._refuse('CS008', format('nobody approved effect %s of task %s', p_effect, t.id), v_about);
  elsif a.digest is distinct from p_digest then
    perform countersign._refuse('CS004', format('what was approved for task %s is not this', t.id), v_about);
  elsif not p_effect = any (a.effects) then
    perform countersign._refuse('CS008', format('the approval of task %s is not for effect %s', t.id, p_effect), v_about);
  elsif exists (select from countersign.effects where approval_id = a.id and name = p_effect) then
    perform countersign._refuse('CS008', format('the approval of effect %s of task %s is used', p_effect, t.id), v_about);
  end if;

  select * into g from countersign.gates where capability = a.capability and name = a.gate;
  if g.name is null then
    perform countersign._refuse('CS008', format('gate %s of %s is gone', a.gate, a.capability), v_about);
  elsif coalesce(countersign._level(a.decided_level), 0)
    < greatest(countersign._level(a.level), countersign._level(g.level)) then
    perform countersign._refuse('CS010', format('the approval of task %s did not reach level %s', t.id, g.level), v_about);
  elsif p_now < a.not_before
    and not exists (select from countersign.effects where approval_id = a.id) then
    perform countersign._refuse('CS014', format('the approval of task %s can still be undone', t.id),
      v_about || jsonb_build_object('notBefore', a.not_before));
  elsif p_now >= a.act_before then
    perform countersign._refuse('CS005', format('the approval of task %s has lapsed', t.id), v_about);
  end if;

  select listed.name into v_before
  from unnest(a.effects) with ordinality as listed (name, ordinal)
  where listed.ordinal < array_position(a.effects, p_effect)
    and not exists (
      select from countersign.effects e
      where e.task_id = t.id
        and e.name = listed.name
        and e.status = 'done'
    )
  order by listed.ordinal
  limit 1;
  if found then
    perform countersign._refuse('CS008', format('effect %s of task %s comes before %s', v_before, t.id, p_effect),
      v_about || jsonb_build_object('first', v_before));
  end if;
  return g;
end $$;
