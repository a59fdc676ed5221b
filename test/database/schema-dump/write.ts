// `npm run schema`: writes test/schema.sql from the migrations, on a server of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadMigrations, migrate, openDatabase } from '#database'
import { startPostgres } from '#local'
import { dumpSchema } from './dump.ts'

const home = await mkdtemp(path.join(tmpdir(), 'countersign-schema-'))
const server = await startPostgres({ dataDir: path.join(home, 'data'), durable: false })
try {
  const database = openDatabase(server.url())
  const { version } = await migrate(database, await loadMigrations())
  await writeFile(new URL('../../schema.sql', import.meta.url), await dumpSchema(database))
  await database.close()
  console.log(`test/schema.sql holds schema version ${version}`)
} finally {
  await server.stop()
  await rm(home, { recursive: true })
}
