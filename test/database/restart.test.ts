// The server goes away and comes back, as in a failover or a scale to zero.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#database'
import { type PostgresServer, startPostgres } from '#local'
import { openFront } from '../support/front.ts'
import { DEBIAN_15 } from '../support/lane.ts'

const lane = inject('lane')
const home = mkdtempSync(join(tmpdir(), 'countersign-restart-'))
const start = (port?: number): Promise<PostgresServer> =>
  startPostgres({
    dataDir: join(home, 'data'),
    durable: false,
    ...(port !== undefined && { port }),
    ...(lane === 'pg15' && { binDir: DEBIAN_15 }),
  })

let server = await start()
const { port } = server
const password = decodeURIComponent(new URL(server.url()).password)
const front = await openFront(lane, { port, password }, password)
const url = front.url('postgres', 'postgres', password)
const database = openDatabase(url)
afterAll(async () => {
  await database.close()
  await front.stop()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('what may be repeated waits for the server to come back, and then takes effect once', async () => {
  await database.query('create table runs (marker text primary key)')
  await database.transaction((tx) => tx.query('select 1'))
  await server.stop()

  // PgBouncer takes a statement while it has no server, and keeps it waiting.
  const impatient = openDatabase(url, { retryForMs: 0, replyTimeoutMs: 300 })
  const failed = { name: 'DatabaseError', code: expect.stringMatching(/^08/), transient: true }
  await expect(impatient.query('select 1')).rejects.toMatchObject(failed)
  await expect(impatient.transaction(async () => 1)).rejects.toMatchObject(failed)
  await impatient.close()

  const keyed = (marker: string) => `insert into runs values ('${marker}') on conflict do nothing`
  const waiting = Promise.all([
    database.query(keyed('statement'), [], { repeatable: true }),
    database.batch([{ text: keyed('batch') }], { repeatable: true }),
    database.transaction((tx) => tx.query(keyed('transaction')), { repeatable: true }),
  ])
  server = await start(port)
  await waiting
  expect(await database.query('select marker from runs order by 1')).toEqual([
    { marker: 'batch' },
    { marker: 'statement' },
    { marker: 'transaction' },
  ])
})
