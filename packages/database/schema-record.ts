// The migrator's own tables in schema countersign: which files ran, the version, the lowest client.
import type { Queryable } from './database.ts'

/** What the database says about itself. An empty database is version 0 with nothing applied. */
export interface SchemaRecord {
  version: number
  minimumClient: number
  functionsChecksum: string | null
  applied: readonly { name: string; checksum: string }[]
  /** The migrate run that is between two of its transactions right now, if any. */
  runner: string | null
}

const emptyRecord: SchemaRecord = {
  version: 0,
  minimumClient: 1,
  functionsChecksum: null,
  applied: [],
  runner: null,
}

/** Reads the record in one snapshot; null when the database was never migrated. */
export async function readRecord(database: Queryable): Promise<SchemaRecord | null> {
  const [present] = await database.query<{ present: boolean }>(
    `select exists (select from pg_catalog.pg_class c
                    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                    where n.nspname = 'countersign' and c.relname = 'schema_version') as present`,
  )
  if (!present?.present) return null
  const [row] = await database.query<{
    version: number
    minimum_client: number
    functions_checksum: string | null
    runner: string | null
    applied: { name: string; checksum: string }[]
  }>(
    `select version, minimum_client, functions_checksum,
            case when runner_until > clock_timestamp() then runner end as runner,
            (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'checksum', checksum)
                                      order by name collate "C"), '[]')
             from countersign.schema_migrations) as applied
     from countersign.schema_version`,
  )
  if (!row) return emptyRecord
  return {
    version: row.version,
    minimumClient: row.minimum_client,
    functionsChecksum: row.functions_checksum,
    applied: row.applied,
    runner: row.runner,
  }
}

/**
 * Creates the tables in an empty database and returns their record. The schema is asked for first,
 * since `create schema if not exists` wants the right to create one even where it exists.
 */
export async function createRecord(tx: Queryable): Promise<SchemaRecord> {
  const schemas = await tx.query(
    `select from pg_catalog.pg_namespace where nspname = 'countersign'`,
  )
  if (schemas.length === 0) await tx.query('create schema countersign')
  await tx.query(recordTables)
  return emptyRecord
}

// served_versions() is what logins without table rights ask before they begin; only roles that have
// USAGE on the schema reach it, and it tells them two numbers.
const recordTables = `
create table countersign.schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
);
create table countersign.schema_version (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  minimum_client integer not null default 1,
  functions_checksum text,
  runner text,
  runner_until timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
insert into countersign.schema_version default values;
create function countersign.served_versions(out schema_version integer, out minimum_client integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select v.version, v.minimum_client into schema_version, minimum_client
  from countersign.schema_version v;
end $$;
grant execute on function countersign.served_versions() to public;
`
