// Which folder a command on the profile means when none is named.
import { ConfigError, profileSource } from '#config'

/** COUNTERSIGN_PROFILE, else `profile`, else `profile.example`. Throws ConfigError where a stored one is in force. */
export function folderInForce(): string {
  const source = profileSource()
  if ('folder' in source) return source.folder
  throw new ConfigError(
    'COUNTERSIGN_PROFILE_SHA256 names a stored profile: name the folder that it was made from',
  )
}
