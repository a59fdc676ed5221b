-- Refuses a decision by nobody (CS002).
create or replace function countersign._named(p_by text)
returns void
language plpgsql
as $$
begin
  if coalesce(trim(p_by), '') = '' then
    perform countersign._refuse('CS002', 'a decision needs the name of the person who makes it', null);
  end if;
end $$;
