-- Returns one revision of a request, locked after its task (CS003): which task it is of never changes.
create or replace function countersign._lock_request(p_approval bigint)
returns countersign.approvals
language plpgsql
as $$
declare
  v_task bigint;
  a countersign.approvals;
begin
  select task_id into v_task from countersign.approvals where id = p_approval;
  if not found then
    perform countersign._refuse('CS003', format('there is no request %s', p_approval), jsonb_build_object('approval', p_approval));
  end if;
  perform countersign._lock(v_task);
  select * into a from countersign.approvals where id = p_approval for no key update;
  return a;
end $$;

-- Refuses a request that is not open in this revision, naming who decided what and when, and the newer
-- revision if there is one (CS006); one whose time is over (CS005); one of another digest (CS004).
create or replace function countersign._open_as(a countersign.approvals, p_revision integer, p_digest text)
returns void
language plpgsql
as $$
declare
  v_newer countersign.approvals;
begin
  if a.state <> 'open' or a.revision <> p_revision then
    select * into v_newer from countersign.approvals where task_id = a.task_id order by revision desc limit 1;
    perform countersign._refuse('CS006', format('request %s is already %s', a.id, a.state), jsonb_build_object(
      'approval', a.id, 'state', a.state, 'verdict', a.verdict, 'by', a.decided_by, 'at', a.decided_at,
      'newer', case when v_newer.id <> a.id then jsonb_build_object('id', v_newer.id, 'publicId', v_newer.public_id, 'revision', v_newer.revision) end
    ));
  elsif a.expires_at <= clock_timestamp() then
    perform countersign._refuse('CS005', format('request %s expired', a.id), jsonb_build_object('approval', a.id, 'expiredAt', a.expires_at));
  elsif a.digest is distinct from p_digest then
    perform countersign._refuse('CS004', format('request %s does not have this digest', a.id), jsonb_build_object('approval', a.id));
  end if;
end $$;
