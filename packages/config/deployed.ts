// What a deployed function was given, beside its secrets.
import { ConfigError } from './config-error.ts'
import { isOrigin, optionalStage } from './stage.ts'

/** The name of the stage that this function was deployed as; never the local one. Throws ConfigError. */
export function deployedStageName(): string {
  const name = optionalStage()
  if (name !== undefined) return name
  throw new ConfigError('COUNTERSIGN_STAGE is not set here: deploy again, which sets it')
}

/**
 * The stage that this function was deployed as. Where its own settings don't say, `reached` does: the pages' own
 * function knows no address before it has one. Throws ConfigError.
 */
export function deployedStage(reached?: string): { name: string; origin: string } {
  const origin = process.env.COUNTERSIGN_ORIGIN || reached
  if (origin !== undefined && isOrigin(origin)) return { name: deployedStageName(), origin }
  throw new ConfigError('COUNTERSIGN_ORIGIN is not set here: deploy again, which sets it')
}

/**
 * The bucket of the stage's files, and where in it this function may look, the first being where it puts its
 * own; undefined where it has to do with none.
 */
export function bucketConfig(): { bucket: string; prefixes: [string, ...string[]] } | undefined {
  const bucket = process.env.COUNTERSIGN_BUCKET ?? ''
  const [first, ...others] = (process.env.COUNTERSIGN_PREFIXES ?? '').split(',')
  return bucket === '' || !first ? undefined : { bucket, prefixes: [first, ...others] }
}
