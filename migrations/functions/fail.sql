-- Records that the slice failed. Retryable: counts an attempt and comes back after a growing, jittered
-- delay (or p_delay_seconds), until the attempts are used up and the task is dead. Not retryable: failed.
-- Answers the status. p_reason is a short code for the history; what happened goes into p_error.
create or replace function countersign.fail(
  p_task bigint,
  p_token uuid,
  p_reason text,
  p_error jsonb,
  p_retryable boolean,
  p_delay_seconds double precision
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, countersign, pg_temp
as $$
declare
  v_call text := _call('fail', p_reason, p_error::text, p_retryable::text, p_delay_seconds::text);
  t tasks;
begin
  perform _enter();
  t := _own(p_task, p_token, v_call);
  if t.status <> 'running' then
    return _answer(t, v_call);
  end if;
  perform _slice_ended(t);
  t.error := p_error;
  t.attempts := t.attempts + 1;
  t.run_at := clock_timestamp() + _delay(coalesce(p_delay_seconds, _backoff(t.attempts)));
  t.actor := t.claimed_by;
  t.reason := left(p_reason, 500);
  return _move(t, case when p_retryable then 'onward' else 'failed' end, v_call, null);
end $$;

grant execute on function countersign.fail to countersign_worker;
