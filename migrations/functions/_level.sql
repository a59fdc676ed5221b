-- The order of levels: none, then a signed-in session, then a passkey.
create or replace function countersign._level(p_level text)
returns integer
language sql
immutable
as $$
  select array_position(array['none', 'session', 'passkey'], p_level)
$$;
