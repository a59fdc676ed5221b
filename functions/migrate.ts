// Once in a deployment, before anything else of it is live: the schema, and the registry in the database.
import { registry } from '#workloads'
import { migrateHandler } from './deployed/migrate.ts'

export const handler = migrateHandler(registry)
