// How a command in another terminal makes a running `npm start` look at once: it writes into a file that is watched.
import { type FSWatcher, watch } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const fileIn = (stateDir: string) => path.join(stateDir, 'bell')

/** Rings; nothing where no `npm start` listens. */
export async function ring(stateDir: string): Promise<void> {
  const ifThere = { flag: 'r+' } as const
  await writeFile(fileIn(stateDir), String(Date.now()), ifThere).catch(() => undefined)
}

/** Calls `rung` each time, until it is stopped. Where a folder can't be watched the ticks come in their time. */
export async function listenForBell(
  stateDir: string,
  rung: () => void,
): Promise<{ stop(): Promise<void> }> {
  const file = fileIn(stateDir)
  await writeFile(file, '', { mode: 0o600 })
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(file, () => rung())
    watcher.on('error', () => {})
  } catch {
    // No inotify left, or a file system without it.
  }
  return {
    async stop() {
      watcher?.close()
      await rm(file, { force: true })
    },
  }
}
