-- The tasks that a kind of reaping may concern, by small partial indexes; asked again under each lock.
create or replace function countersign._reapable(p_kind text)
returns setof bigint
language plpgsql
stable
as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  case p_kind
    when 'leases' then
      return query
      select id from countersign.tasks
      where status = 'running'
        and (lease_expires_at <= v_now or lease_expires_at is null);
    when 'expired' then
      return query
      select task_id from countersign.approvals
      where state = 'open' and expires_at <= v_now
      order by expires_at;
    when 'settled' then
      return query
      select a.task_id from countersign.approvals a
      join countersign.effects e on e.id = a.effect_id
      where a.state = 'open' and e.settled_at is not null;
    when 'repaired' then
      return query
      select t.id from countersign.tasks t
      where t.status = 'needs_approval'
        and not exists (select from countersign.approvals a where a.task_id = t.id and a.state = 'open')
      union all
      select t.id from countersign.tasks t
      where t.status = 'approved'
        and not exists (select from countersign.approvals a where a.task_id = t.id and a.state = 'approved');
  end case;
end $$;

-- Moves one of them on, if it still is what it seemed to be. Answers whether it moved.
create or replace function countersign._reap_one(p_kind text, p_task bigint)
returns boolean
language plpgsql
as $$
declare
  t countersign.tasks;
  a countersign.approvals;
begin
  if p_kind = 'leases' then
    return countersign._take_back(p_task) is not null;
  end if;

  select * into t from countersign.tasks where id = p_task for no key update skip locked;
  if not found then
    return false;
  end if;
  t.actor := 'reaper';
  if p_kind = 'repaired' then
    if t.status not in ('needs_approval', 'approved') or exists (
      select from countersign.approvals
      where task_id = p_task
        and state = case t.status when 'approved' then 'approved' else 'open' end
    ) then
      return false;
    end if;
    t.reason := t.status || ' without a request';
    t.run_at := clock_timestamp();
    perform countersign._move(t, 'onward', null, null);
    return true;
  end if;

  select * into a from countersign.approvals where task_id = p_task and state = 'open' for no key update;
  if not found then
    return false;
  elsif p_kind = 'settled' then
    if not exists (select from countersign.effects where id = a.effect_id and settled_at is not null) then
      return false;
    end if;
    update countersign.approvals
    set state = 'settled', actor = 'reaper', reason = 'settled by its worker'
    where id = a.id;
    perform countersign._after_uncertain(a, 'reaper', 'settled by its worker');
    return true;
  elsif a.expires_at > clock_timestamp() or a.expires_at is null then
    return false;
  end if;
  update countersign.approvals
  set state = 'expired', actor = 'reaper', reason = 'unanswered'
  where id = a.id;
  t.reason := 'unanswered';
  perform countersign._move(t, 'expired', null, null);
  return true;
end $$;
