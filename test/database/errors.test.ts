// A failure reads the same on every lane: by SQLSTATE, with the server's own words.
import { expect, test } from 'vitest'
import { type Database, DatabaseError, openDatabase } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const database = db.as('postgres')
await db.admin.query('create table things (id int constraint things_key primary key)')
await db.admin.query('insert into things values (1)')

const failing: [text: string, code: string][] = [
  ['select 1 / 0', '22012'],
  ['insert into things values (1)', '23505'],
  ['selct 1', '42601'],
  ['select * from nothing', '42P01'],
  [`do $$ begin raise exception 'no' using errcode = 'CS001'; end $$`, 'CS001'],
]

for (const [text, code] of failing) {
  test(`${code} is ${code} in a statement, a batch and a transaction, and nothing is tried again`, async () => {
    const sent: string[] = []
    const counted = db.as('postgres', { onRoundTrip: (texts) => sent.push(...texts) })
    const ways = (on: Database) => [
      () => on.query(text),
      () => on.batch([{ text }]),
      () => on.transaction((tx) => tx.query(text)),
    ]
    for (const run of ways(counted)) {
      const error = await run().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DatabaseError)
      expect(error).toMatchObject({ code, mayHaveRun: false, transient: false })
      expect(error).toHaveProperty('cause')
    }
    expect(sent.filter((sentText) => sentText === text)).toHaveLength(3)
  })
}

test('detail, hint and constraint come through', async () => {
  const raising = `do $$ begin
    raise exception 'refused' using errcode = 'CS014', detail = 'until noon', hint = 'wait',
      constraint = 'undo_window';
  end $$`
  await expect(database.query(raising)).rejects.toMatchObject({
    message: 'refused',
    code: 'CS014',
    detail: 'until noon',
    hint: 'wait',
    constraint: 'undo_window',
  })
})

test('a text of several statements is refused outside a transaction', async () => {
  await expect(database.query('select 1; select 2')).rejects.toMatchObject({ code: '42601' })
})

test('a wrong password is refused at once, in a message that does not show it', async () => {
  const login = await db.login('someone')
  const url = new URL(db.url(login))
  url.password = 'not-the-password'
  const stranger = openDatabase(url.href)
  for (const run of [() => stranger.query('select 1'), () => stranger.transaction(async () => 1)]) {
    const error = await run().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '28P01', mayHaveRun: false, transient: false })
    expect(String(error)).not.toContain('not-the-password')
  }
  await stranger.close()
})

test('a closed database says so, and closing twice is fine', async () => {
  const closed = db.as('postgres', {})
  await closed.query('select 1')
  await closed.close()
  await closed.close()
  await expect(closed.query('select 1')).rejects.toMatchObject({ code: '08003' })
  await expect(closed.batch([{ text: 'select 1' }])).rejects.toMatchObject({ code: '08003' })
  await expect(closed.transaction(async () => 1)).rejects.toMatchObject({ code: '08003' })
})
