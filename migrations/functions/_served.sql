-- Refuses a client whose protocol this database no longer, or does not yet, serve (CS016).
create or replace function countersign._served(p_protocol integer)
returns void
language plpgsql
as $$
begin
  if not countersign._serves(p_protocol) then
    perform countersign._refuse('CS016', format('protocol %s is not served here', p_protocol),
      jsonb_build_object('protocol', p_protocol, 'served', jsonb_build_array(1)));
  end if;
end $$;

create or replace function countersign._serves(p_protocol integer)
returns boolean
language sql
immutable
as $$
  select p_protocol is not distinct from 1
$$;
