// Which stage this is, where its approval pages are, and where its owner's list of keys lies.
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'

/** The stage that `npm start` runs on a laptop. */
export const localStage = { name: 'local', origin: 'http://localhost:4747' }

const stageName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)

/**
 * COUNTERSIGN_STAGE and COUNTERSIGN_ORIGIN, both or neither: without them the local stage. They are what a
 * signature is bound to, so a signature made for one stage is none for another. `origin` is given by who was
 * reached under it: the pages' own function knows no address before it has one. Throws ConfigError.
 */
export function stage(origin = process.env.COUNTERSIGN_ORIGIN ?? ''): {
  name: string
  origin: string
} {
  const name = process.env.COUNTERSIGN_STAGE ?? ''
  if (name === '' && origin === '') return localStage
  if (!stageName.safeParse(name).success) {
    throw new ConfigError(
      'COUNTERSIGN_STAGE is not a stage: set it to a name of a-z, 0-9 and "-", such as production',
    )
  }
  if (!isOrigin(origin)) {
    throw new ConfigError(
      'COUNTERSIGN_ORIGIN is not an origin: set it to where the approval pages are, such as ' +
        'https://approvals.example.org (http only on localhost, and no path)',
    )
  }
  return { name, origin }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  return (
    origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'))
  )
}

/** COUNTERSIGN_OPERATORS_FILE, or `operators.json` in the project: the public keys its owner committed. */
export function operatorsFile(): string {
  const given = process.env.COUNTERSIGN_OPERATORS_FILE ?? ''
  return given === '' ? fileURLToPath(new URL('../../operators.json', import.meta.url)) : given
}
