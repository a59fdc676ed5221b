// What a person is told when a command fails.
import { NoBrowser, NoLatexEngine } from '#clients'
import { ConfigError } from '#config'
import { DatabaseError, SchemaError } from '#database'
import { PostgresUnavailable } from '#local'
import { Refusal } from '#queue'
import { exitCode } from './output.ts'

/** A command that can't go on, with the reason and remedy in its message and the exit code it ends with. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: number

  constructor(message: string, code: number = exitCode.refused, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = code
  }
}

/** One line with the remedy and the exit code; a stack trace only for a fault of our own. */
export function describeFailure(error: unknown): { text: string; exitCode: number } {
  if (error instanceof CommandFailed) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof Refusal) {
    return {
      text: `refused: ${error.message} (${error.code}${more(error)})`,
      exitCode: exitCode.refused,
    }
  }
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
    error instanceof PostgresUnavailable ||
    error instanceof NoLatexEngine ||
    error instanceof NoBrowser
  ) {
    return { text: error.message, exitCode: exitCode.refused }
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { text: `a fault in countersign itself: ${fault}`, exitCode: exitCode.refused }
}

/** Who was first, or until when: what the refusal knows beyond its sentence. */
function more({ detail }: Refusal): string {
  const { by, verdict, at, notBefore } = detail
  if (typeof by === 'string') return `: ${verdict ?? 'decided'} by ${by} at ${at}`
  return typeof notBefore === 'string' ? `: not before ${notBefore}` : ''
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
