// test/schema.sql is what the migrations leave, on every server and through every transport.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'
import { dumpSchema } from './schema-dump/dump.ts'

const db = await testDatabase()

test('test/schema.sql is up to date; "npm run schema" writes it', async () => {
  const kept = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')
  expect(await dumpSchema(db.as('postgres'))).toBe(kept)
})

test('the dump notices a column, an index, a right and a changed setting', async () => {
  const before = await dumpSchema(db.as('postgres'))
  for (const change of [
    'alter table countersign.tasks add column extra text',
    'create index extra on countersign.tasks (extra)',
    'grant select on countersign.tasks to countersign_reader',
    'alter function countersign.served_versions() security invoker',
  ]) {
    const was = await dumpSchema(db.as('postgres'))
    await db.admin.query(change)
    expect(await dumpSchema(db.as('postgres')), change).not.toBe(was)
  }
  expect(before).toContain('create table countersign.tasks')
})
