// Roles, their memberships, and the rights on the schema and on what will be created in it.
import type { Queryable } from '#database'

/** Rights beyond the owner's own, as grant statements; `acl` is a Postgres aclitem[] as text rows. */
export interface Grant {
  grantee: string
  privilege: string
}

/** SQL that turns an acl column into sorted `Grant` objects; an owner's rights go without saying. */
export function grantsOf(acl: string, owner: string): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('grantee', g.grantee, 'privilege', g.privilege)
                           order by g.grantee collate "C", g.privilege), '[]')
           from (select ${roleName('a.grantee')} as grantee, lower(a.privilege_type) as privilege
                 from aclexplode(${acl}) a where a.grantee <> ${owner}) g)`
}

/** SQL for a role's name; the one that ran the migrations has another name on every cluster. */
export function roleName(oid: string): string {
  return `case when ${oid} = 0 then 'public'
               when pg_get_userbyid(${oid}) = current_user then 'deployer'
               else pg_get_userbyid(${oid})::text end`
}

/** One line for each grantee. */
export function grantLines(grants: readonly Grant[], on: string): string[] {
  const byGrantee = Map.groupBy(grants, (grant) => grant.grantee)
  return [...byGrantee].map(
    ([grantee, list]) =>
      `grant ${list.map((grant) => grant.privilege).join(', ')} on ${on} to ${grantee};`,
  )
}

export async function describeGrants(database: Queryable): Promise<string> {
  return [
    ...(await roleLines(database)),
    ...(await schemaLines(database)),
    ...(await defaultLines(database)),
  ].join('\n')
}

// Group roles only: login roles belong to a stage, and other databases of the cluster have theirs.
async function roleLines(database: Queryable): Promise<string[]> {
  const roles = await database.query<{ name: string; settings: string[]; groups: string[] }>(
    `select r.rolname::text as name,
            array(select unnest(s.setconfig) from pg_db_role_setting s
                  where s.setrole = r.oid and s.setdatabase = 0 order by 1) as settings,
            array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
                  where m.member = r.oid order by 1) as groups
     from pg_roles r
     where not r.rolcanlogin and r.rolname ~ '^countersign_'
     order by r.rolname`,
  )
  return roles.flatMap(({ name, settings, groups }) => [
    `create role ${name} nologin;`,
    ...groups.map((group) => `grant ${group} to ${name};`),
    ...settings.map((setting) => `alter role ${name} set ${setting.replace('=', ' = ')};`),
  ])
}

async function schemaLines(database: Queryable): Promise<string[]> {
  const [schema] = await database.query<{ owner: string; grants: Grant[] }>(
    `select ${roleName('n.nspowner')} as owner, ${grantsOf('n.nspacl', 'n.nspowner')} as grants
     from pg_namespace n where n.nspname = 'countersign'`,
  )
  if (!schema) return []
  return [
    `create schema countersign authorization ${schema.owner};`,
    ...grantLines(schema.grants, 'schema countersign'),
  ]
}

const kinds: Record<string, string> = { r: 'tables', S: 'sequences', f: 'functions', T: 'types' }

async function defaultLines(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ owner: string; kind: string; grants: Grant[] }>(
    `select ${roleName('d.defaclrole')} as owner, d.defaclobjtype::text as kind,
            ${grantsOf('d.defaclacl', 'd.defaclrole')} as grants
     from pg_default_acl d
     left join pg_namespace n on n.oid = d.defaclnamespace
     where d.defaclnamespace = 0 or n.nspname = 'countersign'
     order by 1, 2`,
  )
  return rows.map(({ owner, kind, grants }) => {
    const to = grants.map(({ grantee, privilege }) => `${privilege} to ${grantee}`).join(', ')
    return `-- new ${kinds[kind] ?? kind} of ${owner}: ${to || 'nothing to anybody else'}`
  })
}
