// What is Neon's own: its HTTP answers can be lost, and its proxy has errors that no server raised.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { neonConfig } from '@neondatabase/serverless'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text primary key)')
const rows = async () => (await db.admin.query('select 1 from runs')).length
const insert = `insert into runs values ('a')`

test('statements and batches are one HTTP request each, and only a transaction opens a WebSocket', async () => {
  const arrived = db.standIn?.arrived
  const database = db.as('postgres')
  await database.query('select 1')
  await database.batch([{ text: 'select 1' }, { text: 'select 2' }])
  expect(arrived).toEqual({ requests: 2, sockets: 0 })
  await database.transaction((tx) => tx.query('select 1'))
  expect(arrived).toEqual({ requests: 2, sockets: 1 })
})

test('an HTTP answer that was lost is not asked for again, unless that is harmless', async () => {
  const database = db.as('postgres')
  db.standIn?.loseNextAnswer()
  const unknown = { code: '08006', mayHaveRun: true, transient: true }
  await expect(database.query(insert)).rejects.toMatchObject(unknown)
  expect(await rows()).toBe(1)
  db.standIn?.loseNextAnswer()
  await database.batch([{ text: `${insert} on conflict do nothing` }], { repeatable: true })
  expect(await rows()).toBe(1)
})

// A proxy that answers what Neon's does when no server has raised the error.
let answer = { status: 500, body: '' }
let requests = 0
const proxy = createServer((_request, response) => {
  requests += 1
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const standInEndpoint = neonConfig.fetchEndpoint
const proxied = openDatabase('postgresql://someone:secret@ep-proxy.neon.tech/db', {
  retryForMs: 300,
})
afterAll(() => proxy.close())

const said: [status: number, body: object | string, expected: object, again: boolean][] = [
  [
    500,
    { message: 'Failed to connect to compute', code: '' },
    { message: 'Failed to connect to compute', code: '08006', mayHaveRun: true, transient: true },
    false,
  ],
  [
    500,
    { message: 'the database system is starting up', code: '57P03' },
    { code: '57P03', mayHaveRun: false, transient: true },
    true,
  ],
  [400, { message: 'connection closed', code: '' }, { code: '08006', mayHaveRun: true }, false],
  [
    400,
    { message: "password authentication failed for user 'someone'", code: '' },
    { code: '28P01', mayHaveRun: false, transient: false },
    false,
  ],
  [503, 'upstream unavailable', { code: '08006', mayHaveRun: true, transient: true }, false],
]

for (const [status, body, expected, again] of said) {
  test(`HTTP ${status} ${JSON.stringify(body)} is understood`, async () => {
    neonConfig.fetchEndpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/sql`
    answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    requests = 0
    const failed = proxied.query(insert)
    await expect(failed).rejects.toMatchObject(expected)
    expect(requests > 1).toBe(again)
    neonConfig.fetchEndpoint = standInEndpoint
  })
}
