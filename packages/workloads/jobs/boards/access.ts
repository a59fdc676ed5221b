// How the boards are reached: over the public internet, or on the sample boards of `npm start`.
import { type HttpClient, httpClient } from '#clients'
import { localParts } from '#config'

export interface BoardAccess {
  http: HttpClient
  /** Scheme, host and port that stand for every board's API; left out: each board's own. */
  baseUrl?: string
}

/** A client for one slice; `close` it. It may reach this machine only where the sample boards are. */
export function boardAccess(): BoardAccess {
  const { sampleBoards } = localParts()
  if (sampleBoards === undefined) return { http: httpClient() }
  return { http: httpClient({ allowedHosts: ['localhost'], gapMs: 0 }), baseUrl: sampleBoards }
}
