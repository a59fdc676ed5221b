// What the migrations of one release do to rows that are there, and to those who are at work meanwhile.
import { expect, test } from 'vitest'
import { loadMigrations, migrate } from '#database'
import { settled, untilWaiting } from '../support/interleave.ts'
import { testDatabase } from '../support/test-database.ts'

const set = await loadMigrations()
const before = set.migrations.filter(({ name }) => name < '0008')

async function fresh() {
  const db = await testDatabase({ migrated: false })
  const all = (...texts: string[]) => db.admin.batch(texts.map((text) => ({ text })))
  return { db, deployer: db.as('postgres'), all }
}

const [kept, used] = [await fresh(), await fresh()]

test('0008 to 0010 keep who may work on what, and how long a slice took', async () => {
  const { db, deployer, all } = kept
  // As it was before, so that the view of today must fit into its place.
  const owner = set.functions.filter(({ name }) => name === '__owner.sql')
  const reader = {
    name: 'view_reports.sql',
    sql: `create view countersign.task_history as
      select id, task_id, capability, at, kind, subject, was, now, actor, reason, login, step, lasted_seconds
      from countersign.task_events;`,
  }
  await migrate(deployer, { migrations: before, functions: [...owner, reader] })
  await all(
    `insert into countersign.capabilities (name, first_step) values ('jobs', 'a'), ('vm', 'a'), ('idle', 'a')`,
    `insert into countersign.bindings values ('one', 'jobs'), ('two', 'jobs'), ('two', 'vm')`,
    `insert into countersign.task_events (task_id, capability, kind, was, now, lasted_seconds)
     values (1, 'jobs', 'task', 'running', 'completed', 12.345)`,
  )
  await migrate(deployer, set)
  expect(
    await db.admin.query(
      `select name, array(select login::text from unnest(workers) as login order by 1) as workers
       from countersign.capabilities order by name`,
    ),
  ).toEqual([
    { name: 'idle', workers: [] },
    { name: 'jobs', workers: ['one', 'two'] },
    { name: 'vm', workers: ['two'] },
  ])
  await all(
    `insert into countersign.task_events (task_id, capability, kind, was, now, at, claimed_at)
     values (1, 'jobs', 'task', 'running', 'completed', '2026-01-01 00:00:05.5Z', '2026-01-01 00:00:01Z'),
       (1, 'jobs', 'task', 'pending', 'running', '2026-01-01 00:00:07Z', '2026-01-01 00:00:01Z')`,
  )
  const told = 'select lasted_seconds::text as lasted from countersign.task_history order by id'
  expect(await db.admin.query(told)).toEqual([
    { lasted: '12.345' },
    { lasted: '4.500' },
    { lasted: null },
  ])
})

test('0008 to 0010 wait for who is at work, who needs more tables yet, and leave what the verbs of before read', async () => {
  const { db, deployer, all } = used
  const [owner] = set.functions
  await migrate(deployer, { migrations: before, functions: owner ? [owner] : [] })
  await all(
    `insert into countersign.capabilities (name, first_step) values ('jobs', 'a')`,
    `insert into countersign.bindings values ('one', 'jobs')`,
    `insert into countersign.tasks (id, capability, step, rank) values (1, 'jobs', 'a', 200)`,
  )
  const { migrated } = await db.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks for no key update')
    const migrated = settled(migrate(deployer, { migrations: set.migrations, functions: [] }))
    await untilWaiting(db)
    await tx.query('update countersign.tasks set slices = 1')
    await tx.query('update countersign.capabilities set started_count = 1')
    await tx.query(
      `insert into countersign.task_events (task_id, capability, kind, now) values (1, 'jobs', 'task', 'pending')`,
    )
    return { migrated }
  })
  expect(await migrated).toMatchObject({ answer: { version: set.migrations.length } })
  expect(await db.admin.query('select login::text from countersign.bindings')).toEqual([
    { login: 'one' },
  ])
})
