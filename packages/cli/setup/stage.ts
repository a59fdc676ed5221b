// What setting up a stage and checking it have in common.
import { linkedName, messageSecrets, settingsOf } from '#config'
import type { Database } from '#database'
import { workersOf } from '#queue'
import { registry } from '#workloads'
import type { CliOutput } from '../output.ts'
import { secretOf } from './logins.ts'
import type { Secrets } from './secrets.ts'

export interface Setup {
  stage: string
  /** The URL of the login that owns the database. */
  owner: string
  database: Database
  secrets: Secrets
  output: CliOutput
  json?: boolean
}

export const definitions = registry.map(({ definition }) => definition)
export const workers = [...workersOf(definitions).keys()]

/** Secrets that the owner knows already: the owner's URL, and what is set here of channels and services. */
export function givenSecrets(owner: string): Record<string, string> {
  const names = [...messageSecrets, ...definitions.flatMap(({ needs }) => needs.secrets ?? [])]
  const given = Object.entries(settingsOf([...new Set(names)]))
  const named = given.map(([variable, value]) => [linkedName(variable), value])
  return { [secretOf('owner')]: owner, ...Object.fromEntries(named) }
}
