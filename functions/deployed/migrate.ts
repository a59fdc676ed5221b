// The migration of a deployment as a Lambda.
import type { Context } from 'aws-lambda'
import { deployedDatabaseUrl, deployedStageName } from '#config'
import { loadMigrations, type MigrateResult, migrate, openDatabase } from '#database'
import { deployedLevels, type Registered, stageLogin, writeRegistry } from '#queue'
import { logOf } from './open.ts'

/**
 * Brings the database to this version's schema and registry, as `countersign migrate` does. Older functions go on
 * beside it. Rejects where that fails, and with it the deployment, before any of it is live.
 */
export function migrateHandler(registry: readonly Registered[]) {
  return async (_event: unknown, context: Context): Promise<MigrateResult> => {
    const log = logOf(context)
    // A migration file may take minutes.
    const replyTimeoutMs = context.getRemainingTimeInMillis() - 5_000
    const database = openDatabase(deployedDatabaseUrl('owner'), { replyTimeoutMs })
    try {
      const set = await loadMigrations(new URL('migrations/', import.meta.url))
      const result = await migrate(database, set, { log: (line) => log('migrate', { line }) })
      const definitions = registry.map(({ definition }) => definition)
      const stage = deployedStageName()
      const login = (workload: string) => stageLogin(stage, workload)
      await writeRegistry(database, definitions, { policy: deployedLevels, login })
      log('migrated', { version: result.version, applied: result.applied.length })
      return result
    } finally {
      await database.close()
    }
  }
}
