// Makes ticks come at once after a decision, on the page or by a command, and again when its time for undo is over.
import { listenForBell } from './bell.ts'
import type { Ground } from './part.ts'

// A person who just approved sees it happen once the time for undo is over, not at the next tick.
const afterUndoMs = 61_000

/** `decided` is to be called after each decision; a command's ring calls it too. */
export async function watchDecisions(
  { dataDir }: Pick<Ground, 'dataDir'>,
  wake: () => void,
): Promise<{ decided(): void; stop(): Promise<void> }> {
  const timers = new Set<NodeJS.Timeout>()
  const decided = () => {
    wake()
    const timer = setTimeout(() => {
      timers.delete(timer)
      wake()
    }, afterUndoMs)
    timers.add(timer)
  }
  const bell = await listenForBell(dataDir, decided)
  return {
    decided,
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await bell.stop()
    },
  }
}
