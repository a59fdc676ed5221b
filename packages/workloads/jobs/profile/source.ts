// The profile in force: the folder on this machine, or the bundle of it that a deployment stored.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import { profileSource } from '#config'
import { type Problem, problemLine } from './documents.ts'
import {
  type Profile,
  type ProfileTexts,
  ProfileUnreadable,
  parseProfile,
  readProfile,
} from './profile.ts'

/** What is needed of a store of files. */
interface Stored {
  get(sha256: string): Promise<Uint8Array>
}

export interface SourcedProfile {
  profile: Profile
  /** The hash of `bundle`: another one after any change of any file. */
  sha256: string
  /** The folder's files as one JSON object, by name: what `storedProfile` reads back. */
  bundle: Uint8Array
  /** The bundle lies in the store under its hash, and need not be put there. */
  stored?: true
}

/** A profile that does not pass its checks. The message names the first problem, with its line and fix. */
export class ProfileBroken extends Error {
  override readonly name = 'ProfileBroken'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const [first] = problems
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    super(`${first ? problemLine(first) : 'nothing is there'}${more}: countersign profile check`)
    this.problems = problems
  }
}

/**
 * The profile as it stands now, from where the settings say. Throws ProfileBroken, ConfigError, and
 * what `files` throws where a stored bundle is missing.
 */
export async function currentProfile(files: Stored): Promise<SourcedProfile> {
  const source = profileSource()
  if ('sha256' in source) return await storedProfile(files, source.sha256)
  return await folderProfile(source.folder)
}

/** The profile in a folder. Throws ProfileBroken. */
export async function folderProfile(folder: string): Promise<SourcedProfile> {
  const texts = await readProfile(folder).catch((error: unknown) => {
    throw error instanceof ProfileUnreadable ? new ProfileBroken([error.problem]) : error
  })
  return sourced(bundleOf(texts), basename(folder))
}

/** The profile whose bundle was stored under a hash. Throws as `currentProfile` does. */
export async function storedProfile(files: Stored, sha256: string): Promise<SourcedProfile> {
  return { ...sourced(await files.get(sha256), 'profile'), stored: true }
}

/** A folder's files as the bytes that are stored, the same for the same texts. */
function bundleOf(texts: ProfileTexts): Uint8Array {
  return Buffer.from(JSON.stringify(texts))
}

const Bundle = z.record(z.string(), z.string())

function sourced(bundle: Uint8Array, shownFolder: string): SourcedProfile {
  const texts = Bundle.parse(JSON.parse(Buffer.from(bundle).toString('utf8')))
  const { profile, problems } = parseProfile(texts, shownFolder)
  if (profile === null) throw new ProfileBroken(problems)
  return { profile, sha256: createHash('sha256').update(bundle).digest('hex'), bundle }
}
