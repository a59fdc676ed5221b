// One transaction on a connection that is checked out: BEGIN, the work, COMMIT or ROLLBACK.
import { misuse, type Row } from './driver.ts'
import type { QueryConfig, Send } from './pool.ts'

const NOT_COMMITTED = 'the transaction was rolled back: one of its statements had failed'
const ENDED = 'a statement was given to a transaction that has already ended'

/**
 * Commits when `work` resolves, rolls back and rethrows when it rejects. Statements run one after
 * another, whether or not they are awaited. A server answers COMMIT with ROLLBACK after a statement
 * that failed, and drivers call that success: here it is 25P02, with the statement's error as cause.
 */
export async function runTransaction<T>(
  send: Send,
  work: (run: (config: QueryConfig, values?: readonly unknown[]) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  let turn: Promise<unknown> = Promise.resolve()
  let ended = false
  let failure: unknown

  const run = async (config: QueryConfig, values?: readonly unknown[]): Promise<Row[]> => {
    if (ended) throw misuse('25P01', ENDED)
    const mine = turn.then(() => send('uncommitted', config, values))
    turn = mine.catch((error: unknown) => {
      failure ??= error
    })
    return (await mine).rows
  }
  const end = async () => {
    ended = true
    await turn
  }

  await send('connecting', { text: 'begin' })
  try {
    const result = await work(run)
    await end()
    const { command } = await send('sent', { text: 'commit' })
    if (command !== 'COMMIT') throw misuse('25P02', NOT_COMMITTED, failure)
    return result
  } catch (error) {
    await end()
    // A lost connection refuses this at once; its server has rolled back already, or will.
    await send('uncommitted', { text: 'rollback' }).catch(() => undefined)
    throw error
  }
}
