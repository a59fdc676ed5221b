-- The place of a task in the order of claims: approved before started before new, then by priority. Whatever
-- changes its status writes it too; `violations` names the task whose rank is another.
create or replace function countersign._rank(p_status text, p_started boolean, p_priority integer)
returns smallint
language sql
immutable
as $$
  select (case when p_status = 'approved' then 0 when p_started then 100 else 200 end - p_priority)::smallint
$$;

create or replace function countersign._tasks_ranked()
returns trigger
language plpgsql
as $$
begin
  new.rank := countersign._rank(new.status, new.started_at is not null, new.priority);
  return new;
end $$;

create or replace trigger tasks_ranked
  before insert on countersign.tasks
  for each row execute function countersign._tasks_ranked();

-- For a table that is restored or replicated too.
alter table countersign.tasks enable always trigger tasks_ranked;
