-- The history writes itself. One row for every change of a task, a request or an effect, with who and
-- why as the verb wrote them on the row, and the login that was really connected. Never a value.

create or replace function countersign._tasks_inserted()
returns trigger
language plpgsql
as $$
begin
  if exists (select from inserted where status <> 'pending') then
    perform countersign._refuse('CS002', 'a task begins as pending', null);
  end if;
  insert into countersign.task_events (task_id, capability, kind, now, actor, reason, step)
  select id, capability, 'task', status, actor, reason, step
  from inserted;
  return null;
end $$;

-- The one table of legal transitions: nobody, the owner included, can move a task along another edge.
create or replace function countersign._may_become(p_was text, p_now text)
returns boolean
language sql
immutable
as $$
  select '{
    "pending": ["running", "needs_approval", "cancelled"],
    "approved": ["running", "pending", "needs_approval", "cancelled"],
    "running": ["pending", "approved", "needs_approval", "completed", "skipped", "failed", "dead", "cancelled"],
    "needs_approval": ["approved", "pending", "rejected", "expired", "cancelled", "failed", "dead"],
    "failed": ["pending"], "dead": ["pending"], "expired": ["pending"],
    "rejected": ["pending"], "cancelled": ["pending"], "skipped": ["pending"]
  }'::jsonb -> p_was ? p_now
$$;

-- Of before: called by the trigger of whole statements.
drop function if exists countersign._illegal(bigint, text, text);

-- Row by row, as it happens: to compare what a whole statement did is dearer for the one task that a statement mostly
-- moves. Before the update, when the row is locked and nothing can come between.
create or replace function countersign._tasks_updated()
returns trigger
language plpgsql
as $$
begin
  if new.status is distinct from old.status then
    if not countersign._may_become(old.status, new.status) then
      perform countersign._refuse('CS002',
        format('task %s cannot go from %s to %s', new.id, old.status, new.status),
        jsonb_build_object('task', new.id, 'was', old.status, 'now', new.status));
    end if;
    insert into countersign.task_events (task_id, capability, kind, was, now, actor, reason, step, claimed_at)
    values (new.id, new.capability, 'task', old.status, new.status, new.actor, new.reason, new.step, old.claimed_at);
  end if;
  return new;
end $$;

create or replace function countersign._approvals_changed()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    update countersign.tasks set linked = true where id = new.task_id and not linked;
    insert into countersign.task_events (task_id, capability, kind, subject, now, actor, reason)
    values (new.task_id, new.capability, 'request', format('%s revision %s', new.gate, new.revision),
      new.state, new.actor, new.reason);
  elsif new.state <> old.state or new.extended <> old.extended then
    insert into countersign.task_events (task_id, capability, kind, subject, was, now, actor, reason)
    values (new.task_id, new.capability, 'request', format('%s revision %s', new.gate, new.revision),
      old.state, new.state, new.actor, new.reason);
  end if;
  return null;
end $$;

create or replace function countersign._effects_changed()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    update countersign.tasks set linked = true where id = new.task_id and not linked;
    insert into countersign.task_events (task_id, capability, kind, subject, now, actor)
    values (new.task_id, new.capability, 'effect', new.name, new.status, new.actor);
  elsif new.status <> old.status then
    insert into countersign.task_events (task_id, capability, kind, subject, was, now, actor)
    values (new.task_id, new.capability, 'effect', new.name, old.status, new.status, new.actor);
  end if;
  return null;
end $$;

create or replace function countersign._events_are_append_only()
returns trigger
language plpgsql
as $$
begin
  raise exception using errcode = 'CS002', message = 'history is append-only';
end $$;

create or replace trigger tasks_inserted
  after insert on countersign.tasks
  referencing new table as inserted
  for each statement execute function countersign._tasks_inserted();

create or replace trigger tasks_updated
  before update on countersign.tasks
  for each row execute function countersign._tasks_updated();

create or replace trigger approvals_changed
  after insert or update on countersign.approvals
  for each row execute function countersign._approvals_changed();

create or replace trigger effects_changed
  after insert or update on countersign.effects
  for each row execute function countersign._effects_changed();

create or replace trigger events_are_append_only
  before update on countersign.task_events
  for each row execute function countersign._events_are_append_only();
