-- The name under which a verb's call is remembered, the verb and a hash of its arguments, and the answer
-- that the call left on the row.
create or replace function countersign._call(p_verb text, variadic p_arguments text[])
returns text
language sql
stable
as $$
  select p_verb || ':' || md5(p_arguments::text)
$$;

create or replace function countersign._answer(t countersign.tasks, p_call text)
returns text
language sql
immutable
as $$
  select substr(t.ended_by, length(p_call) + 2)
$$;
