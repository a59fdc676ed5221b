-- Whether anything may still begin under this approval. Walks its effects in order: what is done is
-- passed over; the first that is not decides. A request without effects (answers only) is usable until
-- a slice has ended with it.
create or replace function countersign._can_begin(p_approval countersign.approvals)
returns boolean
language plpgsql
stable
as $$
declare
  v_name text;
  v_status text;
  v_begun boolean;
begin
  foreach v_name in array p_approval.effects loop
    select status into v_status
    from countersign.effects
    where task_id = p_approval.task_id
      and name = v_name
      and status <> 'failed';
    continue when v_status = 'done';

    v_begun := exists (
      select from countersign.effects
      where approval_id = p_approval.id
        and name = v_name
    );
    -- Begun under this approval and not settled: the next one may follow. Begun and failed: nothing may.
    continue when v_begun and v_status is not null;
    return not v_begun;
  end loop;
  return p_approval.effects = '{}';
end $$;
