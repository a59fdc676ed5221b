-- A row of history is written with less. One table again: who writes history has locked its task already.

set local role countersign_owner;

lock table countersign.task_events in access exclusive mode;

-- What a task was claimed at is copied; how long it took, lasted_seconds in the rows of before, is reckoned when it is read.
alter table countersign.task_events add column claimed_at timestamptz;

-- In the order of time, which reports ask for: one index less to write at every event.
alter table countersign.task_events drop constraint task_events_pkey;

-- squawk-ignore require-concurrent-index-deletion
drop index countersign.task_events_by_time;

-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table countersign.task_events add primary key (at, id);

-- Only the triggers and verbs write a kind, each a word of its own. What was checked at every event was checked for nobody.
alter domain countersign.event_kind drop constraint kind_is_known;

reset role;
