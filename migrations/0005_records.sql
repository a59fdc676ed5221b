-- What has to outlive a task or an invocation: files by hash, remembered values, the outcome of every
-- scheduled run, the readings of the signals, and which messages reached a person.

set local role countersign_owner;

create table countersign.artifacts (
  task_id bigint not null,
  sha256 text not null,
  capability text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  step text,
  recorded_at timestamptz not null default clock_timestamp(),
  -- When its task let go of it, and when its bytes were then deleted.
  erased_at timestamptz,
  deleted_at timestamptz,
  primary key (task_id, sha256, name),
  constraint sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint bytes_are_not_negative check (bytes >= 0)
);

create index artifacts_by_hash on countersign.artifacts (sha256);

create index artifacts_let_go on countersign.artifacts (sha256)
  where erased_at is not null and deleted_at is null;

create table countersign.memory (
  capability text not null,
  key text not null,
  value jsonb not null,
  by text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (capability, key),
  constraint key_is_short check (length(key) <= 500),
  constraint value_is_at_most_1_mib check (pg_column_size(value) <= 1048576)
);

create table countersign.invocations (
  id bigint generated always as identity primary key,
  function text not null,
  capabilities text[] not null default '{}',
  outcome text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  claimed integer not null default 0,
  advanced integer not null default 0,
  parked integer not null default 0,
  finished integer not null default 0,
  failed integer not null default 0,
  statements integer not null default 0,
  detail jsonb not null default '{}',
  login name not null default session_user,
  constraint outcome_is_known check (outcome in ('worked', 'idle', 'failed'))
);

create index invocations_by_function on countersign.invocations (function, ended_at desc);

create table countersign.signal_readings (
  signal text not null,
  at timestamptz not null default clock_timestamp(),
  owner text not null,
  value numeric,
  threshold numeric,
  colour text not null,
  primary key (signal, at),
  constraint owner_is_known check (owner in ('system', 'person')),
  constraint colour_is_known check (colour in ('green', 'red'))
);

-- A message is due because a row here is missing, so none can be lost between two writes.
create table countersign.deliveries (
  approval_id bigint not null references countersign.approvals (id),
  kind text not null,
  channel text not null,
  status text not null,
  attempts integer not null default 1,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  error text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (approval_id, kind, channel),
  constraint status_is_known check (status in ('delivered', 'failed', 'given_up')),
  constraint delivered_means_when check ((status = 'delivered') = (delivered_at is not null))
);

create index deliveries_undelivered on countersign.deliveries (approval_id)
  where status <> 'delivered';

reset role;
