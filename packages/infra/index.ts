// The front door of #infra: what a deployment of a stage consists of.
import path from 'node:path'
import {
  ConfigError,
  type DeploymentConfig,
  databaseVariable,
  linkedName,
  messageSecrets,
} from '#config'
import { type Definition, workersOf } from '#queue'
import { alarmsOf, metrics } from './alarms.ts'
import { functionsOf } from './functions.ts'
import { eventAgeSeconds } from './grid.ts'
import type { SecretPlan, StagePlan } from './plan.ts'
import { brokenRelations } from './relations.ts'

export { profilePrefix } from './functions.ts'
export type { AlarmPlan, FunctionPlan, Grant, SecretPlan, StagePlan } from './plan.ts'

/**
 * The plan of a stage, made of the registry and the owner's settings. Throws ConfigError naming every relation
 * of times that does not hold.
 */
export function stagePlan(
  stage: string,
  definitions: readonly Definition[],
  config: DeploymentConfig,
  versions: Readonly<Record<string, string>>,
): StagePlan {
  const { alarmMail, domain, certificateArn, texFolder, ...settings } = config
  const setting = { ...settings, stage, versions }
  const functions = functionsOf(definitions, setting)
  const broken = brokenRelations(definitions, functions)
  if (broken.length > 0) throw new ConfigError(broken.join('; '))
  return {
    stage,
    functions,
    secrets: secretsOf(definitions),
    metrics,
    alarms: alarmsOf(functions),
    alarmMail,
    domain: domain ?? null,
    certificateArn: certificateArn ?? null,
    texFolder: path.resolve(texFolder),
    eventAgeSeconds,
    filesExpireAfterDays: 400,
    logRetention: '3 months',
  }
}

/** Every secret of a stage: a database URL for each function's login, and what messages and workloads take. */
function secretsOf(definitions: readonly Definition[]): SecretPlan[] {
  const parts = [...workersOf(definitions).keys(), 'approver', 'reaper', 'owner']
  const urls = parts.map(databaseVariable)
  const others = new Set([
    ...messageSecrets,
    ...definitions.flatMap(({ needs }) => needs.secrets ?? []),
  ])
  const plan = (required: boolean) => (variable: string) => ({
    name: linkedName(variable),
    variable,
    required,
  })
  return [...urls.map(plan(true)), ...[...others].map(plan(false))]
}
