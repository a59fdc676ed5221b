// Which stage this is, where its approval pages are, and where its owner's list of keys lies.
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

/** The stage that `npm start` runs on a laptop. */
export const localStage = { name: 'local', origin: 'http://localhost:4747' }

const stageName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)

/** COUNTERSIGN_STAGE, undefined where it isn't set. Throws ConfigError where it is no name. */
export function optionalStage(): string | undefined {
  const name = process.env.COUNTERSIGN_STAGE ?? ''
  if (name === '') return undefined
  if (stageName.safeParse(name).success) return name
  throw notAStage()
}

/**
 * The stage that was named, or COUNTERSIGN_STAGE, and COUNTERSIGN_ORIGIN with it; where nothing says either,
 * the local stage. They are what a signature is bound to, so a signature made for one stage is none for
 * another. Throws ConfigError.
 */
export function stage(named?: string): { name: string; origin: string } {
  const set = optionalStage()
  const origin = process.env.COUNTERSIGN_ORIGIN ?? ''
  if (named !== undefined && set !== undefined && named !== set) {
    throw new ConfigError(
      `COUNTERSIGN_STAGE is ${set}, and ${named} was named: set it and COUNTERSIGN_ORIGIN to what is of ${named}`,
    )
  }
  const name = named ?? set
  if (name === undefined && origin === '') return localStage
  if (name === undefined) throw notAStage()
  if (!isOrigin(origin)) {
    throw new ConfigError(
      'COUNTERSIGN_ORIGIN is not an origin: set it to where the approval pages are, such as ' +
        'https://approvals.example.org (http only on localhost, and no path)',
    )
  }
  return { name, origin }
}

function notAStage(): ConfigError {
  return new ConfigError(
    'COUNTERSIGN_STAGE is not a stage: set it to a name of a-z, 0-9 and "-", such as production',
  )
}

/** Whether it is scheme, host and port and nothing more, and fit for passkeys. */
export function isOrigin(text: string): boolean {
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
