// The approval pages of `npm start`, on http://localhost:PORT and nowhere else; there with a sign-in link that lives as long as the process.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import * as path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { folderStore } from '#clients'
import { localStage } from '#config'
import { openDatabase } from '#database'
import { isLoopback } from '#queue'
import { workloadPages } from '#workloads'
import { filesFolder } from './files-folder.ts'
import { listenOn } from './listen.ts'
import { fileLog } from './log-file.ts'
import type { Ground, Part } from './part.ts'
import { periods } from './schedules.ts'

/** Serves the pages as the stage's approver; every decision wakes the ticks. */
export async function pages(ground: Ground): Promise<Part> {
  // Loaded when it is served: JSX needs the loader that the command registers, and the tests of the rest don't.
  const { approvalsApp } = await import('#approvals')
  const workloads = await Promise.all(
    workloadPages.map(async ({ load, ...one }) => ({ ...one, ...(await load()) })),
  )
  const { origin, port } = ground
  const local = isLoopback(origin)
  const localSecret = randomBytes(24).toString('base64url')
  const database = openDatabase(ground.logins.approver ?? '', { maxConnections: 4 })
  const store = folderStore(
    filesFolder(ground.dataDir, ground.server ? undefined : ground.databaseUrl),
  )
  const app = approvalsApp({
    database,
    stage: { name: localStage.name, origin },
    files: { read: async (sha256) => await store.get(sha256) },
    log: fileLog(path.join(ground.dataDir, 'log.jsonl')),
    ...(local && { localSecret }),
    tickSeconds: periods[ground.pace].tickMs / 1_000,
    workloads,
    onDecision: ground.decided,
  })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  try {
    await listenOn(server, port, 'of the pages')
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    name: 'pages',
    about: local
      ? `${origin}/sign-in?link=${localSecret}`
      : `${origin}, served on http://localhost:${port} (by key only: npx countersign operator add <name>)`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await database.close()
    },
  }
}
