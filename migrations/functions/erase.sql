-- Erases the values of a finished task: payload, state, result, error, the bodies and answers of its
-- requests, the handles and outcomes of its effects. Who decided what digest when, and the proof of it, stay,
-- so a receipt still verifies. Answers the hashes of its files that no other task holds: those may now go, and a
-- repeated call answers them again until they have, and is not noted twice. Refused before the end (CS002).
create or replace function countersign.erase(p_task bigint, p_by text, p_reason text)
returns setof text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  t tasks;
begin
  perform _enter();
  t := _lock(p_task);
  perform _named(p_by);
  if t.finished_at is null then
    perform _refuse('CS002', format('task %s is %s, and only what is finished can be erased', p_task, t.status),
      jsonb_build_object('task', p_task, 'status', t.status));
  end if;
  perform _erase(t, p_by, p_reason);
  -- Two erased at once may each still see the other: `sweep_files` then finds what neither answered.
  return query
  select distinct a.sha256
  from artifacts a
  where a.task_id = p_task
    and a.deleted_at is null
    and not exists (
      select from artifacts other
      where other.sha256 = a.sha256
        and other.erased_at is null
    )
  order by a.sha256;
end $$;

grant execute on function countersign.erase to countersign_approver;
