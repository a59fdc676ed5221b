-- Reads every signal once and keeps the reading with its colour, so that flapping is a figure. Answers the
-- readings.
create or replace function countersign.record_signals()
returns table (signal text, owner text, value numeric, threshold numeric, colour text)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  return query
  insert into signal_readings (signal, at, owner, value, threshold, colour)
  select signal, clock_timestamp(), owner, value, threshold, colour
  from signals
  returning signal, owner, value, threshold, colour;
end $$;

grant execute on function countersign.record_signals to countersign_reaper;
