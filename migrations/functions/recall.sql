-- What a capability remembers under keys that begin with p_prefix, at most p_limit of it, in order of key.
create or replace function countersign.recall(p_capability text, p_prefix text, p_limit integer)
returns table (key text, value jsonb, by text, updated_at timestamptz)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  perform _bound_or_approver(p_capability);
  return query
  select key, value, by, updated_at
  from memory
  where capability = p_capability
    and starts_with(key, p_prefix)
  order by key
  limit least(p_limit, 1000);
end $$;

grant execute on function countersign.recall to countersign_worker, countersign_approver;
