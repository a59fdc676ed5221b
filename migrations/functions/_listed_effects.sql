-- The names in action.effects of a request, in order; empty where the request has none.
create or replace function countersign._listed_effects(p_request jsonb)
returns text[]
language sql
immutable
as $$
  select coalesce(array_agg(effect ->> 'name' order by ordinal), '{}')
  from jsonb_array_elements(coalesce(p_request #> '{action,effects}', '[]')) with ordinality as listed (effect, ordinal)
$$;

-- Refuses a list that the gate may not start, that names one twice, or that names what is already done (CS002).
create or replace function countersign._check_effects(p_task bigint, g countersign.gates, p_effects text[])
returns void
language plpgsql
as $$
declare
  v_name text;
begin
  if g.level = 'none' then
    perform countersign._refuse('CS002', format('gate %s of %s asks nobody', g.name, g.capability), null);
  elsif array_position(p_effects, null) is not null
    or cardinality(p_effects) <> (select count(distinct name) from unnest(p_effects) as listed (name)) then
    perform countersign._refuse('CS002', 'every effect of a request has a name of its own',
      jsonb_build_object('effects', p_effects));
  elsif not p_effects <@ g.effects then
    perform countersign._refuse('CS002', format('gate %s of %s may not start all of %s', g.name, g.capability, p_effects),
      jsonb_build_object('gate', g.name, 'effects', p_effects, 'allowed', g.effects));
  end if;
  select name into v_name
  from countersign.effects
  where task_id = p_task
    and name = any (p_effects)
    and status = 'done';
  if found then
    perform countersign._refuse('CS002', format('effect %s of task %s is already done', v_name, p_task),
      jsonb_build_object('task', p_task, 'name', v_name));
  end if;
end $$;
