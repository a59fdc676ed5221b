-- Up to when records of invocations and signals may go: the reports of the last week read them.
create or replace function countersign._records_before(p_before timestamptz)
returns timestamptz
language sql
stable
as $$
  select least(p_before, clock_timestamp() - interval '7 days')
$$;
