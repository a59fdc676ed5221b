// COUNTERSIGN_SST: the command that keeps a stage's secrets and deploys it.
import { fileURLToPath } from 'node:url'

/** The path of SST's command: the project's own, unless COUNTERSIGN_SST names another. */
export function sstCommand(): string {
  const given = process.env.COUNTERSIGN_SST ?? ''
  if (given !== '') return given
  return fileURLToPath(new URL('../../node_modules/.bin/sst', import.meta.url))
}
