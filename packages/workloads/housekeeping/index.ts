// Housekeeping as the registry lists it.
import type { Registered } from '#queue'
import { housekeeping as definition } from './definition.ts'

export const housekeeping: readonly Registered[] = [
  { definition, load: () => import('./steps.ts') },
]
