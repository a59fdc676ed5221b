// What a database still needs of a migration set, and which histories are refused.
import { checksum, jointChecksum, type MigrationFile, type MigrationSet } from './migration-set.ts'
import { SchemaError } from './schema-error.ts'
import type { SchemaRecord } from './schema-record.ts'

export interface PendingFiles {
  migrations: readonly MigrationFile[]
  /** All of them or none. */
  functions: readonly MigrationFile[]
  /** What comes next; undefined when the database is up to date. */
  next: MigrationFile | 'functions' | undefined
}

/** What is left to do; refuses, by name, a history that doesn't fit the files. */
export function pendingFiles(set: MigrationSet, record: SchemaRecord | null): PendingFiles {
  const files = new Map(set.migrations.map((file) => [file.name, file]))
  const applied = new Set<string>()
  const newest = set.migrations.at(-1)?.name ?? ''
  for (const { name, checksum: recorded } of record?.applied ?? []) {
    const file = files.get(name)
    if (!file) throw missing(name, name > newest)
    if (checksum(file.sql) !== recorded) {
      throw new SchemaError(
        'edited',
        `${name} was edited after it was applied: restore it and put the change into a new file`,
        { file: name },
      )
    }
    applied.add(name)
  }
  const last = record?.applied.at(-1)?.name ?? ''
  const migrations = set.migrations.filter((file) => !applied.has(file.name))
  const late = migrations.find((file) => file.name < last)
  if (late) {
    throw new SchemaError(
      'out-of-order',
      `${late.name} comes before ${last}, which is already applied: give it the next free number`,
      { file: late.name },
    )
  }
  const functions =
    migrations.length > 0 || record?.functionsChecksum !== jointChecksum(set.functions)
  return {
    migrations,
    functions: functions ? set.functions : [],
    next: migrations[0] ?? (functions ? 'functions' : undefined),
  }
}

function missing(name: string, isNewer: boolean): SchemaError {
  return new SchemaError(
    'missing',
    isNewer
      ? `the database has ${name}, which this version doesn't know: migrate with the newer version, or restore the file`
      : `${name} was applied to the database but is missing here: restore it from version control`,
    { file: name },
  )
}
