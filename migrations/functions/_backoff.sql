-- How long to wait before attempt n + 1, in seconds: doubling from 5 s to at most an hour, with half of it
-- at random so that what failed together does not come back together. Safe for any n.
create or replace function countersign._backoff(p_attempts integer)
returns double precision
language sql
volatile
as $$
  select least(3600, 5 * power(2, least(greatest(p_attempts, 1), 20) - 1)) * (0.5 + random() / 2)
$$;
