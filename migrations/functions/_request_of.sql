-- The newest request of a task that a person decided, as a claim hands it over: the exact body they saw,
-- what they said and the proof of it. The worker verifies it again before it acts.
create or replace function countersign._request_of(p_task bigint)
returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_build_object(
      'id', id, 'publicId', public_id, 'gate', gate, 'revision', revision, 'state', state,
      'body', body, 'digest', digest, 'level', level, 'verdict', verdict,
      'decidedBy', decided_by, 'decidedAt', decided_at, 'decidedLevel', decided_level,
      'answers', answers, 'comment', comment, 'assertion', assertion,
      'notBefore', not_before, 'actBefore', act_before
    )
    from countersign.approvals
    where task_id = p_task
      and gate <> 'uncertain'
      and verdict is not null
    order by revision desc
    limit 1
  );
end $$;
