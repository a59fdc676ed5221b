// What a deployed function opens once and keeps for as long as its environment lives.
import type { Context } from 'aws-lambda'
import { deployedDatabaseUrl } from '#config'
import { assertServable, type Database, openDatabase } from '#database'
import { jsonLog, type Log, logWith } from '#queue'

/** No attempt begins later than this: a database that slept is awake by then, or this invocation gives up. */
const usualRetryMs = 30_000

export interface Opened {
  database: Database
  /** Round trips so far. */
  statements(): number
  /** Resolves once the database was found to serve this version: asked once, and again after a failure. */
  servable(): Promise<void>
}

/** Makes it when it is first asked for, and again after a throw. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Opens the database as one login of the stage. Throws ConfigError where this function was given none. */
export function opened(part: string, retryForMs = usualRetryMs): Opened {
  let statements = 0
  const database = openDatabase(deployedDatabaseUrl(part), {
    retryForMs,
    onRoundTrip: () => {
      statements += 1
    },
  })
  let asked: Promise<void> | undefined
  return {
    database,
    statements: () => statements,
    servable: () => {
      asked ??= assertServable(database).catch((error: unknown) => {
        asked = undefined
        throw error
      })
      return asked
    },
  }
}

const lines = jsonLog((line) => process.stdout.write(`${line}\n`))

/** One JSON object a line, with the invocation's id as AWS knows it. Not by console, which adds a prefix. */
export function logOf(context: Context): Log {
  return logWith(lines, { request: context.awsRequestId })
}
