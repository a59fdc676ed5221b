// COUNTERSIGN_TIME_ZONE: in which zone a day begins and hours are told.
import { ConfigError } from './config-error.ts'

/** An IANA name; this machine's zone where none is set. Throws ConfigError. */
export function timeZone(): string {
  const name =
    process.env.COUNTERSIGN_TIME_ZONE?.trim() || Intl.DateTimeFormat().resolvedOptions().timeZone
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    throw new ConfigError(
      'COUNTERSIGN_TIME_ZONE is no time zone: set it to a name such as Europe/Berlin',
    )
  }
}
