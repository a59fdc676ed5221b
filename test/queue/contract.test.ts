// The client and the database say the same: names, parameters, columns and codes, verb by verb.
import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Queryable } from '#database'
import { declaredVerbs, isRefusal } from '#queue'
import { facts, toRefusal } from '../../packages/queue/refusal.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const [server] = await p.admin.query<{ version: number }>(
  `select current_setting('server_version_num')::integer as version`,
)

interface Column {
  name: string
  type: string
}

interface Routine extends Record<string, unknown> {
  name: string
  parameters: string[]
  columns: Column[]
  role: keyof typeof p.logins | null
}

const routines = await p.admin.query<Routine>(
  `select proname::text as name,
     array(select format_type(type, null) from unnest(proargtypes) with ordinality as listed (type, at) order by at) as parameters,
     case
       when typtype = 'c' then (
         select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
         from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped
       )
       when proargmodes is null
       then jsonb_build_array(jsonb_build_object('name', proname, 'type', format_type(prorettype, null)))
       else (
         select jsonb_agg(jsonb_build_object('name', name, 'type', format_type(type, null)) order by at)
         from unnest(proargnames, proallargtypes, proargmodes) with ordinality as listed (name, type, mode, at)
         where mode in ('t', 'o')
       )
     end as columns,
     (select role from unnest($1::text[], $2::text[]) as listed (role, login)
      where has_function_privilege(login, p.oid, 'execute') limit 1) as role
   from pg_proc p
   join pg_type r on r.oid = prorettype
   where pronamespace = 'countersign'::regnamespace and prorettype <> 'trigger'::regtype
   order by proname`,
  [Object.keys(p.logins), Object.values(p.logins)],
)

/** What a column's type is called in a declaration. */
const short = (type: string) => type.replace('timestamp with time zone', 'timestamptz')

/** What the drivers make of a column, and what a schema takes: both under one name. */
const kinds: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  boolean: 'boolean',
  text: 'text',
  uuid: 'text',
  numeric: 'numeric',
  jsonb: 'json',
  bytea: 'bytes',
  'text[]': 'json',
  'timestamp with time zone': 'time',
}

function kindOf(schema: z.core.$ZodType): string {
  // Inside JSON a time is text, and becomes one.
  if (schema instanceof z.ZodPipe)
    return kindOf(schema.out instanceof z.ZodDate ? schema.out : schema.in)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return kindOf(schema.unwrap())
  }
  // A numeric arrives as a string: only a schema that converts it takes it.
  if (schema instanceof z.ZodNumber) return schema.def.coerce ? 'numeric' : 'number'
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodUUID) {
    return 'text'
  }
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodDate) return 'time'
  if (schema instanceof z.ZodCustom) return 'bytes'
  return 'json'
}

/** The columns a declared verb reads, each by its kind; none where it answers nothing. */
function readColumns(row: z.core.$ZodType): Record<string, string> {
  const input = row instanceof z.ZodPipe ? row.in : row
  if (!(input instanceof z.ZodObject)) return {}
  const shape: Record<string, z.core.$ZodType> = input.shape
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, kindOf(type)]))
}

it('declares every verb of the database, and no other', () => {
  // What only the migrator asks; what nobody may call has a name that begins with an underscore.
  const elsewhere = ['served_versions']
  const present = routines.map(({ name }) => name).filter((name) => !name.startsWith('_'))
  expect([...declaredVerbs.keys(), ...elsewhere].sort()).toEqual(present)
})

it.each([...declaredVerbs.keys()])(
  '%s has the parameters and the columns that are declared',
  async (name) => {
    const verb = declaredVerbs.get(name)
    const routine = routines.find((known) => known.name === name)
    if (!verb || !routine?.role) throw new Error(`nobody may call ${name}`)
    expect(routine.parameters.map(short)).toEqual(verb.parameters)
    const columns = routine.columns.filter(({ type }) => type !== 'void')
    expect(readColumns(verb.row)).toEqual(
      Object.fromEntries(columns.map((column) => [column.name, kinds[column.type]])),
    )

    const login = p.logins[routine.role]
    const prepared = await p.db.as(login).transaction((tx) => prepare(tx, verb.statement))
    expect(prepared.parameters.map(short)).toEqual(verb.parameters)
    // From 16 on the server says what a statement answers.
    const answers = verb.json ? ['json'] : routine.columns.map(({ type }) => type)
    expect(prepared.answers).toEqual((server?.version ?? 0) < 160_000 ? null : answers)
  },
)

interface Prepared extends Record<string, unknown> {
  parameters: string[]
  answers: string[] | null
}

async function prepare(tx: Queryable, text: string): Promise<Prepared> {
  await tx.query(`prepare contract as ${text}`)
  const [row] = await tx.query<Prepared>(
    `select parameter_types::text[] as parameters, to_jsonb(s) -> 'result_types' as answers
     from pg_prepared_statements s where name = 'contract'`,
  )
  await tx.query('deallocate contract')
  if (!row) throw new Error('it was not prepared')
  return row
}

it('has a fact for every code the database raises, and for no other', async () => {
  const folder = new URL('../../migrations/functions/', import.meta.url)
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  // As a literal: where a comment says a code it stands in brackets.
  const raised = texts.flatMap((text) => text.match(/(?<=')CS\d{3}(?=')/g) ?? [])
  expect([...new Set(raised)].sort()).toEqual(Object.keys(facts).sort())
})

it('makes a refusal of each code, with its detail, and of nothing else', async () => {
  for (const [code, fact] of Object.entries(facts)) {
    const raise = `do $$ begin perform countersign._refuse('${code}', 'said', '{"task": 7}'); end $$`
    const error: unknown = await p.admin.query(raise).catch(toRefusal)
    expect(error).toMatchObject({ code, fact, message: 'said', detail: { task: 7 } })
    expect(isRefusal(error, fact)).toBe(true)
    expect(isRefusal(error, fact === 'expired' ? 'revoked' : 'expired')).toBe(false)
  }
  for (const other of ['22023', 'CS999', 'P0001']) {
    const raise = `do $$ begin raise exception using errcode = '${other}', message = 'said'; end $$`
    const error: unknown = await p.admin.query(raise).catch(toRefusal)
    expect(isRefusal(error)).toBe(false)
    expect(error).toMatchObject({ code: other })
  }
})
