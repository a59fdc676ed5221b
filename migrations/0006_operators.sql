-- The people who decide: who they are, which keys prove it, and where they are signed in. The database
-- knows public keys and hashes only. It can take trust away, never give it: a deployed worker accepts the
-- keys that its owner committed, whatever stands here.

set local role countersign_owner;

create table countersign.operators (
  name text primary key,
  added_by text not null,
  added_at timestamptz not null default clock_timestamp(),
  away_until timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  constraint name_is_short_and_plain check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$')
);

create table countersign.credentials (
  id text primary key,
  operator text not null references countersign.operators (name),
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  label text not null,
  backed_up boolean not null default false,
  added_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);

create index credentials_of_operator on countersign.credentials (operator);

-- A one-time link to enrol a key, stored by the hash of its secret.
create table countersign.enrolments (
  secret_hash text primary key,
  operator text not null references countersign.operators (name),
  added_by text not null,
  added_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table countersign.sessions (
  secret_hash text primary key,
  operator text not null,
  device text not null,
  -- Signed in by the link that a local process printed, not by a key.
  local boolean not null default false,
  opened_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz
);

create index sessions_of_operator on countersign.sessions (operator)
  where closed_at is null;

-- What a key is asked to sign, once, within minutes: for which purpose, and over which statement.
create table countersign.challenges (
  challenge text primary key,
  purpose text not null,
  operator text,
  statement jsonb not null,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint purpose_is_known check (purpose in ('enrol', 'sign-in', 'approve', 'confirm'))
);

create index challenges_by_age on countersign.challenges (expires_at);

-- Attempts that were refused: by whom (where known), at what, why. Never a value, an address or a secret.
create table countersign.refusals (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator text,
  what text not null,
  why text not null,
  subject text
);

create index refusals_by_time on countersign.refusals using brin (at);

reset role;
