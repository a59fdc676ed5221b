// What only `npm start` knows: where its sample boards answer, and where it keeps its state.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

export interface LocalParts {
  /** Origin of the sample boards, http://localhost:PORT; while it is set they stand for all three boards. */
  sampleBoards?: string
  /** The state folder. */
  stateDir?: string
}

const Origin = z.url({ protocol: /^http$/, hostname: /^localhost$/ })
let parts: LocalParts = {}

/** Called by `npm start` as it learns them; what is left out stays as it was. */
export function setLocalParts(more: LocalParts): void {
  parts = { ...parts, ...more }
}

/**
 * The parts of the running `npm start`; in another process (`countersign work`) those that it is told by
 * COUNTERSIGN_SAMPLE_BOARDS. Throws ConfigError.
 */
export function localParts(): LocalParts {
  const told = process.env.COUNTERSIGN_SAMPLE_BOARDS ?? ''
  if (parts.sampleBoards !== undefined || told === '') return parts
  if (!Origin.safeParse(told).success) {
    throw new ConfigError(
      'COUNTERSIGN_SAMPLE_BOARDS is not a local origin: write it like http://localhost:4748',
    )
  }
  return { ...parts, sampleBoards: new URL(told).origin }
}
