// What the search meets outside of the queue: the profile in force, and the boards' servers.
import { type HttpClient, httpClient } from '#clients'
import { localParts } from '#config'
import type { Context } from '#queue'
import { currentProfile, type SourcedProfile } from '../profile/index.ts'

export interface World {
  /** The profile as it stands now. */
  profile(ctx: Context): Promise<SourcedProfile>
  /** A client for one slice, and where the boards answer; undefined: each at its own address. */
  connect(): { http: HttpClient; baseUrl: string | undefined }
}

/** The world as the settings say: with sample boards on, they stand for all three. */
export const thisWorld: World = {
  profile: (ctx) => currentProfile(ctx.files),
  connect() {
    const { sampleBoards } = localParts()
    return {
      http: httpClient(sampleBoards === undefined ? {} : { allowedHosts: ['localhost'], gapMs: 0 }),
      baseUrl: sampleBoards,
    }
  },
}
