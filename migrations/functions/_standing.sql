-- How a request and its task stand now: what every verb of a decision answers.
create or replace function countersign._standing(p_approval bigint, p_replayed boolean)
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
language sql
stable
as $$
  select a.id, a.state, a.task_id, t.status, a.not_before, a.act_before, a.decided_at, p_replayed
  from countersign.approvals a
  join countersign.tasks t on t.id = a.task_id
  where a.id = p_approval
$$;
