// A stage that is being set up: an empty database on the run's server, and a stand-in for the command that keeps secrets.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { testDatabase } from './test-database.ts'

const command = fileURLToPath(new URL('../fakes/sst-secrets.mjs', import.meta.url))

export interface StageSetup {
  stage: string
  /** The owner's URL. */
  owner: string
  /** What the owner's shell says. */
  environment: Record<string, string>
  secrets(): Record<string, string>
  /** Every call of the secret command so far, without values. */
  calls(): string[]
}

/** Everything is gone after the file: the database, the logins, the folder. */
export async function stageSetup(): Promise<StageSetup> {
  const db = await testDatabase({ migrated: false })
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-setup-'))
  const stage = `s${randomBytes(4).toString('hex')}`
  const file = path.join(folder, 'secrets.json')
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    // Its logins belong to the whole server; the database's own rights go with it.
    const made = 'select rolname from pg_roles where rolname like $1'
    for (const { rolname } of await db.admin.query(made, [`countersign\\_${stage}\\_%`])) {
      await db.admin.query(`drop role ${rolname}`)
    }
  })
  return {
    stage,
    owner: db.directUrl('postgres'),
    environment: { COUNTERSIGN_SST: command, FAKE_SST_FILE: file },
    secrets: () => JSON.parse(text(file) || '{}'),
    calls: () => text(`${file}.calls`).split('\n').filter(Boolean),
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
