// The statement took effect and its answer was lost: the one case that nobody can tell from outside.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text primary key)')
const rows = async () => (await db.admin.query('select 1 from runs')).length

// A wire that can be told to let the next request through and cut itself at the answer.
let cutAtAnswer = false
const ends = new Set<Socket>()
const wire = createServer((near) => {
  const far = connect(Number(new URL(db.directUrl('postgres')).port), '127.0.0.1')
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    ends.add(from)
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
    from.on('data', (bytes) => {
      if (from === far && cutAtAnswer) {
        cutAtAnswer = false
        near.destroy()
      } else to.write(bytes)
    })
  }
})
await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
const url = new URL(db.directUrl('postgres'))
url.port = String((wire.address() as AddressInfo).port)
afterAll(() => {
  for (const end of ends) end.destroy()
  wire.close()
})

/** Loses the answer to the next request whose text is `target`. */
function losing(target: string) {
  const sent: string[] = []
  let armed = true
  const database = openDatabase(url.href, {
    onRoundTrip: ([text = '']) => {
      sent.push(text)
      if (text !== target || !armed) return
      armed = false
      cutAtAnswer = true
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
