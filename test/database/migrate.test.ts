// The migrator: what it applies, what it refuses, and what a failure leaves behind.
import { beforeEach, expect, test } from 'vitest'
import { type MigrateOptions, type MigrationFile, migrate } from '#database'
import { testDatabase } from '../support/test-database.ts'
import { untilWaitingForLock } from '../support/wait.ts'

const db = await testDatabase({ migrated: false })
const deployer = db.as('postgres')

beforeEach(async () => {
  await db.admin.query('drop schema if exists countersign cascade')
})

const notes = { name: '0001_notes.sql', sql: 'create table countersign.notes (id int);\n' }
const authors = {
  name: '0002_authors.sql',
  sql: '-- minimum-client: 3\nalter table countersign.notes add column author text;\ncreate table countersign.authors ();\n',
}
const tags = { name: '0003_tags.sql', sql: 'create table countersign.tags (id int);\n' }
const helper = functionFile('_helper', '1')
const verb = functionFile('verb', 'countersign._helper() + 1')

function functionFile(name: string, expression: string): MigrationFile {
  const sql = `create or replace function countersign.${name}() returns int language sql
    return ${expression};`
  return { name: `${name}.sql`, sql }
}

function run(
  migrations: MigrationFile[],
  functions: MigrationFile[] = [],
  options?: MigrateOptions,
) {
  return migrate(deployer, { migrations, functions }, options)
}

async function tables(): Promise<string[]> {
  const rows = await db.admin.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = to_regnamespace('countersign') and relkind = 'r' order by 1`,
  )
  return rows.map((row) => row.name)
}

const bookkeeping = ['schema_migrations', 'schema_version']

async function call(name: string): Promise<unknown> {
  const [row] = await db.admin.query(`select countersign.${name}() as answer`)
  return row?.answer
}

test('numbered files are applied in order, then the function files, and once only', async () => {
  const lines: string[] = []
  const result = await run([authors, notes], [verb, helper], { log: (line) => lines.push(line) })
  expect(result).toEqual({
    applied: [notes.name, authors.name],
    functions: [helper.name, verb.name],
    version: 2,
    minimumClient: 3,
  })
  expect(lines).toEqual([notes, authors, helper, verb].map(({ name }) => `applied ${name}`))
  expect(await tables()).toEqual(['authors', 'notes', ...bookkeeping])
  expect(await call('verb')).toBe(2)
  expect(await run([notes, authors], [helper, verb])).toEqual({
    applied: [],
    functions: [],
    version: 2,
    minimumClient: 3,
  })
})

test('a later file is applied on top, and does not lower the minimum client', async () => {
  await run([notes, authors])
  expect(await run([notes, authors, tags])).toMatchObject({
    applied: [tags.name],
    version: 3,
    minimumClient: 3,
  })
})

test('a checkout with other line ends is the same set', async () => {
  const windows = ({ name, sql }: MigrationFile) => ({ name, sql: sql.replaceAll('\n', '\r\n') })
  await run([notes, authors], [helper, verb])
  const result = await run([notes, authors].map(windows), [helper, verb].map(windows))
  expect(result).toMatchObject({ applied: [], functions: [] })
})

test('a dry run says what would be applied and changes nothing', async () => {
  expect(await run([notes, authors], [helper], { dryRun: true })).toEqual({
    applied: [notes.name, authors.name],
    functions: [helper.name],
    version: 2,
    minimumClient: 3,
  })
  const schemas = await db.admin.query(`select to_regnamespace('countersign')::text as schema`)
  expect(schemas).toEqual([{ schema: null }])
  await run([notes], [helper])
  expect(await run([notes, tags], [helper], { dryRun: true })).toMatchObject({
    applied: [tags.name],
    functions: [helper.name],
    version: 3,
  })
  expect(await tables()).toEqual(['notes', ...bookkeeping])
  expect(await run([notes], [helper], { dryRun: true })).toMatchObject({
    applied: [],
    functions: [],
  })
})

test('a file that was edited after it was applied is refused by name', async () => {
  await run([notes, authors])
  const edited = { ...notes, sql: `${notes.sql}-- a word more` }
  const refused = {
    reason: 'edited',
    file: notes.name,
    message: /0001_notes\.sql was edited.*new file/,
  }
  await expectRefusal(run([edited, authors, tags]), refused)
  await expectRefusal(run([edited, authors], [], { dryRun: true }), refused)
  expect(await tables()).not.toContain('tags')
})

test('a file that was applied and is gone is refused by name', async () => {
  await run([notes, authors, tags])
  await expectRefusal(run([notes, tags]), {
    reason: 'missing',
    file: authors.name,
    message: /0002_authors\.sql was applied.*restore it/,
  })
  await expectRefusal(run([notes, authors]), {
    reason: 'missing',
    file: tags.name,
    message: /has 0003_tags\.sql.*newer version/,
  })
})

test('a file that comes before an applied one is refused by name', async () => {
  await run([notes, tags])
  await expectRefusal(run([notes, authors, tags]), {
    reason: 'out-of-order',
    file: authors.name,
    message: /0002_authors\.sql comes before 0003_tags\.sql.*next free number/,
  })
})

test('of a file that fails nothing is kept, what came before it is, and the next run goes on there', async () => {
  const broken = { ...authors, sql: 'create table countersign.authors ();\n\nselect missing;\n' }
  await expectRefusal(run([notes, broken, tags], [helper]), {
    reason: 'failed',
    file: broken.name,
    message: /^0002_authors\.sql, line 3: column "missing" does not exist \(42703\); nothing of it/,
  })
  expect(await tables()).toEqual(['notes', ...bookkeeping])
  const result = await run([notes, authors, tags], [helper])
  expect(result).toMatchObject({ applied: [authors.name, tags.name], functions: [helper.name] })
})

test('when the very first file fails, nothing at all remains', async () => {
  await expectRefusal(run([{ ...notes, sql: 'select missing' }]), {
    reason: 'failed',
    file: notes.name,
  })
  expect(await tables()).toEqual([])
})

test('when one function file changes, all are re-applied, together or not at all', async () => {
  await run([notes], [helper, verb])
  const changed = functionFile('_helper', '10')
  const broken = { ...verb, sql: 'select missing' }
  await expectRefusal(run([notes], [changed, broken]), {
    reason: 'failed',
    file: verb.name,
    message: /^functions\/verb\.sql/,
  })
  expect(await call('verb')).toBe(2)
  expect(await run([notes], [changed, verb])).toMatchObject({
    applied: [],
    functions: [helper.name, verb.name],
  })
  expect(await call('verb')).toBe(11)
})

test('function files follow every numbered file, also when the run that applied it died before them', async () => {
  await run([notes], [helper])
  await db.admin.query('drop function countersign._helper()')
  const fails = functionFile('_helper', 'missing')
  await expect(run([notes, tags], [fails])).rejects.toThrow('missing')
  expect(await run([notes, tags], [helper])).toMatchObject({
    applied: [],
    functions: [helper.name],
  })
  expect(await call('_helper')).toBe(1)
})

test('a file may take another role for its transaction; neither role nor settings leak', async () => {
  const owner = await db.login('owner')
  const sql = `grant usage, create on schema countersign to ${owner};
    set local role ${owner}; set local statement_timeout = '1h'; create table countersign.owned ();`
  await run([{ name: '0001_owned.sql', sql }])
  const [after] = await deployer.query(
    `select current_user::text as role, current_setting('statement_timeout') as timeout,
            current_setting('lock_timeout') as lock_timeout, current_setting('search_path') as path,
            (select relowner::regrole::text from pg_class where relname = 'owned') as owner`,
  )
  const plain = { role: 'postgres', timeout: '0', lock_timeout: '0', path: '"$user", public' }
  expect(after).toEqual({ ...plain, owner })
})

test('a role that one function file takes holds for the files after it', async () => {
  const owner = await db.login('verbs')
  const sql = `grant usage, create on schema countersign to ${owner}`
  const takes = { name: '__role.sql', sql: `set local role ${owner}` }
  await run([{ name: '0001_rights.sql', sql }], [helper, takes])
  const [found] = await db.admin.query(
    `select proowner::regrole::text as owner from pg_proc where proname = '_helper'`,
  )
  expect(found).toEqual({ owner })
})

test('a name without its schema fails instead of landing wherever the login looks first', async () => {
  await expectRefusal(run([{ ...notes, sql: 'create table stray ();' }]), { reason: 'failed' })
})

test('a table that is in use stops a file soon, with a word on when to try again', async () => {
  await run([notes])
  await db.admin.transaction(async (tx) => {
    await tx.query('lock table countersign.notes')
    const sql = `set local lock_timeout = '50ms'; ${authors.sql.split('\n')[1]}`
    await expectRefusal(run([notes, { ...authors, sql }]), {
      reason: 'failed',
      file: authors.name,
      message: /\(55P03\); a table it changes is in use: run it again/,
    })
  })
})

test('a connection lost in the middle of a file is made again, and the file applied once', async () => {
  await run([notes])
  const { result } = await db.admin.transaction(async (tx) => {
    await tx.query('lock table countersign.notes')
    const result = run([notes, authors])
    result.catch(() => {})
    const pid = await waitingBackend()
    await untilWaitingForLock(db.admin, pid)
    await db.admin.query('select pg_terminate_backend($1)', [pid])
    return { result }
  })
  expect(await result).toMatchObject({ version: 2 })
  expect(await tables()).toContain('authors')
})

async function waitingBackend(): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const [row] = await db.admin.query<{ pid: number }>(
      `select l.pid from pg_locks l where not l.granted and l.relation = 'countersign.notes'::regclass`,
    )
    if (row) return row.pid
  }
  throw new Error('no run waits for the table')
}

interface Refusal {
  reason: string
  file?: string
  message?: RegExp
}

async function expectRefusal(
  promise: Promise<unknown>,
  { message, ...rest }: Refusal,
): Promise<void> {
  const text = message ? { message: expect.stringMatching(message) } : {}
  await expect(promise).rejects.toMatchObject({ name: 'SchemaError', ...rest, ...text })
}
