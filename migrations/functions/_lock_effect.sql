-- Returns an effect, locked after its task (CS003): which task it is of never changes.
create or replace function countersign._lock_effect(p_effect bigint)
returns countersign.effects
language plpgsql
as $$
declare
  v_task bigint;
  e countersign.effects;
begin
  select task_id into v_task from countersign.effects where id = p_effect;
  if not found then
    perform countersign._refuse('CS003', format('there is no effect %s', p_effect), jsonb_build_object('effect', p_effect));
  end if;
  perform countersign._lock(v_task);
  select * into e from countersign.effects where id = p_effect for no key update;
  return e;
end $$;
