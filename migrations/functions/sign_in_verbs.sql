-- Where people are signed in, and what their keys are asked to sign.

-- Makes a challenge known for p_seconds: what it is for, whose it is (null at sign-in), what it says.
create or replace function countersign.make_challenge(
  p_challenge text,
  p_purpose text,
  p_operator text,
  p_statement jsonb,
  p_seconds integer
)
returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_until timestamptz := clock_timestamp() + make_interval(secs => least(greatest(p_seconds, 1), 600));
begin
  perform _enter();
  -- A bounded sweep instead of a schedule: what nobody answered goes when somebody else asks.
  delete from challenges
  where challenge in (
    select challenge from challenges
    where expires_at < clock_timestamp() - interval '1 day'
    order by expires_at
    limit 100
    for update skip locked
  );
  insert into challenges (challenge, purpose, operator, statement, expires_at)
  values (p_challenge, p_purpose, p_operator, p_statement, v_until);
  return v_until;
end $$;

-- Uses a challenge up and answers what it was for; no row when it is unknown, of another purpose, used or late.
create or replace function countersign.take_challenge(p_challenge text, p_purpose text)
returns table (operator text, statement jsonb)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  return query
  update challenges c
  set used_at = clock_timestamp()
  where c.challenge = p_challenge
    and c.purpose = p_purpose
    and c.used_at is null
    and c.expires_at > clock_timestamp()
  returning c.operator, c.statement;
end $$;

-- The key with this id, and whose it is, while neither is revoked.
create or replace function countersign.credential(p_credential text)
returns table (operator text, public_key bytea, counter bigint, transports text[])
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  return query
  select c.operator, c.public_key, c.counter, c.transports
  from credentials c
  join operators o on o.name = c.operator
  where c.id = p_credential
    and c.revoked_at is null
    and o.revoked_at is null;
end $$;

-- Notes that a key was used. False where its counter did not move on (a copy of the key signed, or another
-- answer came first); keys that keep no counter always answer 0, and that is fine.
create or replace function countersign.credential_used(p_credential text, p_counter bigint)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  update credentials
  set counter = p_counter, last_used_at = clock_timestamp()
  where id = p_credential
    and (p_counter > counter or (p_counter = 0 and counter = 0));
  return found;
end $$;

-- Signs a person in on a device; the secret is known by its hash only. p_local: by the link a local process
-- printed, which needs no operator to exist.
create or replace function countersign.open_session(p_secret_hash text, p_operator text, p_device text, p_local boolean)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  perform _named(p_operator);
  if not p_local and not exists (select from operators where name = p_operator and revoked_at is null) then
    perform _refuse('CS012', format('operator %s is revoked', p_operator), jsonb_build_object('name', p_operator));
  end if;
  delete from sessions
  where secret_hash in (
    select secret_hash from sessions where opened_at < clock_timestamp() - interval '90 days' limit 100
    for update skip locked
  );
  insert into sessions (secret_hash, operator, device, local)
  values (p_secret_hash, p_operator, left(p_device, 120), p_local);
end $$;

-- Who is signed in under this secret: within 7 days of the last visit and 30 of signing in. Noting the visit
-- at most once a minute keeps a page view from being a write.
create or replace function countersign.session(p_secret_hash text)
returns table (operator text, device text, local boolean, opened_at timestamptz)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  update sessions
  set seen_at = clock_timestamp()
  where secret_hash = p_secret_hash
    and closed_at is null
    and seen_at between clock_timestamp() - interval '7 days' and clock_timestamp() - interval '1 minute'
    and opened_at > clock_timestamp() - interval '30 days';
  return query
  select s.operator, s.device, s.local, s.opened_at
  from sessions s
  left join operators o on o.name = s.operator
  where s.secret_hash = p_secret_hash
    and s.closed_at is null
    and s.seen_at > clock_timestamp() - interval '7 days'
    and s.opened_at > clock_timestamp() - interval '30 days'
    and (s.local or o.revoked_at is null);
end $$;

-- Signs a person out: of one session, by its hash or the beginning of it that session_detail shows, or of all
-- (null). Answers how many.
create or replace function countersign.close_sessions(p_operator text, p_session text)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_closed integer;
begin
  perform _enter();
  update sessions
  set closed_at = clock_timestamp()
  where operator = p_operator
    and closed_at is null
    and (p_session is null or left(secret_hash, 12) = left(p_session, 12));
  get diagnostics v_closed = row_count;
  return v_closed;
end $$;

-- Keeps a refused attempt on the record for 90 days: what and why, never a value or a secret.
create or replace function countersign.record_refusal(p_operator text, p_what text, p_why text, p_subject text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  delete from refusals
  where id in (select id from refusals order by id limit 10)
    and at < clock_timestamp() - interval '90 days';
  insert into refusals (operator, what, why, subject)
  values (left(p_operator, 63), left(p_what, 60), left(p_why, 200), left(p_subject, 100));
end $$;

grant execute on function
  countersign.make_challenge, countersign.take_challenge, countersign.credential, countersign.credential_used,
  countersign.open_session, countersign.session, countersign.close_sessions, countersign.record_refusal
to countersign_approver;
