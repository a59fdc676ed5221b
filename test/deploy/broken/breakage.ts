// A deployment that is broken on purpose, in one thing.
import type { Edits } from '../offline/copy.ts'

export interface Breakage {
  what: string
  edits: Edits
  /** The check that must notice it, or `refusal` where the command line itself does. */
  by: string
  /** Part of what is said then. */
  says?: string
}

export const refusal = 'the command line refuses'
