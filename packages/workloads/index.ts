// The registry: every workload on one line. Its light half is here at once, its steps when one of them runs.
import type { Registered } from '#queue'
import { housekeeping } from './housekeeping/definition.ts'

export { housekeepingOf } from './housekeeping/definition.ts'

export const registry: readonly Registered[] = [
  { definition: housekeeping, load: () => import('./housekeeping/steps.ts') },
]
