-- Why the task may not go on, or null. Attempts and lost leases are of its present step, slices and age
-- of its whole life. Asked only when a task leaves `running`, never at claim.
create or replace function countersign._over_budget(t countersign.tasks)
returns text
language sql
stable
as $$
  select case
    when t.attempts >= c.max_attempts then 'out of attempts'
    when t.lost_leases >= c.max_lost_leases then 'out of lost leases'
    when t.slices >= c.max_slices then 'out of slices'
    when t.started_at < clock_timestamp() - make_interval(secs => c.max_age_seconds) then 'out of age'
  end
  from countersign.capabilities c
  where c.name = t.capability
$$;
