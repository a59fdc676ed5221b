-- The schema as the migrations leave it: "npm run schema" writes it, and a test fails when it is stale.
-- For reading, not for running: bodies of functions and views stand in migrations/functions/.

create role countersign_approver nologin;
create role countersign_owner nologin;
create role countersign_reader nologin;
create role countersign_reaper nologin;
create role countersign_worker nologin;
create schema countersign authorization deployer;
grant usage on schema countersign to countersign_approver;
grant create, usage on schema countersign to countersign_owner;
grant usage on schema countersign to countersign_reader;
grant usage on schema countersign to countersign_reaper;
grant usage on schema countersign to countersign_worker;
-- new functions of countersign_owner: nothing to anybody else

create domain countersign.event_kind as text;
create domain countersign.priority as smallint CHECK (((VALUE >= '-9'::integer) AND (VALUE <= 9)));
create type countersign.claimed as (place integer, task_id bigint, token uuid, lease_expires_at timestamp with time zone, lease_seconds integer, capability text, step text, payload jsonb, payload_version integer, state jsonb, attempts integer, lost_leases integer, slices integer, priority integer, idempotency_key text, parent_id bigint, created_at timestamp with time zone, request jsonb, effects jsonb, claimed_at timestamp with time zone);

create table countersign.approvals ( -- owner countersign_owner
  id bigint not null generated always as identity,
  public_id text not null default "left"(encode(sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))), 'hex'::text), 32),
  task_id bigint not null,
  capability text not null,
  gate text not null,
  revision integer not null,
  state text not null default 'open'::text,
  body text,
  digest text not null,
  level text not null,
  effects text[] not null default '{}'::text[],
  difference jsonb,
  opened_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone,
  extended integer not null default 0,
  verdict text,
  decided_by text,
  decided_at timestamp with time zone,
  decided_level text,
  answers jsonb,
  comment text,
  assertion jsonb,
  not_before timestamp with time zone,
  act_before timestamp with time zone,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  effect_id bigint,
  ends_as text,
  actor text,
  reason text,
  constraint approvals_pkey primary key (id),
  constraint approvals_public_id_key unique (public_id),
  constraint approved_has_a_decision check (((state <> all (array['approved'::text, 'spent'::text])) or (verdict = any (array['approve'::text, 'answer'::text])))),
  constraint body_is_at_most_256_kib check ((octet_length(body) <= 262144)),
  constraint decided_means_by_whom check (((verdict is null) or ((decided_by is not null) and (decided_at is not null)))),
  constraint digest_is_of_the_body check (((body is null) or (digest = encode(sha256(convert_to(body, 'UTF8'::name)), 'hex'::text)))),
  constraint extended_at_most_twice check (((extended >= 0) and (extended <= 2))),
  constraint level_is_known check ((level = any (array['none'::text, 'session'::text, 'passkey'::text]))),
  constraint open_means_undecided check (((state <> 'open'::text) or (verdict is null))),
  constraint revision_of_the_task unique (task_id, revision),
  constraint state_is_known check ((state = any (array['open'::text, 'approved'::text, 'spent'::text, 'rejected'::text, 'sent_back'::text, 'expired'::text, 'superseded'::text, 'revoked'::text, 'closed'::text, 'settled'::text])))
) with (fillfactor=80);
create index approvals_decided on countersign.approvals using btree (decided_at) where (decided_at is not null);
create index approvals_due on countersign.approvals using btree (expires_at) where (state = 'open'::text);
create unique index approvals_one_live_per_task on countersign.approvals using btree (task_id) where (state = any (array['open'::text, 'approved'::text]));
create index approvals_open on countersign.approvals using btree (opened_at) where (state = 'open'::text);
create trigger approvals_changed after insert or update on countersign.approvals for each row execute function countersign._approvals_changed();

create table countersign.artifacts ( -- owner countersign_owner
  task_id bigint not null,
  sha256 text not null,
  capability text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  step text,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  erased_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint artifacts_pkey primary key (task_id, sha256, name),
  constraint bytes_are_not_negative check ((bytes >= 0)),
  constraint sha256_is_hex check ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
create index artifacts_by_hash on countersign.artifacts using btree (sha256);
create index artifacts_let_go on countersign.artifacts using btree (sha256) where ((erased_at is not null) and (deleted_at is null));

create table countersign.bindings ( -- owner countersign_owner
  login name not null,
  capability text not null,
  constraint bindings_pkey primary key (login, capability)
);

create table countersign.capabilities ( -- owner countersign_owner
  name text not null,
  first_step text not null,
  max_running integer,
  max_parked integer,
  daily_ceiling integer,
  time_zone text not null default 'UTC'::text,
  lease_seconds integer not null default 60,
  max_attempts integer not null default 5,
  max_lost_leases integer not null default 3,
  max_slices integer not null default 1000,
  max_age_seconds bigint not null default (30 * 86400),
  notify boolean not null default false,
  keep_values_days integer,
  paused_at timestamp with time zone,
  paused_by text,
  paused_reason text,
  started_on date,
  started_count integer not null default 0,
  limits_changed_at timestamp with time zone not null default clock_timestamp(),
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  workers name[] not null default '{}'::name[],
  constraint capabilities_pkey primary key (name),
  constraint budgets_are_positive check (((max_attempts > 0) and (max_lost_leases > 0) and (max_slices > 0) and (max_age_seconds > 0))),
  constraint daily_ceiling_is_not_negative check ((daily_ceiling >= 0)),
  constraint lease_is_between_a_second_and_a_day check (((lease_seconds >= 1) and (lease_seconds <= 86400))),
  constraint max_parked_is_positive check ((max_parked > 0)),
  constraint max_running_is_positive check ((max_running > 0)),
  constraint values_are_kept_a_day_or_more check ((keep_values_days > 0))
);
create trigger limits_changed before update of max_running, max_parked, daily_ceiling, time_zone on countersign.capabilities for each row when (((((old.max_running is distinct from new.max_running) or (old.max_parked is distinct from new.max_parked)) or (old.daily_ceiling is distinct from new.daily_ceiling)) or (old.time_zone is distinct from new.time_zone))) execute function countersign._limits_changed();

create table countersign.challenges ( -- owner countersign_owner
  challenge text not null,
  purpose text not null,
  operator text,
  statement jsonb not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint challenges_pkey primary key (challenge),
  constraint purpose_is_known check ((purpose = any (array['enrol'::text, 'sign-in'::text, 'approve'::text, 'confirm'::text])))
);
create index challenges_by_age on countersign.challenges using btree (expires_at);

create table countersign.credentials ( -- owner countersign_owner
  id text not null,
  operator text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  label text not null,
  backed_up boolean not null default false,
  added_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  constraint credentials_pkey primary key (id),
  constraint credentials_operator_fkey foreign key (operator) references countersign.operators(name)
);
create index credentials_of_operator on countersign.credentials using btree (operator);

create table countersign.deliveries ( -- owner countersign_owner
  approval_id bigint not null,
  kind text not null,
  channel text not null,
  status text not null,
  attempts integer not null default 1,
  next_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  error text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint deliveries_pkey primary key (approval_id, kind, channel),
  constraint delivered_means_when check (((status = 'delivered'::text) = (delivered_at is not null))),
  constraint deliveries_approval_id_fkey foreign key (approval_id) references countersign.approvals(id),
  constraint status_is_known check ((status = any (array['delivered'::text, 'failed'::text, 'given_up'::text])))
);
create index deliveries_by_channel on countersign.deliveries using btree (channel, delivered_at) where (kind <> 'receipt'::text);
create index deliveries_undelivered on countersign.deliveries using btree (approval_id) where (status <> 'delivered'::text);

create table countersign.effects ( -- owner countersign_owner
  id bigint not null generated always as identity,
  task_id bigint not null,
  capability text not null,
  approval_id bigint,
  ungated_reason text,
  gate text not null,
  name text not null,
  ordinal integer not null,
  digest text not null,
  part_digest text not null,
  status text not null default 'intent'::text,
  token uuid not null,
  call uuid not null,
  handle jsonb,
  outcome jsonb,
  began_at timestamp with time zone not null default clock_timestamp(),
  acts_until timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by text,
  settled_token uuid,
  actor text,
  constraint effects_pkey primary key (id),
  constraint effects_approval_id_fkey foreign key (approval_id) references countersign.approvals(id),
  constraint settled_means_when check (((status = any (array['done'::text, 'failed'::text])) = (settled_at is not null))),
  constraint started_has_a_handle check (((status <> 'started'::text) or (handle is not null))),
  constraint status_is_known check ((status = any (array['intent'::text, 'started'::text, 'done'::text, 'failed'::text, 'unknown'::text])))
) with (fillfactor=80);
create index effects_of_task on countersign.effects using btree (task_id, id);
create unique index effects_once on countersign.effects using btree (task_id, name) where (status <> 'failed'::text);
create unique index effects_once_per_approval on countersign.effects using btree (approval_id, name) where (approval_id is not null);
create index effects_unsettled on countersign.effects using btree (task_id) where (status = any (array['intent'::text, 'started'::text, 'unknown'::text]));
create trigger effects_changed after insert or update on countersign.effects for each row execute function countersign._effects_changed();

create table countersign.enrolments ( -- owner countersign_owner
  secret_hash text not null,
  operator text not null,
  added_by text not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint enrolments_pkey primary key (secret_hash),
  constraint enrolments_operator_fkey foreign key (operator) references countersign.operators(name)
);

create table countersign.gates ( -- owner countersign_owner
  capability text not null,
  name text not null,
  level text not null,
  irreversible boolean not null,
  effects text[] not null default '{}'::text[],
  sentence text not null,
  editable text[] not null default '{}'::text[],
  answer_within_seconds integer not null default (48 * 3600),
  undo_seconds integer not null default 60,
  act_before_seconds integer not null default (6 * 3600),
  act_within_seconds integer not null default 60,
  ungated_reason text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint gates_pkey primary key (capability, name),
  constraint acting_without_asking_has_a_reason check (((level = 'none'::text) = (ungated_reason is not null))),
  constraint gates_capability_fkey foreign key (capability) references countersign.capabilities(name) on delete cascade,
  constraint irreversible_asks check (((not irreversible) or (level <> 'none'::text) or (ungated_reason is not null))),
  constraint level_is_known check ((level = any (array['none'::text, 'session'::text, 'passkey'::text]))),
  constraint times_are_sane check (((answer_within_seconds > 0) and (undo_seconds >= 0) and (act_before_seconds > 0) and (act_within_seconds > 0))),
  constraint uncertain_is_built_in check ((name <> 'uncertain'::text))
);

create table countersign.invocations ( -- owner countersign_owner
  id bigint not null generated always as identity,
  function text not null,
  capabilities text[] not null default '{}'::text[],
  outcome text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default clock_timestamp(),
  claimed integer not null default 0,
  advanced integer not null default 0,
  parked integer not null default 0,
  finished integer not null default 0,
  failed integer not null default 0,
  statements integer not null default 0,
  detail jsonb not null default '{}'::jsonb,
  login name not null default SESSION_USER,
  constraint invocations_pkey primary key (id),
  constraint outcome_is_known check ((outcome = any (array['worked'::text, 'idle'::text, 'failed'::text])))
);
create index invocations_by_function on countersign.invocations using btree (function, ended_at desc);

create table countersign.memory ( -- owner countersign_owner
  capability text not null,
  key text not null,
  value jsonb not null,
  by text not null,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint memory_pkey primary key (capability, key),
  constraint key_is_short check ((length(key) <= 500)),
  constraint value_is_at_most_1_mib check ((pg_column_size(value) <= 1048576))
);

create table countersign.operators ( -- owner countersign_owner
  name text not null,
  added_by text not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  away_until timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  constraint operators_pkey primary key (name),
  constraint name_is_short_and_plain check ((name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'::text))
);

create table countersign.refusals ( -- owner countersign_owner
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  operator text,
  what text not null,
  why text not null,
  subject text,
  constraint refusals_pkey primary key (id)
);
create index refusals_by_time on countersign.refusals using brin (at);

create table countersign.schema_migrations ( -- owner deployer
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint schema_migrations_pkey primary key (name)
);

create table countersign.schema_version ( -- owner deployer
  only_row boolean not null default true,
  version integer not null default 0,
  minimum_client integer not null default 1,
  functions_checksum text,
  runner text,
  runner_until timestamp with time zone,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint schema_version_pkey primary key (only_row),
  constraint schema_version_only_row_check check (only_row)
);

create table countersign.sessions ( -- owner countersign_owner
  secret_hash text not null,
  operator text not null,
  device text not null,
  local boolean not null default false,
  opened_at timestamp with time zone not null default clock_timestamp(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  closed_at timestamp with time zone,
  constraint sessions_pkey primary key (secret_hash)
);
create index sessions_of_operator on countersign.sessions using btree (operator) where (closed_at is null);

create table countersign.signal_readings ( -- owner countersign_owner
  signal text not null,
  at timestamp with time zone not null default clock_timestamp(),
  owner text not null,
  value numeric,
  threshold numeric,
  colour text not null,
  constraint signal_readings_pkey primary key (signal, at),
  constraint colour_is_known check ((colour = any (array['green'::text, 'red'::text]))),
  constraint owner_is_known check ((owner = any (array['system'::text, 'person'::text])))
);

create table countersign.task_events ( -- owner countersign_owner
  id bigint not null generated always as identity,
  task_id bigint,
  capability text not null,
  at timestamp with time zone not null default clock_timestamp(),
  kind countersign.event_kind not null,
  subject text,
  was text,
  now text not null,
  actor text,
  reason text,
  login name not null default SESSION_USER,
  step text,
  lasted_seconds numeric(12,3),
  claimed_at timestamp with time zone,
  constraint task_events_pkey primary key (at, id)
);
create index task_events_of_task on countersign.task_events using btree (task_id, id);
create trigger events_are_append_only before update on countersign.task_events for each row execute function countersign._events_are_append_only();

create table countersign.task_keys ( -- owner countersign_owner
  capability text not null,
  key text not null,
  payload_digest bytea not null,
  task_id bigint not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint task_keys_pkey primary key (capability, key),
  constraint key_is_short check ((length(key) <= 200))
);

create table countersign.tasks ( -- owner countersign_owner
  id bigint not null generated by default as identity,
  capability text not null,
  status text not null default 'pending'::text,
  step text not null,
  priority countersign.priority not null default 0,
  rank smallint not null,
  run_at timestamp with time zone not null default clock_timestamp(),
  payload jsonb not null default '{}'::jsonb,
  payload_version integer not null default 1,
  state jsonb,
  linked boolean not null default false,
  result jsonb,
  error jsonb,
  idempotency_key text,
  attempts integer not null default 0,
  lost_leases integer not null default 0,
  slices integer not null default 0,
  claimed_by text,
  claimed_at timestamp with time zone,
  lease_token uuid,
  lease_expires_at timestamp with time zone,
  ended_by text,
  cancel_requested_at timestamp with time zone,
  parent_id bigint,
  actor text,
  reason text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint tasks_pkey primary key (id)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0.05, vacuum_index_cleanup=on);
create index tasks_claimable on countersign.tasks using btree (capability, rank, run_at, id) with (fillfactor='30') where (status = any (array['pending'::text, 'approved'::text]));
create index tasks_ended on countersign.tasks using btree (status, finished_at, id) where (finished_at is not null);
create index tasks_in_hand on countersign.tasks using btree (status, capability, id) where (status = any (array['running'::text, 'needs_approval'::text, 'approved'::text]));
create trigger tasks_inserted after insert on countersign.tasks referencing new table as inserted for each statement execute function countersign._tasks_inserted();
create trigger tasks_ranked before insert on countersign.tasks for each row execute function countersign._tasks_ranked();
create trigger tasks_updated before update on countersign.tasks for each row execute function countersign._tasks_updated();

create view countersign._claimable ( -- owner countersign_owner
  id bigint,
  capability text,
  run_at timestamp with time zone,
  rank smallint
);

create view countersign._due ( -- owner countersign_owner
  capability text,
  kind text,
  run_at timestamp with time zone
) with (security_barrier=true);

create view countersign._ends ( -- owner countersign_owner
  status text
);

create view countersign.artifact_detail ( -- owner countersign_owner
  task_id bigint,
  sha256 text,
  capability text,
  name text,
  media_type text,
  bytes bigint,
  step text,
  recorded_at timestamp with time zone,
  erased_at timestamp with time zone,
  deleted_at timestamp with time zone
);
grant select on countersign.artifact_detail to countersign_approver;

create view countersign.capability_load ( -- owner countersign_owner
  capability text,
  max_running integer,
  max_parked integer,
  daily_ceiling integer,
  time_zone text,
  paused_at timestamp with time zone,
  paused_by text,
  paused_reason text,
  running bigint,
  running_live bigint,
  parked bigint,
  started bigint,
  started_today integer,
  ready_started bigint,
  ready_new bigint,
  oldest_ready_at timestamp with time zone,
  held_by text
) with (security_barrier=true);
grant select on countersign.capability_load to countersign_approver;
grant select on countersign.capability_load to countersign_reader;
grant select on countersign.capability_load to countersign_reaper;

create view countersign.claim_rate ( -- owner countersign_owner
  capability text,
  hour timestamp with time zone,
  claims bigint
) with (security_barrier=true);
grant select on countersign.claim_rate to countersign_approver;
grant select on countersign.claim_rate to countersign_reader;
grant select on countersign.claim_rate to countersign_reaper;

create view countersign.delivery_detail ( -- owner countersign_owner
  approval_id bigint,
  kind text,
  channel text,
  status text,
  attempts integer,
  next_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  error text,
  updated_at timestamp with time zone
);
grant select on countersign.delivery_detail to countersign_approver;

create view countersign.effect_detail ( -- owner countersign_owner
  id bigint,
  task_id bigint,
  capability text,
  approval_id bigint,
  ungated_reason text,
  gate text,
  name text,
  ordinal integer,
  digest text,
  status text,
  handle jsonb,
  outcome jsonb,
  began_at timestamp with time zone,
  acts_until timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by text
);
grant select on countersign.effect_detail to countersign_approver;

create view countersign.effect_overview ( -- owner countersign_owner
  id bigint,
  task_id bigint,
  capability text,
  approval_id bigint,
  ungated_reason text,
  gate text,
  name text,
  ordinal integer,
  digest text,
  status text,
  began_at timestamp with time zone,
  acts_until timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by text
);
grant select on countersign.effect_overview to countersign_approver;
grant select on countersign.effect_overview to countersign_reader;
grant select on countersign.effect_overview to countersign_reaper;

create view countersign.gate_detail ( -- owner countersign_owner
  capability text,
  name text,
  level text,
  irreversible boolean,
  effects text[],
  sentence text,
  editable text[],
  answer_within_seconds integer,
  undo_seconds integer,
  act_before_seconds integer,
  act_within_seconds integer,
  ungated_reason text,
  updated_at timestamp with time zone
);
grant select on countersign.gate_detail to countersign_approver;

create view countersign.invocation_overview ( -- owner countersign_owner
  id bigint,
  function text,
  capabilities text[],
  outcome text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  claimed integer,
  advanced integer,
  parked integer,
  finished integer,
  failed integer,
  statements integer,
  login name
);
grant select on countersign.invocation_overview to countersign_approver;
grant select on countersign.invocation_overview to countersign_reader;
grant select on countersign.invocation_overview to countersign_reaper;

create view countersign.operator_detail ( -- owner countersign_owner
  name text,
  added_by text,
  added_at timestamp with time zone,
  away_until timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  credentials jsonb
) with (security_barrier=true);
grant select on countersign.operator_detail to countersign_approver;

create view countersign.processing_time ( -- owner countersign_owner
  capability text,
  claims bigint,
  mean_seconds numeric,
  p95_seconds double precision
) with (security_barrier=true);
grant select on countersign.processing_time to countersign_approver;
grant select on countersign.processing_time to countersign_reader;
grant select on countersign.processing_time to countersign_reaper;

create view countersign.proof ( -- owner countersign_owner
  capability text,
  done bigint,
  decided bigint,
  ungated bigint,
  read_at timestamp with time zone
) with (security_barrier=true);
grant select on countersign.proof to countersign_approver;
grant select on countersign.proof to countersign_reader;
grant select on countersign.proof to countersign_reaper;

create view countersign.queue_depth ( -- owner countersign_owner
  capability text,
  status text,
  tasks bigint,
  oldest_created_at timestamp with time zone
) with (security_barrier=true);
grant select on countersign.queue_depth to countersign_approver;
grant select on countersign.queue_depth to countersign_reader;
grant select on countersign.queue_depth to countersign_reaper;

create view countersign.reaper_activity ( -- owner countersign_owner
  id bigint,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  detail jsonb
) with (security_barrier=true);
grant select on countersign.reaper_activity to countersign_approver;
grant select on countersign.reaper_activity to countersign_reader;
grant select on countersign.reaper_activity to countersign_reaper;

create view countersign.refusal_detail ( -- owner countersign_owner
  id bigint,
  at timestamp with time zone,
  operator text,
  what text,
  why text,
  subject text
) with (security_barrier=true);
grant select on countersign.refusal_detail to countersign_approver;

create view countersign.request_detail ( -- owner countersign_owner
  id bigint,
  public_id text,
  task_id bigint,
  capability text,
  gate text,
  revision integer,
  state text,
  body text,
  digest text,
  level text,
  effects text[],
  difference jsonb,
  opened_at timestamp with time zone,
  expires_at timestamp with time zone,
  extended integer,
  verdict text,
  decided_by text,
  decided_at timestamp with time zone,
  decided_level text,
  answers jsonb,
  comment text,
  assertion jsonb,
  not_before timestamp with time zone,
  act_before timestamp with time zone,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  effect_id bigint,
  ends_as text,
  actor text,
  reason text
);
grant select on countersign.request_detail to countersign_approver;

create view countersign.request_overview ( -- owner countersign_owner
  id bigint,
  public_id text,
  task_id bigint,
  capability text,
  gate text,
  revision integer,
  state text,
  digest text,
  level text,
  effects text[],
  opened_at timestamp with time zone,
  expires_at timestamp with time zone,
  extended integer,
  verdict text,
  decided_by text,
  decided_at timestamp with time zone,
  decided_level text,
  not_before timestamp with time zone,
  act_before timestamp with time zone,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  effect_id bigint,
  ends_as text
);
grant select on countersign.request_overview to countersign_approver;
grant select on countersign.request_overview to countersign_reader;
grant select on countersign.request_overview to countersign_reaper;

create view countersign.session_detail ( -- owner countersign_owner
  id text,
  operator text,
  device text,
  local boolean,
  opened_at timestamp with time zone,
  seen_at timestamp with time zone
) with (security_barrier=true);
grant select on countersign.session_detail to countersign_approver;

create view countersign.signal_history ( -- owner countersign_owner
  signal text,
  at timestamp with time zone,
  owner text,
  value numeric,
  threshold numeric,
  colour text
);
grant select on countersign.signal_history to countersign_approver;
grant select on countersign.signal_history to countersign_reader;
grant select on countersign.signal_history to countersign_reaper;

create view countersign.signals ( -- owner countersign_owner
  signal text,
  owner text,
  value numeric,
  threshold numeric,
  colour text,
  meaning text,
  read_at timestamp with time zone
) with (security_barrier=true);
grant select on countersign.signals to countersign_approver;
grant select on countersign.signals to countersign_reader;
grant select on countersign.signals to countersign_reaper;

create view countersign.table_health ( -- owner countersign_owner
  relation name,
  live_rows bigint,
  dead_rows bigint,
  updates bigint,
  heap_only_updates bigint,
  vacuumed_at timestamp with time zone,
  analyzed_at timestamp with time zone,
  oldest_snapshot_transactions integer
) with (security_barrier=true);
grant select on countersign.table_health to countersign_approver;
grant select on countersign.table_health to countersign_reader;
grant select on countersign.table_health to countersign_reaper;

create view countersign.task_detail ( -- owner countersign_owner
  id bigint,
  capability text,
  status text,
  step text,
  priority countersign.priority,
  run_at timestamp with time zone,
  payload jsonb,
  payload_version integer,
  state jsonb,
  result jsonb,
  error jsonb,
  idempotency_key text,
  attempts integer,
  lost_leases integer,
  slices integer,
  claimed_by text,
  claimed_at timestamp with time zone,
  lease_expires_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  parent_id bigint,
  actor text,
  reason text,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  erased_at timestamp with time zone
);
grant select on countersign.task_detail to countersign_approver;

create view countersign.task_history ( -- owner countersign_owner
  id bigint,
  task_id bigint,
  capability text,
  at timestamp with time zone,
  kind countersign.event_kind,
  subject text,
  was text,
  now text,
  actor text,
  reason text,
  login name,
  step text,
  lasted_seconds numeric(12,3)
);
grant select on countersign.task_history to countersign_approver;
grant select on countersign.task_history to countersign_reader;
grant select on countersign.task_history to countersign_reaper;

create view countersign.task_overview ( -- owner countersign_owner
  id bigint,
  capability text,
  status text,
  step text,
  priority countersign.priority,
  run_at timestamp with time zone,
  idempotency_key text,
  attempts integer,
  lost_leases integer,
  slices integer,
  claimed_by text,
  lease_expires_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  parent_id bigint,
  actor text,
  reason text,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  erased_at timestamp with time zone
);
grant select on countersign.task_overview to countersign_approver;
grant select on countersign.task_overview to countersign_reader;
grant select on countersign.task_overview to countersign_reaper;

create view countersign.violations ( -- owner countersign_owner
  violation text,
  subject text
) with (security_barrier=true);
grant select on countersign.violations to countersign_approver;
grant select on countersign.violations to countersign_reader;
grant select on countersign.violations to countersign_reaper;

create function countersign._after_uncertain(a countersign.approvals, p_actor text, p_reason text) returns text -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._answer(t countersign.tasks, p_call text) returns text -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._approvals_changed() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._ask_uncertain(t countersign.tasks, e countersign.effects, p_ends_as text) returns bigint -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._backoff(p_attempts integer) returns double precision -- owner countersign_owner
  language sql volatile security invoker;

create function countersign._blanked(p_document jsonb, p_pointer text) returns jsonb -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._bound(p_capability text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._bound_or_approver(p_capability text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._call(p_verb text, VARIADIC p_arguments text[]) returns text -- owner countersign_owner
  language sql stable security invoker;

create function countersign._can_begin(p_approval countersign.approvals) returns boolean -- owner countersign_owner
  language plpgsql stable security invoker;

create function countersign._check_effects(p_task bigint, g countersign.gates, p_effects text[]) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._decide_uncertain(a countersign.approvals, p_revision integer, p_verdict text, p_digest text, p_by text, p_level text, p_comment text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._delay(p_seconds double precision) returns interval -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._effects_changed() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._effects_of(p_task bigint) returns jsonb -- owner countersign_owner
  language plpgsql stable security invoker;

create function countersign._enter() returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._erase(t countersign.tasks, p_by text, p_reason text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._events_are_append_only() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._everybody_away() returns boolean -- owner countersign_owner
  language sql stable security invoker;

create function countersign._housekeeper() returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._level(p_level text) returns integer -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._limits_changed() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._listed_effects(p_request jsonb) returns text[] -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._lock(p_task bigint) returns countersign.tasks -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._lock_capability(p_capability text) returns countersign.capabilities -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._lock_effect(p_effect bigint) returns countersign.effects -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._lock_request(p_approval bigint) returns countersign.approvals -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._loose_files(p_limit integer) returns SETOF text -- owner countersign_owner
  language sql stable security invoker;

create function countersign._may_become(p_was text, p_now text) returns boolean -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._move(t countersign.tasks, p_to text, p_call text, p_answer text) returns text -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._named(p_by text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._next_revision(p_task bigint) returns integer -- owner countersign_owner
  language sql stable security invoker;

create function countersign._open_as(a countersign.approvals, p_revision integer, p_digest text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._over_budget(t countersign.tasks) returns text -- owner countersign_owner
  language sql stable security invoker;

create function countersign._own(p_task bigint, p_token uuid, p_call text) returns countersign.tasks -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._park_uncertain(t countersign.tasks, p_call text, p_body text) returns bigint -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._part_digest(p_body text, p_effect text, p_digest text) returns text -- owner countersign_owner
  language sql stable security invoker;

create function countersign._permit(t countersign.tasks, a countersign.approvals, p_effect text, p_digest text, p_now timestamp with time zone) returns countersign.gates -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._pointer(p_pointer text) returns text[] -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._prunable(p_before timestamp with time zone, p_limit integer) returns SETOF bigint -- owner countersign_owner
  language sql stable security invoker;

create function countersign._rank(p_status text, p_started boolean, p_priority integer) returns smallint -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._read_committed() returns boolean -- owner countersign_owner
  language sql stable security invoker;

create function countersign._reap_one(p_kind text, p_task bigint) returns boolean -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._reapable(p_kind text) returns SETOF bigint -- owner countersign_owner
  language plpgsql stable security invoker;

create function countersign._record_decision(a countersign.approvals, p_verdict text, p_by text, p_level text, p_answers jsonb, p_comment text, p_assertion jsonb, p_act_before timestamp with time zone) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._records_before(p_before timestamp with time zone) returns timestamp with time zone -- owner countersign_owner
  language sql stable security invoker;

create function countersign._refuse(p_code text, p_message text, p_detail jsonb) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._request_of(p_task bigint) returns jsonb -- owner countersign_owner
  language plpgsql stable security invoker;

create function countersign._same_act(e countersign.effects, p_digest text) returns boolean -- owner countersign_owner
  language sql stable security invoker;

create function countersign._served(p_protocol integer) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._serves(p_protocol integer) returns boolean -- owner countersign_owner
  language sql immutable security invoker;

create function countersign._slice_ended(t countersign.tasks) returns void -- owner countersign_owner
  language sql volatile security invoker;

create function countersign._standing(p_approval bigint, p_replayed boolean) returns TABLE(approval_id bigint, state text, task_id bigint, task_status text, not_before timestamp with time zone, act_before timestamp with time zone, decided_at timestamp with time zone, replayed boolean) -- owner countersign_owner
  language sql stable security invoker;

create function countersign._sweep(p_capability text, p_limit integer) returns integer -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._take(p_capability text, p_limit integer, p_sweep boolean, OUT p_ids bigint[], OUT p_now timestamp with time zone) returns record -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._take_back(p_task bigint) returns text -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._tasks_inserted() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._tasks_ranked() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._tasks_updated() returns trigger -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._unsettled(p_task bigint) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign._window_over(e countersign.effects, p_status text) returns void -- owner countersign_owner
  language plpgsql volatile security invoker;

create function countersign.add_operator(p_name text, p_secret_hash text, p_by text) returns timestamp with time zone -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.add_operator(p_name text, p_secret_hash text, p_by text) to countersign_approver;

create function countersign.advance(p_task bigint, p_token uuid, p_step text, p_state jsonb) returns timestamp with time zone -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.advance(p_task bigint, p_token uuid, p_step text, p_state jsonb) to countersign_worker;

create function countersign.answer(p_approval bigint, p_revision integer, p_digest text, p_by text, p_level text, p_answers jsonb, p_comment text) returns TABLE(approval_id bigint, state text, task_id bigint, task_status text, not_before timestamp with time zone, act_before timestamp with time zone, decided_at timestamp with time zone, replayed boolean) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.answer(p_approval bigint, p_revision integer, p_digest text, p_by text, p_level text, p_answers jsonb, p_comment text) to countersign_approver;

create function countersign.ask_again(p_approval bigint, p_by text) returns bigint -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.ask_again(p_approval bigint, p_by text) to countersign_approver;

create function countersign.begin_effect(p_task bigint, p_token uuid, p_effect text, p_digest text, p_call uuid) returns TABLE(answer text, effect_id bigint, outcome jsonb, acts_until timestamp with time zone, now timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.begin_effect(p_task bigint, p_token uuid, p_effect text, p_digest text, p_call uuid) to countersign_worker;

create function countersign.cancel(p_task bigint, p_by text, p_reason text) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.cancel(p_task bigint, p_by text, p_reason text) to countersign_approver;

create function countersign.claim(p_capability text, p_worker text, p_limit integer, p_sweep boolean, p_protocol integer) returns SETOF countersign.claimed -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off;
grant execute on function countersign.claim(p_capability text, p_worker text, p_limit integer, p_sweep boolean, p_protocol integer) to countersign_worker;

create function countersign.close_sessions(p_operator text, p_session text) returns integer -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.close_sessions(p_operator text, p_session text) to countersign_approver;

create function countersign.complete(p_task bigint, p_token uuid, p_result jsonb) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off;
grant execute on function countersign.complete(p_task bigint, p_token uuid, p_result jsonb) to countersign_worker;

create function countersign.complete_and_claim(p_task bigint, p_token uuid, p_result jsonb, p_capability text, p_worker text, p_protocol integer) returns SETOF countersign.claimed -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off;
grant execute on function countersign.complete_and_claim(p_task bigint, p_token uuid, p_result jsonb, p_capability text, p_worker text, p_protocol integer) to countersign_worker;

create function countersign.complete_many(p_tasks bigint[], p_tokens uuid[], p_results jsonb[]) returns TABLE(task_id bigint, verdict text) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off;
grant execute on function countersign.complete_many(p_tasks bigint[], p_tokens uuid[], p_results jsonb[]) to countersign_worker;

create function countersign.credential(p_credential text) returns TABLE(operator text, public_key bytea, counter bigint, transports text[]) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.credential(p_credential text) to countersign_approver;

create function countersign.credential_used(p_credential text, p_counter bigint) returns boolean -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.credential_used(p_credential text, p_counter bigint) to countersign_approver;

create function countersign.decide(p_approval bigint, p_revision integer, p_verdict text, p_digest text, p_by text, p_level text, p_comment text, p_assertion jsonb, p_act_before timestamp with time zone) returns TABLE(approval_id bigint, state text, task_id bigint, task_status text, not_before timestamp with time zone, act_before timestamp with time zone, decided_at timestamp with time zone, replayed boolean) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.decide(p_approval bigint, p_revision integer, p_verdict text, p_digest text, p_by text, p_level text, p_comment text, p_assertion jsonb, p_act_before timestamp with time zone) to countersign_approver;

create function countersign.decline(p_tasks bigint[], p_tokens uuid[], p_reason text, p_delay_seconds double precision) returns TABLE(task_id bigint, verdict text) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.decline(p_tasks bigint[], p_tokens uuid[], p_reason text, p_delay_seconds double precision) to countersign_worker;

create function countersign.due_messages(p_channel text, p_limit integer) returns TABLE(approval_id bigint, public_id text, task_id bigint, capability text, gate text, kind text, digest text, opened_at timestamp with time zone, expires_at timestamp with time zone, decided_by text, attempts integer, last_asked_at timestamp with time zone, unannounced integer, now timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.due_messages(p_channel text, p_limit integer) to countersign_reaper;
grant execute on function countersign.due_messages(p_channel text, p_limit integer) to countersign_worker;

create function countersign.enqueue(p_capability text, p_key text, p_payload jsonb, p_payload_version integer, p_priority integer, p_run_at timestamp with time zone, p_parent bigint, p_by text, p_reason text) returns TABLE(task_id bigint, created boolean) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.enqueue(p_capability text, p_key text, p_payload jsonb, p_payload_version integer, p_priority integer, p_run_at timestamp with time zone, p_parent bigint, p_by text, p_reason text) to countersign_approver;
grant execute on function countersign.enqueue(p_capability text, p_key text, p_payload jsonb, p_payload_version integer, p_priority integer, p_run_at timestamp with time zone, p_parent bigint, p_by text, p_reason text) to countersign_worker;

create function countersign.enrol(p_secret_hash text, p_credential text, p_public_key bytea, p_counter bigint, p_transports text[], p_label text, p_backed_up boolean) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.enrol(p_secret_hash text, p_credential text, p_public_key bytea, p_counter bigint, p_transports text[], p_label text, p_backed_up boolean) to countersign_approver;

create function countersign.enrolment(p_secret_hash text) returns TABLE(operator text, expires_at timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.enrolment(p_secret_hash text) to countersign_approver;

create function countersign.erase(p_task bigint, p_by text, p_reason text) returns SETOF text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.erase(p_task bigint, p_by text, p_reason text) to countersign_approver;

create function countersign.erase_old(p_limit integer) returns integer -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.erase_old(p_limit integer) to countersign_reaper;
grant execute on function countersign.erase_old(p_limit integer) to countersign_worker;

create function countersign.extend(p_approval bigint, p_by text) returns timestamp with time zone -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.extend(p_approval bigint, p_by text) to countersign_approver;

create function countersign.fail(p_task bigint, p_token uuid, p_reason text, p_error jsonb, p_retryable boolean, p_delay_seconds double precision) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.fail(p_task bigint, p_token uuid, p_reason text, p_error jsonb, p_retryable boolean, p_delay_seconds double precision) to countersign_worker;

create function countersign.finish_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.finish_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb) to countersign_worker;

create function countersign.heartbeat(p_task bigint, p_token uuid, p_state jsonb) returns TABLE(lease_expires_at timestamp with time zone, cancel_requested boolean, now timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.heartbeat(p_task bigint, p_token uuid, p_state jsonb) to countersign_worker;

create function countersign.heartbeat_many(p_tasks bigint[], p_tokens uuid[]) returns TABLE(task_id bigint, lost boolean, lease_expires_at timestamp with time zone, cancel_requested boolean) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.heartbeat_many(p_tasks bigint[], p_tokens uuid[]) to countersign_worker;

create function countersign.make_challenge(p_challenge text, p_purpose text, p_operator text, p_statement jsonb, p_seconds integer) returns timestamp with time zone -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.make_challenge(p_challenge text, p_purpose text, p_operator text, p_statement jsonb, p_seconds integer) to countersign_approver;

create function countersign.note_delivery(p_approval bigint, p_kind text, p_channel text, p_delivered boolean, p_error text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.note_delivery(p_approval bigint, p_kind text, p_channel text, p_delivered boolean, p_error text) to countersign_reaper;
grant execute on function countersign.note_delivery(p_approval bigint, p_kind text, p_channel text, p_delivered boolean, p_error text) to countersign_worker;

create function countersign.note_effect(p_effect bigint, p_token uuid, p_handle jsonb) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.note_effect(p_effect bigint, p_token uuid, p_handle jsonb) to countersign_worker;

create function countersign.open_session(p_secret_hash text, p_operator text, p_device text, p_local boolean) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.open_session(p_secret_hash text, p_operator text, p_device text, p_local boolean) to countersign_approver;

create function countersign.park(p_task bigint, p_token uuid, p_gate text, p_level text, p_body text, p_difference jsonb, p_step text, p_state jsonb) returns bigint -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.park(p_task bigint, p_token uuid, p_gate text, p_level text, p_body text, p_difference jsonb, p_step text, p_state jsonb) to countersign_worker;

create function countersign.pause(p_capability text, p_by text, p_reason text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.pause(p_capability text, p_by text, p_reason text) to countersign_approver;

create function countersign.prunable(p_before timestamp with time zone, p_limit integer) returns TABLE(tasks integer, capabilities jsonb, records integer, files integer) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.prunable(p_before timestamp with time zone, p_limit integer) to countersign_reaper;
grant execute on function countersign.prunable(p_before timestamp with time zone, p_limit integer) to countersign_worker;

create function countersign.prune(p_before timestamp with time zone, p_limit integer) returns TABLE(tasks integer, events integer) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.prune(p_before timestamp with time zone, p_limit integer) to countersign_reaper;
grant execute on function countersign.prune(p_before timestamp with time zone, p_limit integer) to countersign_worker;

create function countersign.prune_records(p_before timestamp with time zone, p_limit integer) returns TABLE(invocations integer, readings integer) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.prune_records(p_before timestamp with time zone, p_limit integer) to countersign_reaper;
grant execute on function countersign.prune_records(p_before timestamp with time zone, p_limit integer) to countersign_worker;

create function countersign.reap(p_limit integer) returns TABLE(leases integer, expired integer, settled integer, repaired integer, stuck integer) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.reap(p_limit integer) to countersign_reaper;

create function countersign.recall(p_capability text, p_prefix text, p_limit integer) returns TABLE(key text, value jsonb, by text, updated_at timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.recall(p_capability text, p_prefix text, p_limit integer) to countersign_approver;
grant execute on function countersign.recall(p_capability text, p_prefix text, p_limit integer) to countersign_worker;

create function countersign.record_artifact(p_task bigint, p_token uuid, p_sha256 text, p_name text, p_media_type text, p_bytes bigint) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.record_artifact(p_task bigint, p_token uuid, p_sha256 text, p_name text, p_media_type text, p_bytes bigint) to countersign_worker;

create function countersign.record_invocation(p_function text, p_capabilities text[], p_outcome text, p_duration_ms bigint, p_counts jsonb, p_detail jsonb) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.record_invocation(p_function text, p_capabilities text[], p_outcome text, p_duration_ms bigint, p_counts jsonb, p_detail jsonb) to countersign_reaper;
grant execute on function countersign.record_invocation(p_function text, p_capabilities text[], p_outcome text, p_duration_ms bigint, p_counts jsonb, p_detail jsonb) to countersign_worker;

create function countersign.record_refusal(p_operator text, p_what text, p_why text, p_subject text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.record_refusal(p_operator text, p_what text, p_why text, p_subject text) to countersign_approver;

create function countersign.record_signals() returns TABLE(signal text, owner text, value numeric, threshold numeric, colour text) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.record_signals() to countersign_reaper;

create function countersign.release(p_task bigint, p_token uuid, p_step text, p_state jsonb, p_delay_seconds double precision) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.release(p_task bigint, p_token uuid, p_step text, p_state jsonb, p_delay_seconds double precision) to countersign_worker;

create function countersign.remember(p_capability text, p_key text, p_value jsonb, p_by text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.remember(p_capability text, p_key text, p_value jsonb, p_by text) to countersign_approver;
grant execute on function countersign.remember(p_capability text, p_key text, p_value jsonb, p_by text) to countersign_worker;

create function countersign.requeue(p_task bigint, p_by text, p_reason text) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.requeue(p_task bigint, p_by text, p_reason text) to countersign_approver;

create function countersign.resume(p_capability text, p_by text, p_reason text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.resume(p_capability text, p_by text, p_reason text) to countersign_approver;

create function countersign.revise(p_approval bigint, p_revision integer, p_digest text, p_body text, p_difference jsonb, p_by text) returns TABLE(approval_id bigint, public_id text, revision integer, digest text) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.revise(p_approval bigint, p_revision integer, p_digest text, p_body text, p_difference jsonb, p_by text) to countersign_approver;

create function countersign.revoke(p_approval bigint, p_by text, p_reason text) returns bigint -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.revoke(p_approval bigint, p_by text, p_reason text) to countersign_approver;

create function countersign.revoke_credential(p_credential text, p_by text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.revoke_credential(p_credential text, p_by text) to countersign_approver;

create function countersign.revoke_operator(p_name text, p_by text) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.revoke_operator(p_name text, p_by text) to countersign_approver;

create function countersign.served_versions(OUT schema_version integer, OUT minimum_client integer) returns record -- owner deployer
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp;
grant execute on function countersign.served_versions(OUT schema_version integer, OUT minimum_client integer) to public;

create function countersign.session(p_secret_hash text) returns TABLE(operator text, device text, local boolean, opened_at timestamp with time zone) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.session(p_secret_hash text) to countersign_approver;

create function countersign.set_away(p_name text, p_until timestamp with time zone) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.set_away(p_name text, p_until timestamp with time zone) to countersign_approver;

create function countersign.settle_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb) returns void -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.settle_effect(p_effect bigint, p_token uuid, p_status text, p_outcome jsonb) to countersign_worker;

create function countersign.skip(p_task bigint, p_token uuid, p_reason text, p_result jsonb) returns text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.skip(p_task bigint, p_token uuid, p_reason text, p_result jsonb) to countersign_worker;

create function countersign.sweep_files(p_deleted text[], p_limit integer) returns SETOF text -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.sweep_files(p_deleted text[], p_limit integer) to countersign_reaper;
grant execute on function countersign.sweep_files(p_deleted text[], p_limit integer) to countersign_worker;

create function countersign.take_challenge(p_challenge text, p_purpose text) returns TABLE(operator text, statement jsonb) -- owner countersign_owner
  language plpgsql volatile security definer set search_path = pg_catalog, countersign, pg_temp;
grant execute on function countersign.take_challenge(p_challenge text, p_purpose text) to countersign_approver;
