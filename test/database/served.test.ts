// Whether a build may work on a database: what the runtime asks before it does anything.
import { beforeAll, expect, test } from 'vitest'
import {
  assertServable,
  checkMigrations,
  loadMigrations,
  type MigrationSet,
  migrate,
  thisClient,
} from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const deployer = db.as('postgres')
let login = ''

function migrations(...sql: string[]): MigrationSet {
  const files = sql.map((text, index) => ({ name: `000${index + 1}_file.sql`, sql: text }))
  return checkMigrations({ migrations: files, functions: [] })
}

const first = 'select 1;'
const second = '-- Adds nothing.\nselect 2;'
const third = '-- Removes what version 1 used.\n-- minimum-client: 2\nselect 3;'

beforeAll(async () => {
  login = await db.login('worker')
})

test('a database that was never migrated is refused with the command that helps', async () => {
  await expect(assertServable(db.as(login), { schema: 1, protocol: 1 })).rejects.toMatchObject({
    reason: 'not-migrated',
    message: expect.stringContaining('countersign migrate'),
  })
})

test('so is one whose schema this login may not use', async () => {
  await migrate(deployer, migrations(first))
  await expect(assertServable(db.as(login), { schema: 1, protocol: 1 })).rejects.toMatchObject({
    reason: 'not-migrated',
  })
})

test('a login without any table rights may ask', async () => {
  await db.admin.query(`grant usage on schema countersign to ${login}`)
  await expect(assertServable(db.as(login), { schema: 1, protocol: 1 })).resolves.toBeUndefined()
})

test('an older schema than this build needs is refused with the command that helps', async () => {
  await expect(assertServable(db.as(login), { schema: 2, protocol: 1 })).rejects.toMatchObject({
    reason: 'older-schema',
    message: expect.stringMatching(/version 1.*needs 2.*countersign migrate/),
  })
})

test('a newer schema is accepted until it names a higher minimum client', async () => {
  await migrate(deployer, migrations(first, second))
  await expect(assertServable(db.as(login), { schema: 1, protocol: 1 })).resolves.toBeUndefined()
  await migrate(deployer, migrations(first, second, third))
  await expect(assertServable(db.as(login), { schema: 1, protocol: 1 })).rejects.toMatchObject({
    reason: 'newer-schema',
    message: expect.stringMatching(/from version 2 on, this one is 1/),
  })
  await expect(assertServable(db.as(login), { schema: 1, protocol: 2 })).resolves.toBeUndefined()
})

test('what this build needs is the newest migration file', async () => {
  const newest = (await loadMigrations()).migrations.at(-1)?.name ?? ''
  expect(thisClient.schema).toBe(Number(newest.slice(0, 4)))
})
