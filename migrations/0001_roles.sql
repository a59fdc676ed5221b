-- Who exists. The owner holds every table and function and cannot log in; the four groups hold only
-- the right to execute their own verbs. A deployment's login roles inherit exactly one group.
--
-- Roles belong to the cluster while migrations are serialised per database, so two databases may
-- create them at the same moment: losing that race is not an error.

do $$
declare
  v_role text;
begin
  foreach v_role in array array[
    'countersign_owner', 'countersign_worker', 'countersign_approver',
    'countersign_reaper', 'countersign_reader'
  ] loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
        execute format('create role %I nologin', v_role);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;

  -- A deployer that is no superuser (Neon's database owner) must be a member of the owner to act as it.
  if not pg_catalog.pg_has_role(current_user, 'countersign_owner', 'usage') then
    begin
      execute format('grant countersign_owner to %I', current_user);
    exception when unique_violation then
      null;
    end;
  end if;
end $$;

revoke all on schema countersign from public;
grant usage, create on schema countersign to countersign_owner;
grant usage on schema countersign
  to countersign_worker, countersign_approver, countersign_reaper, countersign_reader;

-- Without IN SCHEMA: the form with it does not take the built-in EXECUTE of PUBLIC away.
alter default privileges for role countersign_owner revoke execute on functions from public;
