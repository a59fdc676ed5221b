-- Who may decide: inviting, enrolling a key, revoking. The page checks what a key signed; these verbs keep
-- the links one-time and the challenges single-use.

-- Invites a person, new or known, by a one-time link whose secret's SHA-256 is given, for 30 minutes. Links
-- that nobody used go, a few at a time, when another is made.
create or replace function countersign.add_operator(p_name text, p_secret_hash text, p_by text)
returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_until timestamptz := clock_timestamp() + interval '30 minutes';
begin
  perform _enter();
  perform _named(p_by);
  if coalesce(p_name, '') !~ '^[a-z0-9][a-z0-9._-]{0,62}$' then
    perform _refuse('CS002', 'a name is 1 to 63 of a-z, 0-9, ".", "_" and "-", and begins with a letter or figure',
      jsonb_build_object('name', p_name));
  end if;
  insert into operators (name, added_by)
  values (p_name, p_by)
  on conflict (name) do nothing;
  if exists (select from operators where name = p_name and revoked_at is not null) then
    perform _refuse('CS012', format('operator %s was revoked: choose another name', p_name), jsonb_build_object('name', p_name));
  end if;
  delete from enrolments
  where secret_hash in (
    select secret_hash from enrolments where expires_at < clock_timestamp() - interval '90 days' limit 100
    for update skip locked
  );
  insert into enrolments (secret_hash, operator, added_by, expires_at)
  values (p_secret_hash, p_name, p_by, v_until);
  return v_until;
end $$;

-- Whose link this is, while it can still be used; no row otherwise, whatever the reason.
create or replace function countersign.enrolment(p_secret_hash text)
returns table (operator text, expires_at timestamptz)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  return query
  select e.operator, e.expires_at
  from enrolments e
  join operators o on o.name = e.operator and o.revoked_at is null
  where e.secret_hash = p_secret_hash
    and e.used_at is null
    and e.expires_at > clock_timestamp();
end $$;

-- Uses the link up and keeps the key that was made with it; answers whose it is now. Refused when the link
-- can't be used any more (CS003), and where the key is known already or the person has twenty (CS002).
create or replace function countersign.enrol(
  p_secret_hash text,
  p_credential text,
  p_public_key bytea,
  p_counter bigint,
  p_transports text[],
  p_label text,
  p_backed_up boolean
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_operator text;
begin
  perform _enter();
  update enrolments
  set used_at = clock_timestamp()
  where secret_hash = p_secret_hash
    and used_at is null
    and expires_at > clock_timestamp()
  returning operator into v_operator;
  if not found then
    perform _refuse('CS003', 'this link was used or has expired', null);
  end if;
  perform from operators where name = v_operator and revoked_at is null for no key update;
  if not found then
    perform _refuse('CS012', format('operator %s is revoked', v_operator), jsonb_build_object('name', v_operator));
  elsif exists (select from credentials where id = p_credential) then
    perform _refuse('CS002', 'this key is enrolled already', null);
  elsif (select count(*) from credentials where operator = v_operator and revoked_at is null) >= 20 then
    perform _refuse('CS002', format('operator %s has twenty keys: revoke one first', v_operator), jsonb_build_object('name', v_operator));
  end if;
  insert into credentials (id, operator, public_key, counter, transports, label, backed_up)
  values (p_credential, v_operator, p_public_key, p_counter, p_transports, left(p_label, 60), p_backed_up);
  return v_operator;
end $$;

-- Takes a person's trust away: keys, links and sessions, at once. Repeating it succeeds.
create or replace function countersign.revoke_operator(p_name text, p_by text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  perform _named(p_by);
  update operators
  set revoked_at = coalesce(revoked_at, clock_timestamp()), revoked_by = coalesce(revoked_by, p_by)
  where name = p_name;
  if not found then
    perform _refuse('CS003', format('there is no operator %s', p_name), jsonb_build_object('name', p_name));
  end if;
  update credentials
  set revoked_at = clock_timestamp(), revoked_by = p_by
  where operator = p_name and revoked_at is null;
  update enrolments set used_at = clock_timestamp() where operator = p_name and used_at is null;
  perform close_sessions(p_name, null);
end $$;

-- Takes one key's trust away (a lost phone), and signs its person out everywhere.
create or replace function countersign.revoke_credential(p_credential text, p_by text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_operator text;
begin
  perform _enter();
  perform _named(p_by);
  update credentials
  set revoked_at = coalesce(revoked_at, clock_timestamp()), revoked_by = coalesce(revoked_by, p_by)
  where id = p_credential
  returning operator into v_operator;
  if not found then
    perform _refuse('CS003', 'there is no such key', null);
  end if;
  perform close_sessions(v_operator, null);
end $$;

-- Sends no messages to a person until then; null ends it.
create or replace function countersign.set_away(p_name text, p_until timestamptz)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
begin
  perform _enter();
  update operators set away_until = p_until where name = p_name;
  if not found then
    perform _refuse('CS003', format('there is no operator %s', p_name), jsonb_build_object('name', p_name));
  end if;
end $$;

grant execute on function
  countersign.add_operator, countersign.enrolment, countersign.enrol, countersign.revoke_operator,
  countersign.revoke_credential, countersign.set_away
to countersign_approver;
