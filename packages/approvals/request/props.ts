// What the parts of a request's page are given.
import type { RequestBody } from '#queue'
import type { LoadedRequest } from './load.ts'

/** Where a request stands among those of a sitting. */
export interface Place {
  number: number
  of: number
  /** Where deciding, or leaving it for later, leads. */
  onward: string
}

export interface OpenProps {
  loaded: LoadedRequest
  request: RequestBody
  /** Makes the token of a form. */
  token: (scope: string) => string
  place?: Place | undefined
}

export interface ClosedProps {
  loaded: LoadedRequest
  request: RequestBody | null
  token: (scope: string) => string
}
