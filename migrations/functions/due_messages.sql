-- What people have not been told yet on a channel, oldest first: a message is due because its row in
-- deliveries is missing or waits for another try, so none is ever lost and reminders need no queue.
--   request     an open request;
--   reminder_1  one that is open for half of its time (24 of 48 hours); reminder_2, for 41 hours of 48;
--   receipt     an approval that can still be undone or was just used.
-- While everybody who could decide is away, nobody is asked; receipts still go out. last_asked_at is when the
-- channel last carried a question, so that a person hears of many requests at once and not of each;
-- unannounced counts what of all capabilities the channel has not carried yet, so that whoever speaks first
-- can speak for the others too.
-- A worker sees its own capabilities, the reaper all. No body, no value: what a message may say is in the
-- gate and the address of the page.
create or replace function countersign.due_messages(p_channel text, p_limit integer)
returns table (
  approval_id bigint,
  public_id text,
  task_id bigint,
  capability text,
  gate text,
  kind text,
  digest text,
  opened_at timestamptz,
  expires_at timestamptz,
  decided_by text,
  attempts integer,
  last_asked_at timestamptz,
  unannounced integer,
  now timestamptz
)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform _enter();
  return query
  with due as (
    select a.*, 'request' as kind
    from approvals a
    where a.state = 'open'
    union all
    select a.*, 'reminder_1'
    from approvals a
    where a.state = 'open'
      and clock_timestamp() > a.opened_at + (a.expires_at - a.opened_at) / 2
    union all
    select a.*, 'reminder_2'
    from approvals a
    where a.state = 'open'
      and clock_timestamp() > a.opened_at + (a.expires_at - a.opened_at) * 41 / 48
    union all
    select a.*, 'receipt'
    from approvals a
    where a.state in ('approved', 'spent')
      and a.verdict = 'approve'
      and a.decided_at > statement_timestamp() - interval '2 days'
  )
  select due.id, due.public_id, due.task_id, due.capability, due.gate, due.kind, due.digest,
    due.opened_at, due.expires_at, due.decided_by, coalesce(d.attempts, 0),
    (select max(said.delivered_at) from deliveries said where said.channel = p_channel and said.kind <> 'receipt'),
    (select count(*)::integer from approvals o
     where o.state = 'open'
       and not exists (
         select from deliveries said
         where said.approval_id = o.id and said.kind = 'request' and said.channel = p_channel and said.status = 'delivered'
       )),
    clock_timestamp()
  from due
  left join deliveries d on d.approval_id = due.id and d.kind = due.kind and d.channel = p_channel
  where (d.approval_id is null or (d.status = 'failed' and d.next_attempt_at <= clock_timestamp()))
    and (due.kind = 'receipt' or not _everybody_away())
    and (
      pg_has_role(session_user, 'countersign_reaper', 'member')
      or due.capability in (select name from capabilities where session_user = any (workers))
    )
  order by due.opened_at, due.id, due.kind
  limit least(p_limit, 1000);
end $$;

grant execute on function countersign.due_messages to countersign_worker, countersign_reaper;
