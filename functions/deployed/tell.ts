// Tells people what waits for them, in what an invocation has left of its time.
import { messageChannels } from '#clients'
import { deployedStage, messageConfig } from '#config'
import type { Database } from '#database'
import { deliverDue, type Log } from '#queue'

/** No message begins later than this. */
const beginWithinMs = 15_000
/** Kept for messages in all: the last one may take as long as a mail server may keep silent. */
export const tellMs = 60_000

/** Sends what is due on the channels that are configured; what there is no time for is due at the next tick. */
export async function tellPeople(database: Database, log: Log): Promise<void> {
  const { times, timeZone, titles, ...configured } = messageConfig()
  const channels = messageChannels(configured)
  if (channels.length === 0) return
  const { name: stage, origin } = deployedStage()
  const signal = AbortSignal.timeout(beginWithinMs)
  await deliverDue(database, { channels, origin, stage, times, timeZone, titles, log, signal })
}
