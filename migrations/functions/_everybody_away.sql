-- Whether there are people who could decide, and all of them are away.
create or replace function countersign._everybody_away()
returns boolean
language sql
stable
as $$
  select coalesce(bool_and(away_until > clock_timestamp()), false)
  from countersign.operators
  where revoked_at is null
$$;
