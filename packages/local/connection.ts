// How commands find what a running `npm start` keeps: a small file that only its user can read.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const LocalConnection = z.object({
  pid: z.int().positive(),
  address: z.string(),
  url: z.string().optional(),
  logins: z.record(z.string(), z.string()),
  origin: z.string(),
  sampleBoards: z.string().optional(),
})

/**
 * The `npm start` process, and the database it works on: `address` without a password; `url`, the
 * superuser's, for a server of its own; a URL for each login of the stage, by workload or role; where its
 * pages are, and its sample boards while it serves them.
 */
export type LocalConnection = z.infer<typeof LocalConnection>

const fileIn = (stateDir: string) => path.join(stateDir, 'connection.json')

/** Called once the server accepts connections and is migrated. Its URLs hold passwords: mode 0600. */
export async function writeConnection(
  stateDir: string,
  connection: LocalConnection,
): Promise<void> {
  const file = fileIn(stateDir)
  const half = `${file}.${process.pid}`
  await writeFile(half, `${JSON.stringify(connection)}\n`, { mode: 0o600 })
  await rename(half, file)
}

/** Called when the server stops. */
export async function removeConnection(stateDir: string): Promise<void> {
  await rm(fileIn(stateDir), { force: true })
}

/**
 * The running local database; undefined when there is none. A file left behind by a killed
 * `npm start` counts as none, since the server ends with it.
 */
export async function readConnection(stateDir: string): Promise<LocalConnection | undefined> {
  const text = await readFile(fileIn(stateDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const found = LocalConnection.safeParse(parseJson(text))
  return found.success && isAlive(found.data.pid) ? found.data : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
