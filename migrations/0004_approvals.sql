-- What a person was asked, word for word, what they said, and what was then done. A row of approvals
-- is one revision of a request and is never reworded; a row of effects is one irreversible act.

set local role countersign_owner;

create table countersign.approvals (
  id bigint generated always as identity primary key,
  -- The address of the page: 128 random bits that carry no authority.
  public_id text not null unique
    default left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32),
  task_id bigint not null,
  capability text not null,
  gate text not null,
  revision integer not null,
  state text not null default 'open',
  body text,
  digest text not null,
  level text not null,
  effects text[] not null default '{}',
  -- Why the one before no longer held, when this one replaces it.
  difference jsonb,
  opened_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  extended integer not null default 0,
  verdict text,
  decided_by text,
  decided_at timestamptz,
  decided_level text,
  answers jsonb,
  comment text,
  assertion jsonb,
  not_before timestamptz,
  act_before timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  -- At the built-in gate `uncertain`: the effect in question, and how the task ends once it is settled.
  effect_id bigint,
  ends_as text,
  actor text,
  reason text,
  constraint state_is_known check (state in (
    'open', 'approved', 'spent', 'rejected', 'sent_back', 'expired', 'superseded', 'revoked', 'closed', 'settled'
  )),
  constraint level_is_known check (level in ('none', 'session', 'passkey')),
  constraint digest_is_of_the_body check (
    body is null or digest = encode(sha256(convert_to(body, 'UTF8')), 'hex')
  ),
  constraint body_is_at_most_256_kib check (octet_length(body) <= 262144),
  constraint open_means_undecided check (state <> 'open' or verdict is null),
  constraint decided_means_by_whom check (verdict is null or (decided_by is not null and decided_at is not null)),
  constraint approved_has_a_decision check (state not in ('approved', 'spent') or verdict in ('approve', 'answer')),
  constraint extended_at_most_twice check (extended between 0 and 2),
  constraint revision_of_the_task unique (task_id, revision)
) with (fillfactor = 80);

create unique index approvals_one_live_per_task on countersign.approvals (task_id)
  where state in ('open', 'approved');

create index approvals_due on countersign.approvals (expires_at)
  where state = 'open';

create index approvals_open on countersign.approvals (opened_at)
  where state = 'open';

-- Receipts are due for a while after a decision.
create index approvals_decided on countersign.approvals (decided_at)
  where decided_at is not null;

create table countersign.effects (
  id bigint generated always as identity primary key,
  task_id bigint not null,
  capability text not null,
  approval_id bigint references countersign.approvals (id),
  -- Why it acts without asking, as its gate said when it began; null where a person was asked.
  ungated_reason text,
  gate text not null,
  name text not null,
  ordinal integer not null,
  -- The digest of the request it was begun under (of the action itself where no person is asked),
  -- and of this effect's own part of the action.
  digest text not null,
  part_digest text not null,
  status text not null default 'intent',
  token uuid not null,
  call uuid not null,
  handle jsonb,
  outcome jsonb,
  began_at timestamptz not null default clock_timestamp(),
  acts_until timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  settled_token uuid,
  actor text,
  constraint status_is_known check (status in ('intent', 'started', 'done', 'failed', 'unknown')),
  constraint started_has_a_handle check (status <> 'started' or handle is not null),
  constraint settled_means_when check ((status in ('done', 'failed')) = (settled_at is not null))
) with (fillfactor = 80);

-- The whole of "at most once": one act of a name in a task, until it is known that it did not happen.
create unique index effects_once on countersign.effects (task_id, name)
  where status <> 'failed';

create unique index effects_once_per_approval on countersign.effects (approval_id, name)
  where approval_id is not null;

create index effects_of_task on countersign.effects (task_id);

create index effects_unsettled on countersign.effects (task_id)
  where status in ('intent', 'started', 'unknown');

reset role;
