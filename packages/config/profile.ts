// Where the user's profile is: a folder on this machine, or what a deployment stored of it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'

const inProject = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/**
 * COUNTERSIGN_PROFILE_SHA256, the hash under which a deployment stored the profile's bundle; else the
 * folder COUNTERSIGN_PROFILE; else `profile` in the project, and while there is none the invented
 * `profile.example`. Throws ConfigError.
 */
export function profileSource(): { sha256: string } | { folder: string } {
  const sha256 = process.env.COUNTERSIGN_PROFILE_SHA256 ?? ''
  if (sha256 !== '') {
    if (/^[0-9a-f]{64}$/.test(sha256)) return { sha256 }
    throw new ConfigError(
      'COUNTERSIGN_PROFILE_SHA256 is not the hash of a stored profile: it has 64 hexadecimal digits',
    )
  }
  const named = process.env.COUNTERSIGN_PROFILE ?? ''
  if (named !== '') {
    if (existsSync(named)) return { folder: named }
    throw new ConfigError(
      'COUNTERSIGN_PROFILE names no folder that is there: set it to the one with your resume.json',
    )
  }
  const own = inProject('profile')
  return { folder: existsSync(own) ? own : inProject('profile.example') }
}

/** Whether the profile in force is the invented one, for which sample boards stand in for the real ones. */
export function usesExampleProfile(): boolean {
  const source = profileSource()
  return 'folder' in source && path.resolve(source.folder) === inProject('profile.example')
}
