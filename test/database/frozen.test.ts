// A process that was frozen, as a Lambda is between two invocations, has not seen its socket die.
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
await db.admin.query('create table runs (marker text)')
const insert = 'insert into runs values (1) returning pg_backend_pid() as pid'

afterEach(() => void vi.useRealTimers())

/** Ends a backend and waits for it without letting this process read anything. */
function killUnseen(pid: number): void {
  process.kill(pid, 'SIGTERM')
  const deadline = performance.now() + 5_000
  const pause = new Int32Array(new SharedArrayBuffer(4))
  while (performance.now() < deadline) {
    Atomics.wait(pause, 0, 0, 5)
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
  throw new Error(`backend ${pid} did not end`)
}

test('a death that has arrived but was not read costs no statement, though it may not be repeated', async () => {
  const database = db.as('postgres')
  const [first] = await database.query<{ pid: number }>(insert)
  killUnseen(first?.pid ?? 0)
  const [second] = await database.query<{ pid: number }>(insert)
  expect(second?.pid).not.toBe(first?.pid)
})

test('a connection that has been idle for a minute is replaced, not trusted', async () => {
  const database = db.as('postgres')
  const [before] = await database.query(insert)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
  expect(await database.query(insert)).toEqual([before])
  vi.setSystemTime(Date.now() + 61_000)
  expect(await database.query(insert)).not.toEqual([before])
})
