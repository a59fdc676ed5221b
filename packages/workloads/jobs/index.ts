// The job workload as the registry lists it: the nightly search, and the applications that it takes up.
import type { Registered } from '#queue'
import { jobApplication } from './application/definition.ts'
import { jobSearch } from './search/definition.ts'

/** The search alone, for the function that runs at night. */
export const nightlySearch: readonly Registered[] = [
  { definition: jobSearch, load: () => import('./search/steps.ts') },
]

/** The search first: what it takes up is gone on with in the same tick. */
export const jobs: readonly Registered[] = [
  ...nightlySearch,
  { definition: jobApplication, load: () => import('./application/steps.ts') },
]

/** Reading and checking a profile, loaded when somebody asks. */
export const profileTools = () => import('./profile/index.ts')
