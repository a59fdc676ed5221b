-- Refuses to go on over an effect of the task whose outcome is open (CS009).
create or replace function countersign._unsettled(p_task bigint)
returns void
language plpgsql
as $$
declare
  e countersign.effects;
begin
  select * into e
  from countersign.effects
  where task_id = p_task
    and status in ('intent', 'started', 'unknown');
  if found then
    perform countersign._refuse('CS009', format('effect %s of task %s is %s', e.name, p_task, e.status),
      jsonb_build_object('task', p_task, 'effect', e.id, 'name', e.name, 'status', e.status));
  end if;
end $$;
