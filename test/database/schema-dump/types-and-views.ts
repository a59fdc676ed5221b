// Types, free-standing sequences and views. A view's text differs between servers; its columns don't.
import type { Queryable } from '#database'
import { type Grant, grantLines, grantsOf, roleName } from './grants.ts'

export async function describeTypes(database: Queryable): Promise<string> {
  const types = await database.query<{ definition: string }>(
    `select case t.typtype
       when 'e' then 'create type countersign.' || t.typname || ' as enum ('
         || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
             from pg_enum e where e.enumtypid = t.oid) || ');'
       when 'd' then 'create domain countersign.' || t.typname || ' as ' || format_type(t.typbasetype, t.typtypmod)
         || case when t.typnotnull then ' not null' else '' end
         || coalesce((select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname)
                      from pg_constraint k where k.contypid = t.oid and k.contype = 'c'), '') || ';'
       else 'create type countersign.' || t.typname || ' as ('
         || (select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
             from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) || ');'
     end as definition
     from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace = 'countersign'::regnamespace
       and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c'))
     union all
     select 'create sequence countersign.' || c.relname || ';'
     from pg_class c
     where c.relnamespace = 'countersign'::regnamespace and c.relkind = 'S'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a'))
     order by 1`,
  )
  return types.map((type) => type.definition).join('\n')
}

export async function describeViews(database: Queryable): Promise<string> {
  const views = await database.query<{
    name: string
    kind: string
    owner: string
    options: string[]
    columns: string[]
    grants: Grant[]
  }>(
    `select c.relname::text as name,
       case c.relkind when 'm' then 'materialized view' else 'view' end as kind,
       ${roleName('c.relowner')} as owner, coalesce(c.reloptions, '{}') as options,
       ${grantsOf('c.relacl', 'c.relowner')} as grants,
       array(select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
             from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('v', 'm')
     order by c.relname`,
  )
  return views
    .map(({ name, kind, owner, options, columns, grants }) =>
      [
        `create ${kind} countersign.${name} ( -- owner ${owner}`,
        columns.map((column) => `  ${column}`).join(',\n'),
        `)${options.length > 0 ? ` with (${options.join(', ')})` : ''};`,
        ...grantLines(grants, `countersign.${name}`),
      ].join('\n'),
    )
    .join('\n\n')
}
