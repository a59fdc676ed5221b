-- A person settles an effect whose outcome nobody recorded, and the task goes on, or ends as it was about
-- to. When the effect was settled meanwhile (its worker told late), the recorded outcome stands and the
-- task only moves on: nobody is ever stuck behind a question that has been answered.
create or replace function countersign._decide_uncertain(
  a countersign.approvals,
  p_revision integer,
  p_verdict text,
  p_digest text,
  p_by text,
  p_level text,
  p_comment text
)
returns void
language plpgsql
as $$
declare
  e countersign.effects;
begin
  if p_verdict not in ('happened', 'did_not_happen', 'cannot_tell_yet') then
    perform countersign._refuse('CS002', format('%s is no verdict at gate uncertain', p_verdict), jsonb_build_object('approval', a.id));
  end if;
  perform countersign._open_as(a, p_revision, p_digest);
  if coalesce(countersign._level(p_level), 0) < countersign._level(a.level) then
    perform countersign._refuse('CS010', format('request %s needs level %s', a.id, a.level),
      jsonb_build_object('approval', a.id, 'required', a.level, 'given', p_level));
  elsif p_verdict = 'cannot_tell_yet' then
    insert into countersign.task_events (task_id, capability, kind, subject, now, actor, reason)
    values (a.task_id, a.capability, 'note', 'uncertain', p_verdict, p_by, null);
    return;
  end if;

  select * into e from countersign.effects where id = a.effect_id for no key update;
  if e.settled_at is null then
    perform countersign._window_over(e, case p_verdict when 'happened' then 'done' else 'failed' end);
    update countersign.effects
    set status = case p_verdict when 'happened' then 'done' else 'failed' end,
        outcome = jsonb_build_object('settledBy', p_by),
        settled_at = clock_timestamp(),
        settled_by = p_by,
        actor = p_by
    where id = e.id;
  end if;
  update countersign.approvals
  set state = 'settled',
      verdict = p_verdict,
      decided_by = p_by,
      decided_at = clock_timestamp(),
      decided_level = p_level,
      comment = left(p_comment, 4000),
      actor = p_by,
      reason = p_verdict
  where id = a.id;
  perform countersign._after_uncertain(a, p_by, p_verdict);
end $$;

-- Moves a task on from `uncertain`: to the end it was about to have, or onward.
create or replace function countersign._after_uncertain(a countersign.approvals, p_actor text, p_reason text)
returns text
language plpgsql
as $$
declare
  t countersign.tasks;
begin
  select * into t from countersign.tasks where id = a.task_id;
  t.actor := p_actor;
  t.reason := p_reason;
  t.run_at := clock_timestamp();
  return countersign._move(t, coalesce(a.ends_as, 'onward'), null, null);
end $$;
