-- Notes when a cap changed, whoever changes it.
create or replace function countersign._limits_changed()
returns trigger
language plpgsql
as $$
begin
  new.limits_changed_at := clock_timestamp();
  return new;
end $$;

-- Not on the counter of the day, so that no claim pays for it.
create or replace trigger limits_changed
  before update of max_running, max_parked, daily_ceiling, time_zone on countersign.capabilities
  for each row
  when (
    (old.max_running, old.max_parked, old.daily_ceiling, old.time_zone)
    is distinct from (new.max_running, new.max_parked, new.daily_ceiling, new.time_zone)
  )
  execute function countersign._limits_changed();
