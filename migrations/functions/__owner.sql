-- Everything in this folder belongs to the owner: no other name sorts before this one, so it runs first.
-- Rights start from nothing and each file grants its own again, all in one transaction: what a file no
-- longer grants is gone, and what nobody ever wrote down cannot stay.
set local role countersign_owner;

do $$
declare
  v_object text;
begin
  for v_object in
    select 'routine ' || oid::regprocedure
    from pg_catalog.pg_proc
    where pronamespace = 'countersign'::regnamespace
      and proowner = 'countersign_owner'::regrole
    union all
    select 'table ' || oid::regclass
    from pg_catalog.pg_class
    where relnamespace = 'countersign'::regnamespace
      and relowner = 'countersign_owner'::regrole
      and relkind in ('r', 'v', 'S')
  loop
    execute format(
      'revoke all on %s from public, countersign_worker, countersign_approver, countersign_reaper, countersign_reader',
      v_object
    );
  end loop;
end $$;
