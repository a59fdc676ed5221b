// A login whose next statement meets trouble on its way: cut off before it arrives, or its answer lost.
import { afterAll } from 'vitest'
import { type Database, openDatabase, type Row } from '#database'
import type { TestDatabase } from './test-database.ts'
import { startWire } from './wire.ts'

type Trouble = 'request' | 'answer'

export interface Troubled {
  database: Database
  /** The next statement meets it; a repetition doesn't. */
  next(trouble: Trouble): void
  /** Statements sent since `next`, and whether the last call may be repeated. */
  seen: { sent: number; repeatable: boolean }
}

/**
 * Makes troubled logins in the file's lane, closed after the file. In the lane `neon` only an answer can
 * be lost: there a request that never arrives is a refused one, which is always repeated.
 */
export async function troubles(db: TestDatabase): Promise<(login: string) => Troubled> {
  const wire = db.standIn ? undefined : await startWire(Number(new URL(db.url('postgres')).port))
  const opened: Database[] = []
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    wire?.stop()
  })
  return (login) => {
    const seen = { sent: 0, repeatable: false }
    let armed: Trouble | undefined
    const onRoundTrip = () => {
      seen.sent += 1
      if (armed === 'request') wire?.cutNextRequest()
      else if (armed) (db.standIn ?? wire)?.loseNextAnswer()
      armed = undefined
    }
    const url = db.url(login)
    const own = openDatabase(wire?.through(url) ?? url, { onRoundTrip })
    opened.push(own)
    const database: Database = {
      ...own,
      query: <R extends Row>(...args: Parameters<Database['query']>) => {
        seen.repeatable = args[2]?.repeatable ?? false
        return own.query<R>(...args)
      },
    }
    const next = (trouble: Trouble) => {
      armed = trouble
      Object.assign(seen, { sent: 0, repeatable: false })
    }
    return { database, next, seen }
  }
}
