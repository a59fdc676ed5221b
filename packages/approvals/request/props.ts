// What the parts of a request's page are given.
import type { RequestBody } from '#queue'
import type { Fields } from '../web/form.ts'
import type { LoadedRequest } from './load.ts'

/** Where a request stands among those of a sitting. */
export interface Place {
  number: number
  of: number
  /** Where deciding, or leaving it for later, leads. */
  onward: string
}

/** A form that was posted and can't be taken as it is: shown again as it was filled in. */
export interface Filled {
  problem: string
  form: Fields
}

export interface OpenProps {
  loaded: LoadedRequest
  request: RequestBody
  /** Makes the token of a form. */
  token: (scope: string) => string
  place?: Place | undefined
  filled?: Filled | undefined
}

export interface ClosedProps {
  loaded: LoadedRequest
  request: RequestBody | null
  token: (scope: string) => string
  /** How often ticks come. */
  tickSeconds: number
}
