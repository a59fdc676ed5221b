-- The rank of a task becomes an ordinary column. Generated, its expression was read anew from its text at every
-- update of a task: a tenth of what a claim and a completion cost. It is written where a task's status is, and by a
-- trigger where a task is inserted: see functions/_rank.sql.

set local role countersign_owner;

alter table countersign.tasks alter column rank drop expression;

reset role;
