// A backend that dies, at whatever moment, costs at most the statement it was running.
import { expect, test } from 'vitest'
import { DatabaseError } from '#database'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text)')
await db.admin.query('create table goes_on (at int)')

const lost = { name: 'DatabaseError', code: expect.stringMatching(/^(57P01|08006|08P01)$/) }
const rows = async (marker: string) =>
  (await db.admin.query('select 1 from runs where marker = $1', [marker])).length

async function kill(pid: number): Promise<void> {
  await db.admin.query('select pg_terminate_backend($1)', [pid])
  const gone = 'select 1 where not exists (select from pg_stat_activity where pid = $1)'
  await until(async () => (await db.admin.query(gone, [pid])).length > 0)
}

/** Kills the backend once it is running the statement that carries the marker. */
async function killRunning(
  marker: string,
  before: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const running = `select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and query like $1
      and pid <> pg_backend_pid()`
  const find = () => db.admin.query<{ pid: number }>(running, [`%${marker}%`])
  const { pid } = await until(async () => (await find())[0])
  await before()
  await kill(pid)
}

/** A statement that writes a row and then waits, unless told through `goes_on` that it may end. */
const slow = (
  marker: string,
) => `with written as (insert into runs values ('${marker}') returning 1)
  select pg_sleep(case when exists (select from goes_on) then 0 else 15 end) from written`

test('idle: the next statement goes through, though it may not be repeated', async () => {
  const database = db.as('postgres', {})
  for (let round = 0; round < 5; round++) {
    const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
    await kill(session?.pid ?? 0)
    // A connection is looked at before it is used only where it rested for two milliseconds.
    await db.admin.query('select pg_sleep(0.01)')
    await database.query(`insert into runs values ('idle ${round}')`)
    expect(await rows(`idle ${round}`)).toBe(1)
  }
})

test('mid-statement: it fails as one that may have run, and is not sent again', async () => {
  const sent: string[] = []
  const database = db.as('postgres', { onRoundTrip: (texts) => sent.push(...texts) })
  const statement = database.query(slow('once'))
  const [outcome] = await Promise.allSettled([statement, killRunning('once')])
  expect(outcome).toMatchObject({ status: 'rejected', reason: { ...lost, mayHaveRun: true } })
  expect(sent).toHaveLength(1)
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
  expect(await rows('once')).toBe(0)
})

test('mid-statement, repeatable: it is sent again and succeeds', async () => {
  const sent: string[] = []
  const database = db.as('postgres', { onRoundTrip: (texts) => sent.push(...texts) })
  const statement = database.query(slow('twice'), [], { repeatable: true })
  await killRunning('twice', () => db.admin.query('insert into goes_on values (1)'))
  await statement
  await db.admin.query('delete from goes_on')
  expect(sent).toHaveLength(2)
  expect(await rows('twice')).toBe(1)
})

test('mid-batch: nothing of it stays', async () => {
  const database = db.as('postgres', { retryForMs: 0 })
  const first = `insert into runs values ('batch')`
  const batch = database.batch([{ text: first }, { text: slow('batch') }])
  const [outcome] = await Promise.allSettled([batch, killRunning('batch')])
  expect(outcome).toMatchObject({ status: 'rejected', reason: lost })
  expect(await rows('batch')).toBe(0)
})

test('mid-transaction, in a statement: nothing stays, and its work is not called again', async () => {
  const database = db.as('postgres', {})
  let calls = 0
  const transaction = database.transaction(async (tx) => {
    calls += 1
    await tx.query(`insert into runs values ('inside')`)
    await tx.query(slow('inside'))
  })
  const [outcome] = await Promise.allSettled([transaction, killRunning('inside')])
  expect(outcome).toMatchObject({ status: 'rejected', reason: { ...lost, mayHaveRun: false } })
  expect(calls).toBe(1)
  expect(await rows('inside')).toBe(0)
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
})

test('checked out, between two statements: the transaction fails, the process goes on', async () => {
  const database = db.as('postgres', {})
  const transaction = database.transaction(async (tx) => {
    await tx.query(`insert into runs values ('between')`)
    const [session] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await kill(session?.pid ?? 0)
    await tx.query(`insert into runs values ('between')`)
  })
  await expect(transaction).rejects.toMatchObject({ ...lost, mayHaveRun: false })
  expect(await rows('between')).toBe(0)
})

test('checked out, before COMMIT: the transaction does not claim to have committed', async () => {
  const database = db.as('postgres', {})
  const transaction = database.transaction(async (tx) => {
    const [session] = await tx.query<{ pid: number }>(
      `insert into runs values ('commit') returning pg_backend_pid() as pid`,
    )
    await kill(session?.pid ?? 0)
  })
  await expect(transaction).rejects.toMatchObject(lost)
  expect(await rows('commit')).toBe(0)
})

test('a repeatable transaction whose backend died is run again from its beginning', async () => {
  const database = db.as('postgres', {})
  let calls = 0
  const work = async (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => {
    calls += 1
    const [session] = await tx.query<{ pid: number }>(
      `insert into runs values ('again') returning pg_backend_pid() as pid`,
    )
    if (calls === 1) await kill(session?.pid ?? 0)
    return calls
  }
  expect(await database.transaction(work, { repeatable: true })).toBe(2)
  expect(await rows('again')).toBe(1)
})

test('an answer that does not come in time is a lost statement, and the connection is replaced', async () => {
  const database = db.as('postgres', { replyTimeoutMs: 150 })
  const late = database.query('select pg_sleep(1)')
  await expect(late).rejects.toMatchObject({ code: '08006', mayHaveRun: true, transient: true })
  const within = database.transaction((tx) => tx.query('select pg_sleep(1)'))
  await expect(within).rejects.toMatchObject({ code: '08006', mayHaveRun: false })
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
})

test('whatever the driver threw, the cause is kept and is an Error', async () => {
  const database = db.as('postgres', { retryForMs: 0 })
  for (const run of [
    () => database.query(slow('cause')),
    () => database.transaction((tx) => tx.query(slow('cause'))),
  ]) {
    const [outcome] = await Promise.allSettled([run(), killRunning('cause')])
    const reason = outcome.status === 'rejected' ? outcome.reason : undefined
    expect(reason).toBeInstanceOf(DatabaseError)
    expect(reason.cause).toBeInstanceOf(Error)
  }
})
