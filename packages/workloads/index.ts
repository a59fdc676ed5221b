// The front door of #workloads: each workload by its name, and the registry of all of them.
import type { Registered } from '#queue'
import * as every from './every.ts'

export * from './every.ts'

/** Every capability: its light half is here at once, its steps when one of them runs. */
export const registry: readonly Registered[] = Object.values(every).flat()
