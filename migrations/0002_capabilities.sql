-- What kinds of work there are, within which limits, and where a person is asked. All three tables
-- are written by `countersign migrate` from the workload registry, never by a worker: a worker that
-- could choose its own level would have no gate at all.

set local role countersign_owner;

create table countersign.capabilities (
  name text primary key,
  first_step text not null,
  max_running integer,
  max_parked integer,
  daily_ceiling integer,
  time_zone text not null default 'UTC',
  lease_seconds integer not null default 60,
  max_attempts integer not null default 5,
  max_lost_leases integer not null default 3,
  max_slices integer not null default 1000,
  max_age_seconds bigint not null default 30 * 86400,
  notify boolean not null default false,
  -- For how many days after its end a task's values are kept; null: until somebody erases them.
  keep_values_days integer,
  paused_at timestamptz,
  paused_by text,
  paused_reason text,
  -- The daily ceiling is a counter on the row that every capped claim locks anyway.
  started_on date,
  started_count integer not null default 0,
  -- When a cap last changed: one that was lowered below what it already holds is no broken promise.
  limits_changed_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint max_running_is_positive check (max_running > 0),
  constraint max_parked_is_positive check (max_parked > 0),
  constraint daily_ceiling_is_not_negative check (daily_ceiling >= 0),
  constraint lease_is_between_a_second_and_a_day check (lease_seconds between 1 and 86400),
  constraint budgets_are_positive check (
    max_attempts > 0 and max_lost_leases > 0 and max_slices > 0 and max_age_seconds > 0
  ),
  constraint values_are_kept_a_day_or_more check (keep_values_days > 0)
);

create table countersign.gates (
  capability text not null references countersign.capabilities (name) on delete cascade,
  name text not null,
  level text not null,
  irreversible boolean not null,
  -- The ordered effects a request at this gate may start; empty where only an answer is wanted.
  effects text[] not null default '{}',
  sentence text not null,
  -- RFC 6901 pointers into the request that a person may edit before approving.
  editable text[] not null default '{}',
  answer_within_seconds integer not null default 48 * 3600,
  undo_seconds integer not null default 60,
  act_before_seconds integer not null default 6 * 3600,
  act_within_seconds integer not null default 60,
  -- Why an effect may act without asking: only where the level is none.
  ungated_reason text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (capability, name),
  constraint level_is_known check (level in ('none', 'session', 'passkey')),
  constraint uncertain_is_built_in check (name <> 'uncertain'),
  constraint acting_without_asking_has_a_reason check ((level = 'none') = (ungated_reason is not null)),
  constraint irreversible_asks check (not irreversible or level <> 'none' or ungated_reason is not null),
  constraint times_are_sane check (
    answer_within_seconds > 0 and undo_seconds >= 0 and act_before_seconds > 0 and act_within_seconds > 0
  )
);

-- A stolen worker login can claim nothing but the capabilities it is bound to.
create table countersign.bindings (
  login name not null,
  capability text not null,
  primary key (login, capability)
);

reset role;
