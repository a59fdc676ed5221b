// Where the bytes of files lie on this machine.
import { createHash } from 'node:crypto'
import * as path from 'node:path'

/**
 * A folder for each database, since what one lets go of may be all that another has: `files` for the one
 * that lies in the same state folder, a folder of its own for any other, by its URL.
 */
export function filesFolder(stateDir: string, databaseUrl?: string): string {
  if (databaseUrl === undefined) return path.join(stateDir, 'files')
  const { host, pathname } = new URL(databaseUrl)
  const digest = createHash('sha256').update(`${host}${pathname}`).digest('hex')
  return path.join(stateDir, `files-${digest.slice(0, 12)}`)
}
