// Waits for the end of `npm start`, and makes it a clean one.
import { PostgresUnavailable } from './postgres-unavailable.ts'
import type { Local } from './start.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Waits for Ctrl-C, SIGTERM or SIGHUP, until a part ends by itself, or until `work` is done where there is some;
 * then stops everything. Throws `PostgresUnavailable` in the second case, in the third what `work` throws.
 * Says that Ctrl-C stops it once that is so: whoever waits for the line may press at once.
 * Further signals change nothing: npm passes on a Ctrl-C that the terminal has already sent to everybody.
 */
export async function untilStopped(
  local: Local,
  log: (line: string) => void,
  work?: () => Promise<void>,
): Promise<void> {
  const stopped = Promise.withResolvers<string | undefined>()
  for (const signal of signals) process.on(signal, () => stopped.resolve(undefined))
  // With a database of the user's own, nothing else may keep this process alive.
  const alive = setInterval(() => {}, 60_000)
  log('Ctrl-C stops it.')
  const done = work === undefined ? [] : [work().then(() => undefined)]
  try {
    const failure = await Promise.race([stopped.promise, local.failed, ...done])
    if (failure !== undefined) throw new PostgresUnavailable(failure)
  } finally {
    await local.stop()
    clearInterval(alive)
  }
}
