// The migrator: numbered files once each, function files on change, one transaction a step, one runner at a time.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from './database.ts'
import { DatabaseError } from './errors.ts'
import { type PendingFiles, pendingFiles } from './migration-plan.ts'
import {
  checkMigrations,
  checksum,
  jointChecksum,
  type MigrationFile,
  type MigrationSet,
  minimumClientOf,
  versionOf,
} from './migration-set.ts'
import { SchemaError } from './schema-error.ts'
import { createRecord, readRecord, type SchemaRecord } from './schema-record.ts'

export interface MigrateOptions {
  /** Say what would be applied and change nothing. */
  dryRun?: boolean
  /** One line for each file applied. */
  log?: (line: string) => void
  /** How long to wait for another run before giving up, 60,000 by default. */
  waitMs?: number
}

export interface MigrateResult {
  /** Numbered files this run applied (or would apply), in order. */
  applied: string[]
  /** Function files this run re-applied (or would), in order: all of them or none. */
  functions: string[]
  /** Schema version after the run, and the lowest client version that may use it. */
  version: number
  minimumClient: number
}

// Any constant will do as long as it stays: the four letters "coun".
const lockKey = 0x636f756e
// The gap between two transactions of one run; a run that died there is taken over after this.
const runnerSeconds = 15
// A file that can't get its table locks at once must not queue up every claim behind it.
const fileLockTimeoutMs = 5_000
const fileTimeoutMs = 10 * 60_000

/**
 * Brings the database to `set`. Every numbered file runs in its own transaction, then all function
 * files in one last transaction, when one of them changed or a numbered file ran. Of several runs at
 * once one applies and the others wait for it, then find nothing to do. Needs no session state, so a
 * transaction pooler will do. Throws SchemaError: an edited, missing or out-of-order file, one that
 * fails (nothing of it remains), or another run that doesn't end within `waitMs`. A file may take ten
 * minutes if the database was opened with a `replyTimeoutMs` as long.
 *
 * A new function that code depends on comes with a numbered file, if only a comment: the version is
 * what `assertServable` compares.
 */
export async function migrate(
  database: Database,
  set: MigrationSet,
  options: MigrateOptions = {},
): Promise<MigrateResult> {
  const checked = checkMigrations(set)
  const before = await readRecord(database)
  const pending = pendingFiles(checked, before)
  if (options.dryRun) return plannedResult(before, pending)
  const done: MigrateResult = { applied: [], functions: [], version: 0, minimumClient: 1 }
  if (before && !pending.next) return { ...done, ...versions(before) }

  const { log = () => {}, waitMs = 60_000 } = options
  const runner = randomUUID()
  let deadline = performance.now() + waitMs
  try {
    for (let left = waitMs; left > 0; left = deadline - performance.now()) {
      const step = await database.transaction(
        (tx) => nextStep(tx, checked, runner, left),
        // A step looks at what is left to do under the lock, so a second try does no harm.
        { repeatable: true },
      )
      if (step.kind === 'current') return { ...done, ...versions(step.record) }
      if (step.kind === 'wait') {
        await sleep(50 + Math.random() * 150)
        continue
      }
      for (const name of step.names) log(`applied ${name}`)
      if (step.kind === 'migration') done.applied.push(...step.names)
      else done.functions.push(...step.names)
      deadline = performance.now() + waitMs
    }
  } catch (error) {
    if (done.applied.length > 0) await letOthersRun(database, runner)
    throw error
  }
  throw busy(waitMs)
}

type Step =
  | { kind: 'current'; record: SchemaRecord }
  | { kind: 'wait' }
  | { kind: 'migration' | 'functions'; names: string[] }

// One transaction: under the lock, look again at what is left to do and do the first of it. Files may
// `set local role`, function files for those after them; the record is written by whoever migrates.
async function nextStep(
  tx: Queryable,
  set: MigrationSet,
  runner: string,
  waitMs: number,
): Promise<Step> {
  await takeLock(tx, waitMs)
  const record = (await readRecord(tx)) ?? (await createRecord(tx))
  const { next } = pendingFiles(set, record)
  if (!next) return { kind: 'current', record }
  if (record.runner !== null && record.runner !== runner) return { kind: 'wait' }
  if (next === 'functions') {
    for (const file of set.functions) await runFile(tx, file, `functions/${file.name}`)
    await tx.query('reset role')
    await tx.query(
      `update countersign.schema_version
       set functions_checksum = $1, runner = null, runner_until = null, updated_at = clock_timestamp()`,
      [jointChecksum(set.functions)],
    )
    return { kind: 'functions', names: set.functions.map((file) => file.name) }
  }
  await runFile(tx, next, next.name)
  await tx.query('reset role')
  await tx.query('insert into countersign.schema_migrations (name, checksum) values ($1, $2)', [
    next.name,
    checksum(next.sql),
  ])
  // The checksum is cleared so that the functions follow even when this run dies before them.
  await tx.query(
    `update countersign.schema_version
     set version = $1, minimum_client = greatest(minimum_client, $2), functions_checksum = null,
         runner = $3, runner_until = clock_timestamp() + make_interval(secs => $4),
         updated_at = clock_timestamp()`,
    [versionOf(next.name), minimumClientOf(next), runner, runnerSeconds],
  )
  return { kind: 'migration', names: [next.name] }
}

async function takeLock(tx: Queryable, waitMs: number): Promise<void> {
  await tx.query('set transaction isolation level read committed')
  await tx.query(
    `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`,
    [`${Math.ceil(waitMs)}ms`, `${fileTimeoutMs}ms`],
  )
  try {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55P03') throw busy(waitMs, error)
    throw error
  }
  await tx.query(
    `select set_config('lock_timeout', $1, true), set_config('search_path', 'pg_catalog, pg_temp', true)`,
    [`${fileLockTimeoutMs}ms`],
  )
}

async function runFile(tx: Queryable, file: MigrationFile, label: string): Promise<void> {
  try {
    await tx.query(file.sql)
  } catch (error) {
    // A lost connection or a deadlock is tried again; what the file itself did wrong is not.
    if (!(error instanceof DatabaseError) || error.transient) throw error
    throw fileFailed(file, label, error)
  }
}

function fileFailed(file: MigrationFile, label: string, cause: DatabaseError): SchemaError {
  const remedy =
    cause.code === '55P03'
      ? 'a table it changes is in use: run it again in a quieter moment'
      : 'nothing of it was kept: correct it and run migrate again'
  return new SchemaError(
    'failed',
    `${label}${lineOf(file, cause)}: ${cause.message} (${cause.code}); ${remedy}`,
    { file: file.name, cause },
  )
}

function lineOf(file: MigrationFile, error: DatabaseError): string {
  const at = error.cause
  const position = at instanceof Error && 'position' in at ? Number(at.position) : Number.NaN
  return position > 0 ? `, line ${file.sql.slice(0, position).split('\n').length}` : ''
}

function plannedResult(before: SchemaRecord | null, pending: PendingFiles): MigrateResult {
  const last = pending.migrations.at(-1)
  return {
    applied: pending.migrations.map((file) => file.name),
    functions: pending.functions.map((file) => file.name),
    version: last ? versionOf(last.name) : (before?.version ?? 0),
    minimumClient: Math.max(
      before?.minimumClient ?? 1,
      ...pending.migrations.map((file) => minimumClientOf(file)),
    ),
  }
}

function versions(record: SchemaRecord): Pick<MigrateResult, 'version' | 'minimumClient'> {
  return { version: record.version, minimumClient: record.minimumClient }
}

function busy(waitMs: number, cause?: unknown): SchemaError {
  return new SchemaError(
    'busy',
    `another migrate run has not ended within ${Math.ceil(waitMs / 1000)} s: let it end, then run migrate again`,
    { cause },
  )
}

// After a failed file the waiting runs should see the failure now, not when this run's turn lapses.
async function letOthersRun(database: Database, runner: string): Promise<void> {
  await database
    .query(
      'update countersign.schema_version set runner = null, runner_until = null where runner = $1',
      [runner],
    )
    .catch(() => [])
}
