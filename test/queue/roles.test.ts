// Who may do what: every role against every function, table, view and sequence, written down and tried.
import { expect, it } from 'vitest'
import { type Database, DatabaseError } from '#database'
import { protocol } from '../support/protocol.ts'

// What each group may call and read. What isn't in these tables is nobody's: a new function, view or grant
// has to be written here before the suite is green again.
const worker = [
  'advance',
  'begin_effect',
  'claim',
  'complete',
  'complete_and_claim',
  'complete_many',
  'decline',
  'due_messages',
  'enqueue',
  'erase_old',
  'fail',
  'finish_effect',
  'heartbeat',
  'heartbeat_many',
  'note_delivery',
  'note_effect',
  'park',
  'prunable',
  'prune',
  'prune_records',
  'recall',
  'record_artifact',
  'record_invocation',
  'release',
  'remember',
  'settle_effect',
  'skip',
  'sweep_files',
]
const approver = [
  'add_operator',
  'answer',
  'ask_again',
  'cancel',
  'close_sessions',
  'credential',
  'credential_used',
  'decide',
  'enqueue',
  'enrol',
  'enrolment',
  'erase',
  'extend',
  'make_challenge',
  'open_session',
  'pause',
  'recall',
  'record_refusal',
  'remember',
  'requeue',
  'resume',
  'revise',
  'revoke',
  'revoke_credential',
  'revoke_operator',
  'session',
  'set_away',
  'take_challenge',
]
const reaper = [
  'due_messages',
  'erase_old',
  'note_delivery',
  'prunable',
  'prune',
  'prune_records',
  'reap',
  'record_invocation',
  'record_signals',
  'sweep_files',
]
const reports = [
  'capability_load',
  'claim_rate',
  'effect_overview',
  'invocation_overview',
  'processing_time',
  'proof',
  'queue_depth',
  'reaper_activity',
  'request_overview',
  'signal_history',
  'signals',
  'table_health',
  'task_history',
  'task_overview',
  'violations',
]
const details = [
  'artifact_detail',
  'delivery_detail',
  'effect_detail',
  'gate_detail',
  'operator_detail',
  'refusal_detail',
  'request_detail',
  'session_detail',
  'task_detail',
]
const roles = ['worker', 'approver', 'reaper', 'reader', 'stray'] as const
type Role = (typeof roles)[number]
const expected: Record<Role, { calls: string[]; reads: string[] }> = {
  worker: { calls: worker, reads: [] },
  approver: { calls: approver, reads: [...details, ...reports].sort() },
  reaper: { calls: reaper, reads: reports },
  reader: { calls: [], reads: reports },
  stray: { calls: [], reads: [] },
}

const p = await protocol()
const logins = { ...p.logins, stray: await p.db.login('stray') }

interface Routine extends Record<string, unknown> {
  name: string
  call: string
}
// The migrator's own question, which every login with USAGE on the schema may ask.
const routines = await p.admin.query<Routine>(
  `select proname::text as name,
     format('select countersign.%I(%s)', proname, (
       select string_agg(
         case when provariadic <> 0 and at = pronargs then 'variadic ' else '' end || 'null::' || format_type(type, null),
         ', ' order by at
       )
       from unnest(proargtypes) with ordinality as listed (type, at)
     )) as call
   from pg_proc
   where pronamespace = 'countersign'::regnamespace and proname <> 'served_versions' and prorettype <> 'trigger'::regtype
   order by proname`,
)
const relations = await p.admin.query<{ name: string; kind: 'r' | 'v' | 'S'; column: string }>(
  `select relname::text as name, relkind::text as kind,
     (select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and attname <> 'id' and attgenerated = ''
      order by attnum limit 1) as column
   from pg_class c
   where relnamespace = 'countersign'::regnamespace and relkind in ('r', 'v', 'S', 'm', 'p', 'f')
   order by relname`,
)

/** How a statement ended: `ok` or its SQLSTATE. */
const outcome = (database: Database, text: string): Promise<string> =>
  database.query(text).then(
    () => 'ok',
    (error: unknown) => (error instanceof DatabaseError ? error.code : Promise.reject(error)),
  )

it('names every function, and each is the owner’s, pinned, without defaults or a second of its name', async () => {
  const rows = await p.admin.query(
    `select proname::text as name, rolname::text as owner, prosecdef as definer, pronargdefaults as defaults,
       lanname::text as language, prorettype = 'trigger'::regtype as trigger,
       (select setting from unnest(proconfig) as listed (setting) where setting like 'search_path%') as path
     from pg_proc
     join pg_roles on pg_roles.oid = proowner
     join pg_language on pg_language.oid = prolang
     where pronamespace = 'countersign'::regnamespace and proname <> 'served_versions'
     order by proname`,
  )
  const names = rows.map(({ name }) => String(name))
  expect(names).toEqual([...new Set(names)])
  for (const row of rows) {
    const helper = String(row.name).startsWith('_')
    expect(row).toMatchObject({ owner: 'countersign_owner', defaults: 0 })
    // A helper runs inside a verb, with its rights and its path; a trigger stands alone where it writes.
    if (!helper) expect(row).toMatchObject({ definer: true, language: 'plpgsql' })
    if (!row.trigger) expect(row.definer, String(row.name)).toBe(!helper)
    if (row.definer) expect(row.path).toBe('search_path=pg_catalog, countersign, pg_temp')
  }
  const verbs = names.filter((name) => !name.startsWith('_'))
  expect(verbs).toEqual([...new Set([...worker, ...approver, ...reaper])].sort())
})

interface Relation extends Record<string, unknown> {
  name: string
  kind: string
  owner: string
  barrier: boolean
  definition: string
}

it('names every view and table, and the owner has them all but the migrator’s two', async () => {
  const rows = await p.admin.query<Relation>(
    `select relname::text as name, relkind::text as kind, pg_get_userbyid(relowner)::text as owner,
       coalesce('security_barrier=true' = any (reloptions), false) as barrier,
       case relkind when 'v' then pg_get_viewdef(oid) end as definition
     from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind not in ('i', 'I', 't', 'c')
     order by relname`,
  )
  const foreign = rows.filter(({ owner }) => owner !== 'countersign_owner').map(({ name }) => name)
  expect(foreign).toEqual(['schema_migrations', 'schema_version'])
  const views = rows.filter(({ kind }) => kind === 'v')
  // What leaves out columns and no rows (version 15 names their table) has nothing to guard, nor has what the owner's
  // verbs alone may read; everything else has its barrier.
  const columnsOnly =
    /^ SELECT (?:(?!\b(?:SELECT|WHERE|GROUP|JOIN)\b)[^;])+ FROM countersign\.\w+;$/
  const open = views.filter(({ barrier, definition }) => !barrier && !columnsOnly.test(definition))
  expect(open.map(({ name }) => name)).toEqual(['_claimable', '_ends'])
  expect(views.map(({ name }) => name)).toEqual(
    ['_claimable', '_due', '_ends', ...details, ...reports].sort(),
  )
})

it.each(roles)(
  'grants %s its verbs and views, no row of a table, and nothing else',
  async (role) => {
    const has = (what: string) => `has_${what}_privilege('${logins[role]}', oid, `
    const calls = await p.admin.query(
      `select proname::text as name from pg_proc
     where pronamespace = 'countersign'::regnamespace and proname <> 'served_versions' and ${has('function')} 'execute')
     order by proname`,
    )
    expect(calls.map(({ name }) => name)).toEqual(expected[role].calls)
    const reads = await p.admin.query(
      `select relname::text as name, relkind::text as kind from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
       and (${has('table')} 'select') or ${has('any_column')} 'select'))
     order by relname`,
    )
    expect(reads).toEqual(expected[role].reads.map((name) => ({ name, kind: 'v' })))
    const writes = await p.admin.query(
      `select relname::text as name from pg_class
     where relnamespace = 'countersign'::regnamespace
       and case
         when relkind = 'S' then ${has('sequence')} 'usage, select, update')
         when relkind in ('r', 'v', 'm', 'p', 'f') then
           ${has('table')} 'insert, update, delete, truncate, references, trigger')
           or ${has('any_column')} 'insert, update, references')
       end`,
    )
    expect(writes).toEqual([])
    const [schema] = await p.admin.query(
      `select ${has('schema')} 'usage') as usage, ${has('schema')} 'create') as create
     from pg_namespace where nspname = 'countersign'`,
    )
    expect(schema).toEqual({ usage: role !== 'stray', create: false })
  },
)

it('T32 grants PUBLIC nothing, and any role only what its group has', async () => {
  const grantees = await p.admin.query(
    `select distinct coalesce(rolname, 'public')::text as grantee
     from (
       select relacl as acl from pg_class where relnamespace = 'countersign'::regnamespace
       union all
       select attacl from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'countersign'::regnamespace
       union all
       -- What was never granted has the built-in rights, which for a function is EXECUTE to all.
       select coalesce(proacl, acldefault('f', proowner)) from pg_proc
       where pronamespace = 'countersign'::regnamespace and proname <> 'served_versions'
     ) as objects
     cross join aclexplode(acl) as granted
     left join pg_roles on pg_roles.oid = granted.grantee
     order by 1`,
  )
  expect(grantees.map(({ grantee }) => grantee)).toEqual(
    ['approver', 'owner', 'reader', 'reaper', 'worker'].map((name) => `countersign_${name}`),
  )
})

it.each(roles)('refuses %s every other function with 42501', async (role) => {
  const database = p.db.as(logins[role])
  for (const { name, call } of routines) {
    const ended = await outcome(database, call)
    const allowed = expected[role].calls.includes(name)
    expect(ended === '42501', `${role} calls ${name}: ${ended}`).toBe(!allowed)
  }
})

it.each(roles)(
  'refuses %s every row it was not granted, and every write, with 42501',
  async (role) => {
    const database = p.db.as(logins[role])
    for (const { name, kind, column } of relations) {
      const table = `countersign.${name}`
      const read = await outcome(database, `select * from ${table} limit 1`)
      const allowed = expected[role].reads.includes(name)
      expect(read, `${role} reads ${name}`).toBe(allowed ? 'ok' : '42501')
      if (kind === 'S') {
        expect(await outcome(database, `select nextval('${table}')`), name).toBe('42501')
        continue
      }
      const writes = [
        `insert into ${table} default values`,
        `update ${table} set "${column}" = "${column}"`,
        `delete from ${table}`,
      ]
      // A view that can't be written at all says so (55000) before it looks at rights.
      const no = kind === 'v' ? /^(42501|55000)$/ : /^42501$/
      for (const write of writes) expect(await outcome(database, write), write).toMatch(no)
      if (kind === 'r') expect(await outcome(database, `truncate ${table}`), name).toBe('42501')
    }
  },
)

it('gives nobody what the owner creates later', async () => {
  await p.admin.transaction(async (tx) => {
    await tx.query('set local role countersign_owner')
    await tx.query(
      'create function countersign.later() returns integer language sql as $$ select 1 $$',
    )
    await tx.query('create table countersign.later_rows (id integer)')
  })
  try {
    for (const role of roles) {
      const database = p.db.as(logins[role])
      expect(await outcome(database, 'select countersign.later()'), role).toBe('42501')
      expect(await outcome(database, 'select * from countersign.later_rows'), role).toBe('42501')
    }
  } finally {
    await p.admin.query('drop function countersign.later()')
    await p.admin.query('drop table countersign.later_rows')
  }
})
