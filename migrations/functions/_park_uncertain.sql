-- Asks a person what became of the task's unsettled effect, with what a probe saw of it (p_body). Only
-- where there is one (CS002).
create or replace function countersign._park_uncertain(t countersign.tasks, p_call text, p_body text)
returns bigint
language plpgsql
as $$
declare
  e countersign.effects;
  v_ends_as text := case when t.cancel_requested_at is not null then 'cancelled' end;
  v_approval bigint;
begin
  select * into e
  from countersign.effects
  where task_id = t.id
    and status in ('intent', 'started', 'unknown');
  if not found then
    perform countersign._refuse('CS002', format('task %s has no effect whose outcome is open', t.id),
      jsonb_build_object('task', t.id));
  end if;
  v_approval := countersign._ask_uncertain(t, e, v_ends_as);
  if p_body is not null then
    update countersign.approvals
    set body = p_body, digest = encode(sha256(convert_to(p_body, 'UTF8')), 'hex')
    where id = v_approval;
  end if;
  perform countersign._move(t, 'needs_approval', p_call, v_approval::text);
  return v_approval;
end $$;
