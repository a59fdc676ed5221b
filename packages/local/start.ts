// `npm start`: everything that runs on this machine, as a list of parts that start in order and stop in reverse.
import { fileURLToPath } from 'node:url'
import { database, schema, state } from './database-parts.ts'
import type { Ground, Part, StartPart } from './part.ts'
import { schedules } from './schedules.ts'
import { stage } from './stage.ts'

/** Where `npm start` keeps its state: `.countersign` in the project. */
export const defaultStateDir = fileURLToPath(new URL('../../.countersign', import.meta.url))

export interface LocalOptions {
  /** The state folder, made when it isn't there; the database lies in its `postgres` folder. */
  dataDir?: string
  /** Port of the database; without one a free port is picked. */
  port?: number
  /** Ticks every few seconds instead of every five minutes. */
  fast?: boolean
  /** Gets each line meant for the person who started it. */
  log: (line: string) => void
}

/** What is running on this machine. */
export interface Local {
  databaseUrl: string
  /** Resolves when a part ended without being asked to, to a sentence that says why. */
  failed: Promise<string>
  /** Stops every part, the last started first, even if one of them fails. May be called again. */
  stop(): Promise<void>
}

/** In the order of starting: each may use what those before it have left on the ground. */
const parts: readonly StartPart[] = [database, schema, stage, state, schedules]

/**
 * Starts all parts, or none: when one can't start, those before it are stopped and its error is
 * thrown. `DATABASE_URL` set means: use that database instead of starting one.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const { dataDir = defaultStateDir, port, fast = false, log } = options
  const ground: Ground = { dataDir, port, databaseUrl: '', logins: {}, fast, say: log }
  const running: Part[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll(running.reverse()))
  try {
    for (const start of parts) {
      const part = await start(ground)
      if (part !== undefined) running.push(part)
    }
  } catch (error) {
    await stop()
    throw error
  }
  log('Countersign is running.')
  for (const { name, about } of running) log(`  ${name.padEnd(10)}${about}`)
  log('Ctrl-C stops it.')
  for (const part of running) part.begin?.()
  const failed = Promise.race(running.flatMap((part) => part.failed ?? []))
  return { databaseUrl: ground.databaseUrl, failed, stop }
}

async function stopAll(lastFirst: readonly Part[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of lastFirst) {
    await part.stop?.().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
