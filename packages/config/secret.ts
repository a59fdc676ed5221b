// Secrets: environment variables here, linked resources where it is deployed (SST puts them into the function's package, encrypted).
import { Resource } from 'sst/resource'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

/** The linked resource that stands for a variable: `COUNTERSIGN_SMTP_URL` is `SmtpUrl`. */
export function linkedName(variable: string): string {
  const words = variable.replace(/^COUNTERSIGN_/, '').split('_')
  return words.map((word) => word.charAt(0) + word.slice(1).toLowerCase()).join('')
}

const Linked = z.object({ value: z.string() })

/** A secret by the name of its environment variable; undefined where it was given neither way, or as nothing. */
export function secret(variable: string): string | undefined {
  const given = process.env[variable]?.trim()
  if (given !== undefined && given !== '') return given
  const name = linkedName(variable)
  const found = name in Resource ? Linked.safeParse(Reflect.get(Resource, name)) : undefined
  return found?.data?.value || undefined
}

/** The variable that holds the database URL of one login of a stage: `DATABASE_URL_JOBS`. */
export function databaseVariable(part: string): string {
  return `DATABASE_URL_${part.toUpperCase().replaceAll('-', '_')}`
}

/** The database URL of one login of a deployed stage: a workload's name, `approver`, `reaper`, `owner`. */
export function deployedDatabaseUrl(part: string): string {
  const url = secret(databaseVariable(part))
  if (url !== undefined) return url
  throw new ConfigError(
    `this function was given no database: run "countersign setup", which sets the secret ${linkedName(databaseVariable(part))}, and deploy again`,
  )
}
