// The front door of `local`: a real PostgreSQL on this machine, and all that `npm start` runs.
export { type LocalConnection, readConnection } from './connection.ts'
export { shown, withoutPassword } from './database-parts.ts'
export { filesFolder } from './files-folder.ts'
export { narrator } from './narrate.ts'
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts'
export { PostgresUnavailable } from './postgres-unavailable.ts'
export { defaultStateDir, type Local, type LocalOptions, startLocal } from './start.ts'
export { untilStopped } from './until-stopped.ts'
