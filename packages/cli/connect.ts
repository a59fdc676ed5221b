// Which database a command works on.
import { ConfigError, optionalDatabaseUrl } from '#config'
import { type Database, openDatabase } from '#database'
import { defaultStateDir, readConnection } from '#local'

/** The options that every command knows. */
export interface GlobalFlags {
  /** Where a local server keeps its state, `.countersign` in the project by default. */
  dataDir?: string
}

/**
 * Opens DATABASE_URL, or else the database of a running `npm start`, for the time of `work`. Throws
 * ConfigError when there is neither.
 */
export async function withDatabase<T>(
  flags: GlobalFlags,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const local = flags.dataDir ?? defaultStateDir
  const url = optionalDatabaseUrl() ?? (await readConnection(local))?.url
  if (url === undefined) {
    throw new ConfigError(
      'no database: set DATABASE_URL, or leave "npm start" running in another terminal',
    )
  }
  // A person waits: say soon that nothing answers. A migration file may take minutes.
  const database = openDatabase(url, { retryForMs: 4_000, replyTimeoutMs: 10 * 60_000 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
