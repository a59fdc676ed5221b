// The registry: every capability of every workload.
import type { Registered } from '#queue'
import * as every from './every.ts'

/** Each capability: its light half is here at once, its steps when one of them runs. */
export const registry: readonly Registered[] = Object.values(every).flat()
