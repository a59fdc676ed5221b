-- A person's word on exactly one revision of one request: `approve`, `reject` or `send_back`; at the
-- built-in gate `uncertain`: `happened`, `did_not_happen` (and no longer can), or `cannot_tell_yet`, which
-- settles nothing. One compare-and-set under the task's lock: of any number of people deciding at once one
-- wins, and the others are told who, what and when (CS006). The same decision by the same person again
-- hears the stored row as it stands now, so that a late replay never looks like a fresh success.
--
-- An approval can be undone until p_not_before and lapses at act_before: the earlier of what was signed
-- (p_act_before) and what the gate allows. p_level is what the page verified; `passkey` needs its assertion.
create or replace function countersign.decide(
  p_approval bigint,
  p_revision integer,
  p_verdict text,
  p_digest text,
  p_by text,
  p_level text,
  p_comment text,
  p_assertion jsonb,
  p_act_before timestamptz
)
returns table (
  approval_id bigint,
  state text,
  task_id bigint,
  task_status text,
  not_before timestamptz,
  act_before timestamptz,
  decided_at timestamptz,
  replayed boolean
)
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
#variable_conflict use_column
declare
  a approvals;
begin
  perform _enter();
  a := _lock_request(p_approval);
  perform _named(p_by);
  if a.verdict = p_verdict and a.decided_by = p_by and a.digest = p_digest and a.revision = p_revision then
    return query select * from _standing(p_approval, true);
    return;
  end if;
  if a.gate = 'uncertain' then
    perform _decide_uncertain(a, p_revision, p_verdict, p_digest, p_by, p_level, p_comment);
  elsif p_verdict in ('approve', 'reject', 'send_back') then
    perform _open_as(a, p_revision, p_digest);
    perform _record_decision(a, p_verdict, p_by, p_level, null, p_comment, p_assertion, p_act_before);
  else
    perform _refuse('CS002', format('%s is no verdict at gate %s', p_verdict, a.gate), jsonb_build_object('approval', p_approval));
  end if;
  return query select * from _standing(p_approval, false);
end $$;

grant execute on function countersign.decide to countersign_approver;
