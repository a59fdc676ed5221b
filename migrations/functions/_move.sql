-- What a task becomes: the one place that decides it, for every verb. The caller holds the task's lock
-- and hands in the row as it wants it; p_to is `onward` (released, retried, reaped, sent back), or
-- `needs_approval`, or an end. Promises:
--   an effect whose outcome was not recorded becomes `unknown` in the same transaction;
--   a task never ends over an unsettled effect: a person is asked first (gate `uncertain`);
--   onward means `approved` exactly while something may begin under an approval, else `pending`.
create or replace function countersign._move(
  t countersign.tasks,
  p_to text,
  p_call text,
  p_answer text
)
returns text
language plpgsql
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_unsettled countersign.effects;
  v_approval countersign.approvals;
  v_over text;
begin
  if t.status = 'running' then
    update countersign.effects
    set status = 'unknown', actor = t.actor
    where task_id = t.id
      and status = 'intent';
  end if;

  if p_to = 'onward' then
    -- A budget never speaks after a person has: it is looked at when work stops, not when it may go on.
    v_over := case when t.status = 'running' then countersign._over_budget(t) end;
    if t.cancel_requested_at is not null then
      p_to := 'cancelled';
    elsif v_over is not null then
      p_to := 'dead';
      t.reason := concat_ws(': ', v_over, t.reason);
    end if;
  end if;

  if p_to in ('failed', 'dead', 'cancelled', 'rejected', 'expired') then
    select * into v_unsettled
    from countersign.effects
    where task_id = t.id
      and status in ('intent', 'started', 'unknown');
    if found then
      perform countersign._ask_uncertain(t, v_unsettled, p_to);
      p_to := 'needs_approval';
    end if;
  end if;

  if p_to = 'onward' then
    p_to := 'pending';
    select * into v_approval
    from countersign.approvals
    where task_id = t.id
      and state = 'approved';
    if found and countersign._can_begin(v_approval) then
      p_to := 'approved';
    elsif found then
      update countersign.approvals
      set state = 'spent', actor = t.actor, reason = 'nothing left to begin'
      where id = v_approval.id;
    end if;
  elsif p_to <> 'needs_approval' then
    update countersign.approvals
    set state = 'closed', actor = t.actor, reason = p_to
    where task_id = t.id
      and state in ('open', 'approved');
  end if;

  update countersign.tasks
  set status = p_to,
      rank = countersign._rank(p_to, t.started_at is not null, t.priority),
      step = t.step,
      state = t.state,
      result = t.result,
      error = t.error,
      run_at = t.run_at,
      attempts = t.attempts,
      lost_leases = t.lost_leases,
      slices = t.slices,
      lease_expires_at = null,
      claimed_by = null,
      ended_by = coalesce(p_call || ':' || coalesce(p_answer, p_to), t.ended_by),
      actor = t.actor,
      reason = t.reason,
      updated_at = v_now,
      finished_at = case when p_to not in ('pending', 'approved', 'needs_approval') then v_now end
  where id = t.id;
  return p_to;
end $$;
