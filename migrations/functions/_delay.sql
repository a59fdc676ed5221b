-- A delay in seconds as an interval, never negative, never beyond a year, never overflowing.
create or replace function countersign._delay(p_seconds double precision)
returns interval
language sql
immutable
as $$
  select make_interval(secs => least(greatest(coalesce(p_seconds, 0), 0), 366 * 86400))
$$;
