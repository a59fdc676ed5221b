// Several migrate runs at once: one does the work, the others wait and find nothing to do.
import { expect, test } from 'vitest'
import { type MigrateResult, type MigrationSet, migrate } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const runners = Array.from({ length: 10 }, () => db.as('postgres', { maxConnections: 1 }))

const set: MigrationSet = {
  migrations: [1, 2, 3].map((number) => ({
    name: `000${number}_table.sql`,
    sql: `create table countersign.table_${number} (id int primary key);`,
  })),
  functions: ['_helper', 'verb'].map((name) => ({
    name: `${name}.sql`,
    sql: `create function countersign.${name}() returns int language sql return 1;`,
  })),
}
const everything = {
  applied: set.migrations.map((file) => file.name),
  functions: ['_helper.sql', 'verb.sql'],
}
const nothing = { applied: [], functions: [] }

async function tenAtOnce(
  files: MigrationSet = set,
): Promise<PromiseSettledResult<MigrateResult>[]> {
  await db.admin.query('drop schema if exists countersign cascade')
  return Promise.allSettled(runners.map((runner) => migrate(runner, files, { waitMs: 15_000 })))
}

// The function files create without "or replace": applied twice, they fail.
test('ten runs on an empty database: one applies, nine find nothing to do, 20 times in a row', {
  timeout: 120_000,
}, async () => {
  for (let round = 1; round <= 20; round++) {
    const results = (await tenAtOnce()).map((settled) =>
      settled.status === 'fulfilled' ? settled.value : settled.reason,
    )
    const idle = { ...nothing, version: 3, minimumClient: 1 }
    const busy = results.filter((result) => result.applied?.length !== 0)
    expect(busy, `round ${round}`).toEqual([{ ...idle, ...everything }])
    expect(
      results.filter((result) => result.applied?.length === 0),
      `round ${round}`,
    ).toEqual(Array.from({ length: 9 }, () => idle))
  }
})

test('when a file fails, all ten say so by name and none hangs', async () => {
  const broken = { name: '0004_broken.sql', sql: 'select missing;' }
  const results = await tenAtOnce({ ...set, migrations: [...set.migrations, broken] })
  for (const result of results) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { reason: 'failed', file: broken.name },
    })
  }
})

const deployer = db.as('postgres')

test('a run that waits too long for the lock gives up with a word on what to do', async () => {
  await db.admin.query('drop schema if exists countersign cascade')
  await db.admin.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(1668248942)')
    await expect(migrate(deployer, set, { waitMs: 100 })).rejects.toMatchObject({
      reason: 'busy',
      message: expect.stringContaining('run migrate again'),
    })
  })
})

test('a run that died between two files holds up the others until its turn lapses', async () => {
  await db.admin.query('drop schema if exists countersign cascade')
  await migrate(deployer, { migrations: set.migrations.slice(0, 1), functions: [] })
  const turnEnds = (from: string) =>
    db.admin.query(
      `update countersign.schema_version
       set runner = 'dead', runner_until = clock_timestamp() + $1::interval`,
      [from],
    )
  await turnEnds('1 hour')
  await expect(migrate(deployer, set, { waitMs: 300 })).rejects.toMatchObject({ reason: 'busy' })
  await turnEnds('-1 second')
  const rest = set.migrations.slice(1).map((file) => file.name)
  expect(await migrate(deployer, set)).toMatchObject({ ...everything, applied: rest })
})
