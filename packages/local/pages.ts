// The approval pages of `npm start`, on http://localhost:PORT and nowhere else, with a sign-in link that lives as long as the process.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { folderStore } from '#clients'
import { ConfigError, localStage } from '#config'
import { openDatabase } from '#database'
import { workloadPages } from '#workloads'
import { filesFolder } from './files-folder.ts'
import { fileLog } from './log-file.ts'
import type { Ground, Part } from './part.ts'
import { periods } from './schedules.ts'

// A person who just approved sees it happen once the time for undo is over, not at the next tick.
const afterUndoMs = 61_000

/** Serves the pages as the stage's approver; every decision wakes the ticks. */
export async function pages(ground: Ground): Promise<Part> {
  // Loaded when it is served: JSX needs the loader that the command registers, and the tests of the rest don't.
  const { approvalsApp } = await import('#approvals')
  const workloads = await Promise.all(
    workloadPages.map(async ({ load, ...one }) => ({ ...one, ...(await load()) })),
  )
  const { origin } = ground
  const port = Number(new URL(origin).port)
  const localSecret = randomBytes(24).toString('base64url')
  const database = openDatabase(ground.logins.approver ?? '', { maxConnections: 4 })
  const store = folderStore(
    filesFolder(ground.dataDir, ground.server ? undefined : ground.databaseUrl),
  )
  const timers = new Set<NodeJS.Timeout>()
  const app = approvalsApp({
    database,
    stage: { name: localStage.name, origin },
    files: { read: async (sha256) => await store.get(sha256) },
    log: fileLog(path.join(ground.dataDir, 'log.jsonl')),
    localSecret,
    tickSeconds: periods[ground.fast ? 'fast' : 'usual'].tickMs / 1_000,
    workloads,
    onDecision: () => {
      ground.wake()
      const timer = setTimeout(() => {
        timers.delete(timer)
        ground.wake()
      }, afterUndoMs)
      timers.add(timer)
    },
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  // Loopback only, in both of its families: browsers take either for "localhost".
  server.listen(port, 'localhost')
  try {
    await once(server, 'listening')
  } catch (error) {
    await database.close()
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken) throw error
    throw new ConfigError(`port ${port} is taken: choose another, for example --port ${port + 1}`)
  }
  return {
    name: 'pages',
    about: `${origin}/sign-in?link=${localSecret}`,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await database.close()
    },
  }
}
