-- The only way to act. Commits the intent before anything is done, and answers
--   go    act now, and not after acts_until;
--   done  this task already did it: here is the outcome, go on as if it had just been done.
-- p_digest is the digest of the request the worker verified (of the action itself at a gate that asks
-- nobody), p_call a fresh id of this call: after a lost reply the same call hears `go` again, within the
-- first window only. Everything is checked under the task's lock: lease (CS001), an effect whose outcome
-- is open (CS009), cancel (CS015), pause and undo (CS014), approval (CS008), revocation (CS012), digest
-- (CS004), level (CS010), act-before (CS005), order (CS008). The lease is renewed.
create or replace function countersign.begin_effect(
  p_task bigint,
  p_token uuid,
  p_effect text,
  p_digest text,
  p_call uuid
)
returns table (answer text, effect_id bigint, outcome jsonb, acts_until timestamptz, now timestamptz)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  t tasks;
  a approvals;
  g gates;
  e effects;
  v_now timestamptz;
begin
  perform _enter();
  t := _own(p_task, p_token, null);
  v_now := clock_timestamp();

  select * into e from effects where task_id = p_task and status in ('intent', 'started', 'unknown');
  if found then
    if e.status = 'intent' and e.name = p_effect and e.token = p_token and e.call = p_call and v_now < e.acts_until then
      return query select 'go', e.id, null::jsonb, e.acts_until, v_now;
      return;
    end if;
    perform _unsettled(p_task);
  end if;

  select * into e from effects where task_id = p_task and name = p_effect and status = 'done';
  if found then
    if not _same_act(e, p_digest) then
      perform _refuse('CS004', format('effect %s of task %s was done, and differently', p_effect, p_task),
        jsonb_build_object('task', p_task, 'effect', e.id, 'name', p_effect, 'digest', e.digest));
    end if;
    return query select 'done', e.id, e.outcome, e.acts_until, v_now;
    return;
  end if;

  if t.cancel_requested_at is not null then
    perform _refuse('CS015', format('task %s is to be cancelled', p_task), jsonb_build_object('task', p_task));
  elsif exists (select from capabilities where name = t.capability and paused_at is not null) then
    perform _refuse('CS014', format('capability %s is paused', t.capability), jsonb_build_object('capability', t.capability));
  end if;

  -- Where several gates may start it, the strictest speaks: only what no gate asks about acts unasked.
  select * into g
  from gates
  where capability = t.capability
    and p_effect = any (effects)
  order by _level(level) desc
  limit 1;
  if g.level is distinct from 'none' then
    select * into a from approvals where task_id = p_task and state = 'approved' for no key update;
    g := _permit(t, a, p_effect, p_digest, v_now);
  end if;

  insert into effects (
    task_id, capability, approval_id, ungated_reason, gate, name, ordinal, digest, part_digest, token, call, began_at, acts_until, actor
  )
  values (
    p_task, t.capability, a.id, g.ungated_reason, g.name, p_effect, coalesce(array_position(a.effects, p_effect), 1),
    p_digest, _part_digest(a.body, p_effect, p_digest), p_token, p_call,
    v_now, v_now + make_interval(secs => g.act_within_seconds), t.claimed_by
  )
  returning * into e;
  if a.id is not null then
    update approvals
    set used_at = coalesce(used_at, v_now),
        state = case when _can_begin(a) then 'approved' else 'spent' end,
        actor = t.claimed_by,
        reason = 'effect begun'
    where id = a.id;
  end if;
  update tasks
  set lease_expires_at = greatest(
        lease_expires_at,
        v_now + make_interval(secs => (select lease_seconds from capabilities where name = t.capability))
      ),
      updated_at = v_now
  where id = p_task;
  return query select 'go', e.id, null::jsonb, e.acts_until, v_now;
end $$;

grant execute on function countersign.begin_effect to countersign_worker;
