// Batches and transactions take effect as a whole or not at all, and one connection is enough.
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const database = db.as('postgres')
await db.admin.query('create table lines (n int)')
await db.admin.query('create table parents (id int primary key)')
await db.admin.query(
  'create table children (parent int references parents deferrable initially deferred)',
)

const add = (n: number) => ({ text: 'insert into lines values ($1) returning n', values: [n] })
const count = async (table: string) =>
  (await db.admin.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

test('a batch answers the rows of each statement', async () => {
  const list = [add(1), { text: 'select 2 as two where false' }, add(3)]
  expect(await database.batch(list)).toEqual([[{ n: 1 }], [], [{ n: 3 }]])
  expect(await database.batch([])).toEqual([])
  expect(await count('lines')).toBe(2)
})

test('a batch is one transaction: a failing statement undoes the ones before it', async () => {
  const before = await count('lines')
  await expect(database.batch([add(4), { text: 'select 1 / 0' }, add(5)])).rejects.toMatchObject({
    code: '22012',
  })
  const several = { text: 'insert into lines values (6); insert into lines values (7)' }
  await expect(database.batch([add(5), several])).rejects.toMatchObject({ code: '42601' })
  expect(await count('lines')).toBe(before)
})

test('a failure at COMMIT fails the batch and the transaction', async () => {
  const orphan = { text: 'insert into children values (1)' }
  const refused = { code: '23503', mayHaveRun: false }
  await expect(database.batch([orphan])).rejects.toMatchObject(refused)
  const transaction = database.transaction((tx) => tx.query(orphan.text))
  await expect(transaction).rejects.toMatchObject(refused)
  expect(await count('children')).toBe(0)
})

test('a transaction whose statement failed unnoticed does not claim to have committed', async () => {
  const before = await count('lines')
  const careless = database.transaction(async (tx) => {
    await tx.query(add(6).text, [6])
    await tx.query('select 1 / 0').catch(() => undefined)
    return 'done'
  })
  await expect(careless).rejects.toMatchObject({
    code: '25P02',
    mayHaveRun: false,
    cause: { code: '22012' },
  })
  expect(await count('lines')).toBe(before)
})

test('a transaction rolls back and rethrows what its work throws', async () => {
  const before = await count('lines')
  const reason = new RangeError('changed my mind')
  const work = database.transaction(async (tx) => {
    await tx.query(add(7).text, [7])
    throw reason
  })
  await expect(work).rejects.toBe(reason)
  expect(await count('lines')).toBe(before)
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
})

test('statements of a transaction that are not awaited still run in order, before COMMIT', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const answers: Promise<unknown>[] = []
  await database.transaction(async (tx) => {
    for (const n of [10, 11, 12]) answers.push(tx.query(add(n).text, [n]))
  })
  expect(await Promise.all(answers)).toEqual([[{ n: 10 }], [{ n: 11 }], [{ n: 12 }]])
  expect(warnings).toEqual([]) // pg warns of statements that wait inside it
  process.off('warning', note)
})

test('a transaction that has ended takes no more statements', async () => {
  const tx = await database.transaction(async (inside) => inside)
  await expect(tx.query('select 1')).rejects.toMatchObject({ code: '25P01' })
})

test('a transaction runs a file of statements and answers the last one', async () => {
  const file = `create table made (n int); insert into made values (1), (2); select n from made`
  const rows = await database.transaction((tx) => tx.query(file))
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('however much is asked of it at once, a database holds one connection', async () => {
  const own = db.as(await db.login('single'))
  const text = 'select pg_backend_pid() as pid'
  let [inside, most] = [0, 0]
  const pids = await Promise.all(
    Array.from({ length: 5 }, () => [
      own.query(text),
      own.batch([{ text }]).then(([rows]) => rows),
      own.transaction(async (tx) => {
        most = Math.max(most, ++inside)
        const rows = await tx.query(text)
        inside -= 1
        return rows
      }),
    ]).flat(),
  )
  expect(most).toBe(1)
  // Neon's HTTP requests hold no connection of ours, and each transaction has its own.
  if (db.standIn) expect(db.standIn.arrived.requests).toBeGreaterThanOrEqual(10)
  else expect(new Set(pids.map((rows) => rows?.[0]?.pid)).size).toBe(1)
})

test('waiting inside a transaction for its own connection ends with a word on what to do', async () => {
  const own = db.as('postgres', { connectTimeoutMs: 100 })
  const nested = own.transaction(() => own.transaction((tx) => tx.query('select 1')))
  await expect(nested).rejects.toMatchObject({
    code: '53300',
    message: expect.stringContaining('inside a transaction use its tx'),
  })
})

test('every request to the server is reported', async () => {
  const trips: (readonly string[])[] = []
  const counted = db.as('postgres', { onRoundTrip: (texts) => trips.push(texts) })
  await counted.query('select 1')
  await counted.batch([{ text: 'select 2' }, { text: 'select 3' }])
  const batch =
    db.lane === 'neon'
      ? [['select 2', 'select 3']]
      : [['begin'], ['select 2'], ['select 3'], ['commit']]
  expect(trips).toEqual([['select 1'], ...batch])
})
