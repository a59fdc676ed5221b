-- Takes up an expired request again: its task becomes new and asks afresh, with the world as it is now. Only
-- for the task's newest request, and only while the task is expired (CS006).
create or replace function countersign.ask_again(p_approval bigint, p_by text)
returns bigint
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  a approvals;
  t tasks;
begin
  perform _enter();
  a := _lock_request(p_approval);
  perform _named(p_by);
  select * into t from tasks where id = a.task_id;
  if a.state <> 'expired' or t.status <> 'expired' or a.revision + 1 <> _next_revision(a.task_id) then
    perform _refuse('CS006', format('request %s is %s and its task %s', p_approval, a.state, t.status),
      jsonb_build_object('approval', p_approval, 'state', a.state, 'task', t.id, 'status', t.status));
  end if;
  perform requeue(a.task_id, p_by, 'asked again');
  return a.task_id;
end $$;

grant execute on function countersign.ask_again to countersign_approver;
