-- Promises that later statements of the calling verb see what earlier lock waits were for. Under a
-- stricter isolation the snapshot is older than the lock, and every count taken after it lies (CS013).
create or replace function countersign._enter()
returns void
language plpgsql
as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    perform countersign._refuse('CS013', 'the protocol runs under READ COMMITTED only',
      jsonb_build_object('isolation', current_setting('transaction_isolation')));
  end if;
end $$;
