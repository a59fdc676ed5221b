-- Records a file of a task by its SHA-256, under the task's live lease (CS001). The bytes are stored elsewhere,
-- by that hash. Repeating it succeeds.
create or replace function countersign.record_artifact(
  p_task bigint,
  p_token uuid,
  p_sha256 text,
  p_name text,
  p_media_type text,
  p_bytes bigint
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  t tasks;
begin
  perform _enter();
  t := _own(p_task, p_token, null);
  insert into artifacts (task_id, sha256, capability, name, media_type, bytes, step)
  values (p_task, p_sha256, t.capability, p_name, p_media_type, p_bytes, t.step)
  on conflict do nothing;
end $$;

grant execute on function countersign.record_artifact to countersign_worker;
