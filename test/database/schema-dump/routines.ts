// Functions and procedures as signatures, with what decides whose rights they use and who may call them.
import type { Queryable } from '#database'
import { type Grant, grantLines, grantsOf, roleName } from './grants.ts'

interface Routine extends Record<string, unknown> {
  kind: string
  name: string
  identity: string
  parameters: string
  result: string | null
  language: string
  volatility: string
  is_strict: boolean
  is_definer: boolean
  settings: string[]
  owner: string
  grants: Grant[]
}

export async function describeRoutines(database: Queryable): Promise<string> {
  const routines = await database.query<Routine>(
    `select case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end as kind,
       p.proname::text as name,
       pg_get_function_identity_arguments(p.oid) as identity,
       pg_get_function_arguments(p.oid) as parameters,
       pg_get_function_result(p.oid) as result,
       l.lanname::text as language,
       case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
       p.proisstrict as is_strict, p.prosecdef as is_definer,
       coalesce(p.proconfig, '{}') as settings,
       ${roleName('p.proowner')} as owner,
       ${grantsOf(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')} as grants
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'countersign'::regnamespace
     order by p.proname, pg_get_function_identity_arguments(p.oid) collate "C"`,
  )
  return routines.map(describeRoutine).join('\n\n')
}

function describeRoutine(routine: Routine): string {
  const { kind, name, identity, parameters, result, grants } = routine
  const returns = result === null ? '' : ` returns ${result}`
  const facts = [
    `language ${routine.language} ${routine.volatility}`,
    ...(routine.is_strict ? ['strict'] : []),
    routine.is_definer ? 'security definer' : 'security invoker',
    ...routine.settings.map((setting) => `set ${setting.replace('=', ' = ')}`),
  ]
  return [
    `create ${kind} countersign.${name}(${parameters})${returns} -- owner ${routine.owner}`,
    `  ${facts.join(' ')};`,
    ...grantLines(grants, `${kind} countersign.${name}(${identity})`),
  ].join('\n')
}
