-- Refuses a call with one of the protocol's codes. The detail is JSON for programs, the message for people.
create or replace function countersign._refuse(p_code text, p_message text, p_detail jsonb)
returns void
language plpgsql
as $$
begin
  raise exception using errcode = p_code, message = p_message, detail = coalesce(p_detail, '{}')::text;
end $$;
