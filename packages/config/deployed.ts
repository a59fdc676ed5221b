// What a deployed function was given, beside its secrets.
import { ConfigError } from './config-error.ts'
import { stage } from './stage.ts'

/**
 * The stage that this function was deployed as. Where its own settings don't say, `origin` does: the pages' own
 * function knows no address before it has one. Never the local stage, whatever is missing. Throws ConfigError.
 */
export function deployedStage(origin?: string): { name: string; origin: string } {
  const given = process.env.COUNTERSIGN_ORIGIN || origin
  if (given !== undefined && (process.env.COUNTERSIGN_STAGE ?? '') !== '') return stage(given)
  throw new ConfigError(
    'COUNTERSIGN_STAGE and COUNTERSIGN_ORIGIN are not set here: deploy again, which sets them',
  )
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
