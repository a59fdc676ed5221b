-- A claim and a completion read and write less of tasks. One table a file, locked before anything else: who has it already
-- may still need another, and must never wait for this one meanwhile. About a second for a million rows, in which nothing
-- can be claimed. The verbs of before go on until the functions follow.

set local role countersign_owner;

lock table countersign.tasks in access exclusive mode;

-- A claim of one task reads all that is left of the index page it begins on, so the pages hold few. What waits is a small
-- part of the tasks: the index stays small.
alter index countersign.tasks_claimable set (fillfactor = 30);
-- squawk-ignore require-concurrent-reindex
reindex index countersign.tasks_claimable;

-- What has ended, by how it ended and when: for the dead letters that a person is shown, and for what is pruned. One
-- index less to look into at every claim.
-- squawk-ignore require-concurrent-index-creation
create index tasks_ended on countersign.tasks (status, finished_at, id)
  where finished_at is not null;

-- squawk-ignore require-concurrent-index-deletion
drop index countersign.tasks_ended_badly;

-- squawk-ignore require-concurrent-index-deletion
drop index countersign.tasks_prunable;

reset role;
