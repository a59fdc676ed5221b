-- Promises that later statements of the calling verb see what earlier lock waits were for. Under a
-- stricter isolation the snapshot is older than the lock, and every count taken after it lies (CS013).
create or replace function countersign._enter()
returns void
language plpgsql
as $$
begin
  if not countersign._read_committed() then
    perform countersign._refuse('CS013', 'the protocol runs under READ COMMITTED only',
      jsonb_build_object('isolation', current_setting('transaction_isolation')));
  end if;
end $$;

create or replace function countersign._read_committed()
returns boolean
language sql
stable
as $$
  select current_setting('transaction_isolation') in ('read committed', 'read uncommitted')
$$;
