-- What may be claimed once it is due: what the index of claims holds.
create or replace view countersign._claimable as
select id, capability, run_at, rank
from countersign.tasks
where status in ('pending', 'approved');
