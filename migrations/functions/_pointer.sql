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

-- The document with the value at the pointer made the same in all documents, if there is one. Made the same
-- and not removed: removing an element of a list would shift the ones behind it under the next pointer.
create or replace function countersign._blanked(p_document jsonb, p_pointer text)
returns jsonb
language sql
immutable
as $$
  select case
    when p_document #> countersign._pointer(p_pointer) is null then p_document
    else jsonb_set(p_document, countersign._pointer(p_pointer), '"edited"', false)
  end
$$;
