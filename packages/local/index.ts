// The front door of `local`: a real PostgreSQL on this machine, and all that `npm start` runs.
export { type LocalConnection, readConnection } from './connection.ts'
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts'
export { PostgresUnavailable } from './run-as.ts'
export { defaultStateDir, type Local, type LocalOptions, startLocal } from './start.ts'
export { untilStopped } from './until-stopped.ts'
