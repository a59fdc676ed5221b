// DATABASE_URL: the one setting that says which Postgres everything uses.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/, hostname: /./ })
const example = 'postgresql://user:password@host/database'

/** The Postgres URL. Throws ConfigError when it isn't set or isn't one. */
export function databaseUrl(): string {
  const url = optionalDatabaseUrl()
  if (url !== undefined) return url
  throw new ConfigError(`DATABASE_URL is not set: set it to a Postgres URL such as ${example}`)
}

/** The same, or undefined where DATABASE_URL isn't set (or is empty). */
export function optionalDatabaseUrl(): string | undefined {
  const url = process.env.DATABASE_URL
  if (url === undefined || url === '') return undefined
  if (PostgresUrl.safeParse(url).success) return url
  throw new ConfigError(`DATABASE_URL is not a Postgres URL: write it like ${example}`)
}
