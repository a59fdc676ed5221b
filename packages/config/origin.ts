// COUNTERSIGN_ORIGIN: where a person reaches the pages.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

/** The origin of the pages, `https://countersign.example`; undefined where it isn't set. */
export function optionalOrigin(): string | undefined {
  const origin = process.env.COUNTERSIGN_ORIGIN
  if (origin === undefined || origin === '') return undefined
  const url = z.url({ protocol: /^https?$/ }).safeParse(origin)
  if (url.success) return new URL(url.data).origin
  throw new ConfigError(
    'COUNTERSIGN_ORIGIN is not an origin: write it like https://countersign.example',
  )
}
