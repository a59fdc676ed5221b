-- Gives an open request another 24 hours, at most twice (CS006).
create or replace function countersign.extend(p_approval bigint, p_by text)
returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  a approvals;
begin
  perform _enter();
  a := _lock_request(p_approval);
  perform _named(p_by);
  perform _open_as(a, a.revision, a.digest);
  if a.extended >= 2 or a.expires_at is null then
    perform _refuse('CS006', format('request %s cannot be extended again', p_approval),
      jsonb_build_object('approval', p_approval, 'extended', a.extended, 'expiresAt', a.expires_at));
  end if;
  update approvals
  set expires_at = expires_at + interval '24 hours',
      extended = extended + 1,
      actor = p_by,
      reason = 'extended by 24 h'
  where id = p_approval
  returning expires_at into a.expires_at;
  return a.expires_at;
end $$;

grant execute on function countersign.extend to countersign_approver;
