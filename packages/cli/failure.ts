// What a person is told when a command fails.
import { ConfigError } from '#config'
import { DatabaseError, SchemaError } from '#database'
import { PostgresUnavailable } from '#local'
import { exitCode } from './output.ts'

/** One line with the remedy and the exit code; a stack trace only for a fault of our own. */
export function describeFailure(error: unknown): { text: string; exitCode: number } {
  if (error instanceof DatabaseError) {
    return noAnswer(error.code)
      ? {
          text: `${error.message}: check that it runs and that DATABASE_URL names it`,
          exitCode: exitCode.unreachable,
        }
      : { text: `${error.message} (${error.code})${remedy(error)}`, exitCode: exitCode.refused }
  }
  if (
    error instanceof ConfigError ||
    error instanceof SchemaError ||
    error instanceof PostgresUnavailable
  ) {
    return { text: error.message, exitCode: exitCode.refused }
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { text: `a fault in countersign itself: ${fault}`, exitCode: exitCode.refused }
}

// Lost or never had (08, 57P), full (53300), wrong login (28), no such database (3D000).
function noAnswer(code: string): boolean {
  return /^(08|28|57P)/.test(code) || code === '53300' || code === '3D000'
}

function remedy(error: DatabaseError): string {
  if (error.code === '42501')
    return ': use the login that owns the database, as for the first migrate'
  return error.hint === undefined ? '' : `: ${error.hint}`
}
