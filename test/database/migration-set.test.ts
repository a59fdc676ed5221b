// Which files make a migration set, and which are refused by name before anything runs.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkMigrations, loadMigrations } from '#database'

const dirs: string[] = []

afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true })
})

async function folder(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'countersign-migrations-'))
  dirs.push(dir)
  await mkdir(path.join(dir, 'functions'))
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(dir, name), sql)
  return dir
}

const refusal = (reason: string, file: string) =>
  expect.objectContaining({ reason, file, message: expect.stringContaining(file) })

test('numbered files and function files are read in their order, helpers first', async () => {
  const dir = await folder({
    '0002_b.sql': 'select 2;',
    '0001_a.sql': '\uFEFFselect 1;\r\n',
    'functions/claim.sql': '',
    'functions/_helper.sql': '',
    'functions/claim_2.sql': '',
    '.0003_c.sql.swp': 'an editor wrote this',
  })
  const set = await loadMigrations(dir)
  expect(set.migrations).toEqual([
    { name: '0001_a.sql', sql: 'select 1;\n' },
    { name: '0002_b.sql', sql: 'select 2;' },
  ])
  expect(set.functions.map((file) => file.name)).toEqual([
    '_helper.sql',
    'claim.sql',
    'claim_2.sql',
  ])
})

test('the migrations of this repository are well named, and loaded without saying where they are', async () => {
  const { migrations } = await loadMigrations()
  expect(migrations[0]?.name).toMatch(/^0001_/)
})

test.each(['3_short.sql', '0003-dash.sql', '0003_Upper.sql', 'notes.md', '0003_x.sql.bak'])(
  'a file named %s among the migrations is refused by name',
  async (name) => {
    await expect(loadMigrations(await folder({ [name]: '' }))).rejects.toEqual(
      refusal('badly-named', name),
    )
  },
)

test('a folder among the migrations, or a badly named function file, is refused by name', async () => {
  const dir = await folder({ '0001_a.sql': '' })
  await mkdir(path.join(dir, 'old'))
  await expect(loadMigrations(dir)).rejects.toEqual(refusal('badly-named', 'old'))
  const other = await folder({ 'functions/Claim.sql': '' })
  await expect(loadMigrations(other)).rejects.toEqual(refusal('badly-named', 'Claim.sql'))
})

function check(name: string, sql: string) {
  return () => checkMigrations({ migrations: [{ name, sql }], functions: [] })
}

test('two files with one number are refused by name', () => {
  const migrations = [
    { name: '0002_b.sql', sql: '' },
    { name: '0002_a.sql', sql: '' },
  ]
  expect(() => checkMigrations({ migrations, functions: [] })).toThrow(
    refusal('duplicate-number', '0002_b.sql'),
  )
})

test.each(['0', 'two', '-1', '', '2.5'])('minimum-client: "%s" is refused', (value) => {
  expect(check('0001_a.sql', `-- A head.\n-- minimum-client: ${value}\nselect 1;`)).toThrow(
    refusal('bad-directive', '0001_a.sql'),
  )
})

test.each([
  'commit;',
  'select 1; ROLLBACK ;',
  '-- begin\nbegin;\nselect 1;\ncommit;',
  'start transaction;',
  "select 'it''s';\nsavepoint x;",
  "set search_path = 'x';",
  'set role countersign_owner;',
  'Set session characteristics as transaction read only;',
])('a statement that leaves the one transaction is refused: %s', (sql) => {
  expect(check('0001_a.sql', sql)).toThrow(refusal('not-one-transaction', '0001_a.sql'))
})

test.each([
  '-- commit;\nselect 1;',
  '/* ; commit; */ select 1;',
  "select '; commit;';",
  "select E'\\'; commit; \\'';",
  'select 1 as "; commit; ";',
  'do $$ begin perform 1; end; $$;',
  'do $body$ begin perform $$; commit; $$; end; $body$;',
  "set local search_path = 'x';",
  'create function f() returns int language sql begin atomic select 1; select 2; end;',
])('the same words inside text, comments and bodies are not: %s', (sql) => {
  expect(check('0001_a.sql', sql)).not.toThrow()
})
