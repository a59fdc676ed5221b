-- Adds a task, once per (capability, key): the same payload again answers the task that is there, also
-- after it was pruned; another payload is refused (CS007). Runs inside any transaction of the caller's
-- own, at any isolation. A worker enqueues only for capabilities it is bound to (CS011).
create or replace function countersign.enqueue(
  p_capability text,
  p_key text,
  p_payload jsonb,
  p_payload_version integer,
  p_priority integer,
  p_run_at timestamptz,
  p_parent bigint,
  p_by text,
  p_reason text
)
returns table (task_id bigint, created boolean)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  c capabilities;
  v_digest bytea := sha256(convert_to(p_payload_version || ' ' || p_payload::text, 'UTF8'));
  v_known task_keys;
  v_task bigint := nextval(pg_get_serial_sequence('countersign.tasks', 'id'));
begin
  if not pg_has_role(session_user, 'countersign_approver', 'member') then
    perform _bound(p_capability);
  end if;
  select * into c from capabilities where name = p_capability;
  if not found then
    perform _refuse('CS003', format('there is no capability %s', p_capability), jsonb_build_object('capability', p_capability));
  end if;

  if p_key is not null then
    insert into task_keys (capability, key, payload_digest, task_id)
    values (p_capability, p_key, v_digest, v_task)
    on conflict do nothing;
    if not found then
      -- A later statement, so that it sees the row another transaction has just committed.
      select * into v_known from task_keys where capability = p_capability and key = p_key;
      if v_known.payload_digest <> v_digest then
        perform _refuse('CS007', format('key %s of %s is taken by task %s with another payload', p_key, p_capability, v_known.task_id),
          jsonb_build_object('capability', p_capability, 'key', p_key, 'task', v_known.task_id));
      end if;
      return query select v_known.task_id, false;
      return;
    end if;
  end if;

  insert into tasks (id, capability, step, payload, payload_version, priority, run_at, idempotency_key, parent_id, actor, reason)
  values (v_task, p_capability, c.first_step, p_payload, p_payload_version, p_priority,
    coalesce(p_run_at, clock_timestamp()), p_key, p_parent, coalesce(p_by, session_user), p_reason);
  if c.notify then
    perform pg_notify('countersign', '');
  end if;
  return query select v_task, true;
end $$;

grant execute on function countersign.enqueue to countersign_worker, countersign_approver;
