-- How a task may end. Each is one stretch, in order of time, of the index of what has ended.
create or replace view countersign._ends as
select status
from unnest('{completed,skipped,failed,dead,rejected,expired,cancelled}'::text[]) as status;
