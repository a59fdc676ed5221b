// What is tried again, and what is not.
import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text primary key)')
await db.admin.query('create sequence tries')
// Fails as often as asked; a sequence keeps counting when everything else is rolled back.
await db.admin.query(`create function fails_first(times int, code text) returns int language plpgsql as $$
  declare tried int := nextval('tries');
  begin
    if tried <= times then raise exception 'try %', tried using errcode = code; end if;
    return tried;
  end $$`)

const text = 'select fails_first($1, $2) as tries'
const attempts = async () => {
  const [row] = await db.admin.query<{ n: number }>('select last_value as n from tries')
  await db.admin.query('alter sequence tries restart')
  return row?.n
}

for (const code of ['40001', '40P01']) {
  test(`${code} undid the statement or batch, so both are tried again though not repeatable`, async () => {
    const database = db.as('postgres')
    expect(await database.query(text, [2, code])).toEqual([{ tries: 3 }])
    expect(await attempts()).toBe(3)
    const batch = [{ text, values: [2, code] }]
    expect(await database.batch(batch)).toEqual([[{ tries: 3 }]])
    expect(await attempts()).toBe(3)
  })

  test(`${code} runs the work of a transaction again only if it is repeatable`, async () => {
    const database = db.as('postgres')
    const work = (tx: Pick<Database, 'query'>) => tx.query(text, [1, code])
    await expect(database.transaction(work)).rejects.toMatchObject({ code, mayHaveRun: false })
    expect(await attempts()).toBe(1)
    expect(await database.transaction(work, { repeatable: true })).toEqual([{ tries: 2 }])
    expect(await attempts()).toBe(2)
  })
}

test('any other error is final, repeatable or not', async () => {
  const refused = db.as('postgres').query(text, [1, '23505'], { repeatable: true })
  await expect(refused).rejects.toMatchObject({ code: '23505' })
  expect(await attempts()).toBe(1)
})

test('retries end with the deadline, and the last failure is the one that is told', async () => {
  const database = db.as('postgres', { retryForMs: 300 })
  const begun = performance.now()
  await expect(database.query(text, [1_000, '40001'])).rejects.toMatchObject({ code: '40001' })
  expect(performance.now() - begun).toBeLessThan(1_500)
  expect(await attempts()).toBeGreaterThan(1)
})

// A door that lets nobody in: it accepts, then closes (`reset`), or never says a word.
async function door(
  kind: 'reset' | 'silent',
): Promise<{ server: Server; url: string; knocks: () => number }> {
  let knocks = 0
  const server = createServer((socket) => {
    knocks += 1
    socket.on('error', () => undefined)
    if (kind === 'reset') socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    server,
    url: `postgresql://someone:secret@127.0.0.1:${port}/somewhere`,
    knocks: () => knocks,
  }
}

test('a connection that could not be made is tried again, whatever it was for', async () => {
  const { server, url, knocks } = await door('reset')
  const database = openDatabase(url, { retryForMs: 400 })
  const failed = { code: '08001', mayHaveRun: false, transient: true }
  await expect(database.query('insert into runs values (1)')).rejects.toMatchObject(failed)
  await expect(database.transaction(async () => 1)).rejects.toMatchObject(failed)
  expect(knocks()).toBeGreaterThan(2)
  await database.close()
  server.close()
})

test('a server that accepts and stays silent is given up on', async () => {
  const { server, url } = await door('silent')
  const database = openDatabase(url, { retryForMs: 0, connectTimeoutMs: 100 })
  await expect(database.query('select 1')).rejects.toMatchObject({ code: '08001' })
  await database.close()
  server.close()
})

test('the message of an unreachable database names it, without the password', async () => {
  const { server, url } = await door('reset')
  server.close()
  const database = openDatabase(url, { retryForMs: 0 })
  const error = await database.query('select 1').catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(
    /could not reach the database at 127\.0\.0\.1:\d+\/somewhere: ECONNREFUSED/,
  )
  expect(String(error)).not.toContain('secret')
  await database.close()
})
