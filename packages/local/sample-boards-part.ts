// The sample boards as a part of `npm start`: for the example profile, whose employers are invented.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as path from 'node:path'
import { z } from 'zod'
import { setLocalParts, usesExampleProfile } from '#config'
import type { Ground, Part } from './part.ts'
import { startSampleBoards } from './sample-boards/server.ts'
import { Submission } from './sample-boards/submission.ts'

const Kept = z.object({
  /** The first start, from which the ages of postings count back: they stay what they are. */
  since: z.iso.datetime(),
  submissions: z.array(Submission),
})

/** Serves them on the port after the pages'. What arrived is kept in the state folder with its documents. */
export async function sampleBoards(ground: Ground): Promise<Part | undefined> {
  if (!usesExampleProfile()) return undefined
  const folder = path.join(ground.dataDir, 'sample-boards')
  const file = path.join(folder, 'inbox.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept: z.infer<typeof Kept> = existsSync(file)
    ? Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { since: new Date().toISOString(), submissions: [] }
  // In one rename: a process that is killed while it writes leaves the whole of the old one.
  const keep = () => {
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  keep()
  const boards = await startSampleBoards({
    port: ground.port + 1,
    since: new Date(kept.since),
    inbox: {
      submissions: kept.submissions,
      file: (sha256) => {
        const bytes = path.join(folder, sha256)
        return existsSync(bytes) ? readFileSync(bytes) : undefined
      },
    },
    onSubmission(submission, fileOf) {
      for (const { sha256 } of submission.files) {
        const bytes = fileOf(sha256)
        if (bytes) writeFileSync(path.join(folder, sha256), bytes, { mode: 0o600 })
      }
      kept.submissions = [...boards.submissions]
      keep()
    },
  })
  ground.sampleBoards = boards.origin
  setLocalParts({ sampleBoards: boards.origin })
  return {
    name: 'boards',
    about: `${boards.origin} (invented employers; ${boards.origin}/inbox shows what they get)`,
    stop: () => boards.stop(),
  }
}
