-- Returns the task, locked, if this acquisition still owns it; refuses it otherwise (CS001). Expired is
-- lost, also when nobody took the task since. The one predicate behind every fenced write.
--
-- A lost reply is common over HTTP, so a verb that ends an acquisition names its call (p_call): when that
-- very call with those very arguments already succeeded, the row comes back as it stands, not running,
-- and the verb repeats its first answer. After a reap, or for any other call, the lease is simply lost.
create or replace function countersign._own(p_task bigint, p_token uuid, p_call text)
returns countersign.tasks
language plpgsql
as $$
declare
  t countersign.tasks := countersign._lock(p_task);
begin
  if t.lease_token = p_token then
    if t.status = 'running' and t.lease_expires_at > clock_timestamp() then
      return t;
    elsif t.status <> 'running' and starts_with(t.ended_by, p_call || ':') then
      return t;
    end if;
  end if;
  perform countersign._refuse('CS001', format('the lease on task %s is lost', p_task),
    jsonb_build_object('task', p_task, 'status', t.status));
end $$;
