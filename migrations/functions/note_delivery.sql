-- Records that a message reached its channel, or did not: then it is due again after a growing wait, and
-- given up, visibly, after ten tries. Delivered stays delivered.
create or replace function countersign.note_delivery(
  p_approval bigint,
  p_kind text,
  p_channel text,
  p_delivered boolean,
  p_error text
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_capability text;
begin
  perform _enter();
  select capability into v_capability from approvals where id = p_approval;
  if not found then
    perform _refuse('CS003', format('there is no request %s', p_approval), jsonb_build_object('approval', p_approval));
  elsif not pg_has_role(session_user, 'countersign_reaper', 'member') then
    perform _bound(v_capability);
  end if;
  insert into deliveries as d (approval_id, kind, channel, status, delivered_at, next_attempt_at, error)
  values (
    p_approval, p_kind, p_channel,
    case when p_delivered then 'delivered' else 'failed' end,
    case when p_delivered then clock_timestamp() end,
    case when not p_delivered then clock_timestamp() + make_interval(secs => _backoff(1)) end,
    case when not p_delivered then left(p_error, 500) end
  )
  on conflict (approval_id, kind, channel) do update
  set status = case
        when p_delivered then 'delivered'
        when d.attempts + 1 >= 10 then 'given_up'
        else 'failed'
      end,
      attempts = d.attempts + 1,
      delivered_at = excluded.delivered_at,
      next_attempt_at = case when not p_delivered then clock_timestamp() + make_interval(secs => _backoff(d.attempts + 1)) end,
      error = excluded.error,
      updated_at = clock_timestamp()
  where d.status <> 'delivered';
end $$;

grant execute on function countersign.note_delivery to countersign_worker, countersign_reaper;
