// The statement took effect and its answer was lost: the one case that nobody can tell from outside.
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#database'
import { testDatabase } from '../support/test-database.ts'
import { startWire } from '../support/wire.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text primary key)')
const rows = async () => (await db.admin.query('select 1 from runs')).length

const wire = await startWire(Number(new URL(db.directUrl('postgres')).port))
const url = wire.through(db.directUrl('postgres'))
afterAll(wire.stop)

/** Loses the answer to the next request whose text is `target`. */
function losing(target: string) {
  const sent: string[] = []
  let armed = true
  const database = openDatabase(url, {
    onRoundTrip: ([text = '']) => {
      sent.push(text)
      if (text !== target || !armed) return
      armed = false
      wire.loseNextAnswer()
    },
  })
  return { database, sent }
}

const insert = `insert into runs values ('a')`
const keyed = `${insert} on conflict do nothing`
const unknown = { code: '08006', mayHaveRun: true, transient: true }

test('a statement that may have run is not sent again', async () => {
  await db.admin.query('delete from runs')
  const { database, sent } = losing(insert)
  await database.query('select 1')
  await expect(database.query(insert)).rejects.toMatchObject(unknown)
  expect(sent).toEqual(['select 1', insert])
  expect(await rows()).toBe(1)
  await database.close()
})

test('one that is declared repeatable is', async () => {
  await db.admin.query('delete from runs')
  const { database, sent } = losing(keyed)
  await database.query('select 1')
  await database.query(keyed, [], { repeatable: true })
  expect(sent).toEqual(['select 1', keyed, keyed])
  expect(await rows()).toBe(1)
  await database.close()
})

test('a lost answer to COMMIT leaves the transaction unknown, and is not taken for a rollback', async () => {
  await db.admin.query('delete from runs')
  const { database, sent } = losing('commit')
  let calls = 0
  const transaction = database.transaction(async (tx) => {
    calls += 1
    await tx.query(insert)
  })
  await expect(transaction).rejects.toMatchObject(unknown)
  expect([calls, sent.length, await rows()]).toEqual([1, 3, 1])
  const { database: second } = losing('commit')
  await expect(second.batch([{ text: keyed }])).rejects.toMatchObject(unknown)
  await second.batch([{ text: keyed }], { repeatable: true })
  expect(await rows()).toBe(1)
  await Promise.all([database.close(), second.close()])
})
