// The job workload as the registry lists it: the nightly search, and the applications that it takes up.
import type { Registered } from '#queue'
import { jobApplication } from './application/definition.ts'
import { jobSearch } from './search/definition.ts'

/** The search alone, for the function that runs at night. */
export const nightlySearch: readonly Registered[] = [
  { definition: jobSearch, load: () => import('./search/steps.ts') },
]

export const jobs: readonly Registered[] = [
  { definition: jobApplication, load: () => import('./application/steps.ts') },
  ...nightlySearch,
]

/** Reading and checking a profile, loaded when somebody asks. */
export const profileTools = () => import('./profile/index.ts')
