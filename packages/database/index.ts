// The front door of #database: one interface over pg and Neon, and the migrator.
export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type Queryable,
  type Repeat,
  type Row,
  type Statement,
} from './database.ts'
export { DatabaseError } from './errors.ts'
export { type Listener, listen } from './listen.ts'
export { type MigrateOptions, type MigrateResult, migrate } from './migrate.ts'
export {
  checkMigrations,
  loadMigrations,
  type MigrationFile,
  type MigrationSet,
} from './migration-set.ts'
export { SchemaError, type SchemaErrorReason } from './schema-error.ts'
export { assertServable, type ClientVersion, thisClient } from './served.ts'
