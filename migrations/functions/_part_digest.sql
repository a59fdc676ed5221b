-- The digest of one effect's own part of an approved body, in the database's own normal form, so that an
-- effect done under one revision is the same effect under the next; of the action where nobody is asked.
create or replace function countersign._part_digest(p_body text, p_effect text, p_digest text)
returns text
language sql
stable
as $$
  select coalesce((
    select encode(sha256(convert_to(effect::text, 'UTF8')), 'hex')
    from jsonb_array_elements(p_body::jsonb #> '{action,effects}') as listed (effect)
    where effect ->> 'name' = p_effect
  ), p_digest)
$$;

-- Whether a done effect is what this caller means to do: begun under this very digest, or the request of this
-- digest that a person approved has the same part for it, or none because it was done before it was asked.
create or replace function countersign._same_act(e countersign.effects, p_digest text)
returns boolean
language sql
stable
as $$
  select e.digest = p_digest
    or exists (
      select from countersign.approvals a
      where a.task_id = e.task_id
        and a.digest = p_digest
        and a.verdict = 'approve'
        and e.part_digest = countersign._part_digest(a.body, e.name, e.part_digest)
    )
$$;
