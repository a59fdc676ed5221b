// The front door of `local`: a real PostgreSQL on this machine.
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts'
export { PostgresUnavailable } from './run-as.ts'
