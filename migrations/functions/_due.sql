-- What is due of each capability, whatever its caps say: the oldest first and at most 100 of each rank, which
-- is enough for every threshold and bounded however long the backlog. Asked rank by rank through the claim's own
-- index, so that rows due in the future cost nothing. statement_timestamp() and not clock_timestamp(), which
-- no index can be searched by.
create or replace view countersign._due with (security_barrier) as
select c.name as capability, kind.name as kind, due.run_at
from countersign.capabilities c
cross join (values (0, 'approved'), (100, 'started'), (200, 'new')) as kind (base, name)
cross join generate_series(-9, 9) as offset_by
cross join lateral (
  select t.run_at
  from countersign._claimable t
  where t.capability = c.name
    and t.rank = kind.base + offset_by
    and t.run_at <= statement_timestamp()
  order by t.run_at
  limit 100
) as due;
