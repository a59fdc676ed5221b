-- An RFC 6901 pointer as a jsonb path: "/action/values/0/value" becomes {action,values,0,value}.
create or replace function countersign._pointer(p_pointer text)
returns text[]
language sql
immutable
as $$
  select coalesce(array_agg(replace(replace(part, '~1', '/'), '~0', '~') order by ordinal), '{}')
  from string_to_table(p_pointer, '/') with ordinality as parts (part, ordinal)
  where ordinal > 1
$$;
