// Whether this build may work on this database: asked by the runtime, which never migrates.
import type { Queryable } from './database.ts'
import { DatabaseError } from './errors.ts'
import { SchemaError } from './schema-error.ts'

/** What a build needs and speaks. */
export interface ClientVersion {
  /** The schema version its statements rely on: the number of the newest migration file. */
  schema: number
  /** The protocol it speaks, which `claim` carries and a migration's minimum-client refers to. */
  protocol: number
}

/** This build. A test keeps `schema` equal to the newest file in `migrations/`. */
export const thisClient: ClientVersion = { schema: 10, protocol: 1 }

/**
 * Resolves when the database serves this client: its schema is new enough, and a newer one doesn't
 * name a higher minimum client. Otherwise throws SchemaError with the remedy. One round trip, for
 * any login that may use schema countersign.
 */
export async function assertServable(
  database: Queryable,
  client: ClientVersion = thisClient,
): Promise<void> {
  const served = await readServed(database)
  if (served.schema_version < client.schema) {
    throw new SchemaError(
      'older-schema',
      `the database has schema version ${served.schema_version}, this version needs ${client.schema}: run "countersign migrate"`,
    )
  }
  if (served.minimum_client > client.protocol) {
    throw new SchemaError(
      'newer-schema',
      `the database serves clients from version ${served.minimum_client} on, this one is ${client.protocol}: deploy the newer version`,
    )
  }
}

async function readServed(
  database: Queryable,
): Promise<{ schema_version: number; minimum_client: number }> {
  try {
    const [row] = await database.query<{ schema_version: number; minimum_client: number }>(
      'select schema_version, minimum_client from countersign.served_versions()',
    )
    if (row) return row
  } catch (error) {
    // No such schema, no such function, or no right to look into it.
    const unseen = ['3F000', '42883', '42501']
    if (!(error instanceof DatabaseError) || !unseen.includes(error.code)) throw error
    throw new SchemaError(
      'not-migrated',
      'this login sees no Countersign schema in the database: run "countersign migrate", or check DATABASE_URL',
      { cause: error },
    )
  }
  throw new SchemaError(
    'not-migrated',
    'the database lost its schema version: run "countersign migrate"',
  )
}
