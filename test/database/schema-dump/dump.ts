// Writes the schema as text: what test/schema.sql holds, so that a review sees what a migration changes.
import type { Queryable } from '#database'
import { describeGrants } from './grants.ts'
import { describeRoutines } from './routines.ts'
import { describeTables } from './tables.ts'
import { describeTypes, describeViews } from './types-and-views.ts'

const head = `-- The schema as the migrations leave it: "npm run schema" writes it, and a test fails when it is stale.
-- For reading, not for running: bodies of functions and views stand in migrations/functions/.`

/**
 * The schema `countersign` from the catalogs, in one order everywhere and the same from PostgreSQL
 * 15 to 18. Whoever migrated is called "deployer".
 */
export async function dumpSchema(database: Queryable): Promise<string> {
  const parts = [
    await describeGrants(database),
    await describeTypes(database),
    await describeTables(database),
    await describeViews(database),
    await describeRoutines(database),
  ]
  return `${[head, ...parts].filter((part) => part !== '').join('\n\n')}\n`
}
