-- Files that every task which held them has let go of, and whose bytes are still there.
create or replace function countersign._loose_files(p_limit integer)
returns setof text
language sql
stable
as $$
  select distinct a.sha256
  from countersign.artifacts a
  where a.erased_at is not null
    and a.deleted_at is null
    and not exists (
      select from countersign.artifacts other
      where other.sha256 = a.sha256
        and other.erased_at is null
    )
  order by a.sha256
  limit p_limit
$$;
