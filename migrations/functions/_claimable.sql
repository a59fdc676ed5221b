-- What may be claimed once it is due, with its rank: approved before started before new, then by priority. The index
-- of claims holds the same expression, so that a rank is never stored, and never out of date.
create or replace view countersign._claimable as
select id, capability, run_at,
  case when status = 'approved' then 0 when started_at is not null then 100 else 200 end - priority as rank
from countersign.tasks
where status in ('pending', 'approved');
