-- A person's typed answers to a request that wants no effect. Decided like `decide`, with verdict `answer`;
-- the same answers by the same person again hear the stored row. Refused where the request would start an
-- effect: that takes `decide` (CS002).
create or replace function countersign.answer(
  p_approval bigint,
  p_revision integer,
  p_digest text,
  p_by text,
  p_level text,
  p_answers jsonb,
  p_comment text
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
  if a.verdict = 'answer' and a.decided_by = p_by and a.digest = p_digest
    and a.revision = p_revision and a.answers is not distinct from p_answers then
    return query select * from _standing(p_approval, true);
    return;
  end if;
  if a.effects <> '{}' or a.gate = 'uncertain' or p_answers is null then
    perform _refuse('CS002', format('request %s does not ask for answers', p_approval), jsonb_build_object('approval', p_approval, 'gate', a.gate));
  end if;
  perform _open_as(a, p_revision, p_digest);
  perform _record_decision(a, 'answer', p_by, p_level, p_answers, p_comment, null, null);
  return query select * from _standing(p_approval, false);
end $$;

grant execute on function countersign.answer to countersign_approver;
