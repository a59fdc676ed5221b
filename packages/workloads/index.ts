// The registry: every workload on one line. Its light half is here at once, its steps when one of them runs.
import type { Registered } from '#queue'
import { housekeeping } from './housekeeping/definition.ts'
import { jobApplication } from './jobs/application/definition.ts'
import { jobSearch } from './jobs/search/definition.ts'

export { type DayClock, dueToday } from './daily.ts'
export { housekeepingOf } from './housekeeping/definition.ts'
export { type NightEntry, readNights } from './jobs/night/nights.ts'
export { readNight } from './jobs/night/read.ts'
export type { NightFile } from './jobs/night/table.ts'
export { placementSayings } from './jobs/ranking/placement.ts'
export { nightOf } from './jobs/search/definition.ts'

export const registry: readonly Registered[] = [
  { definition: housekeeping, load: () => import('./housekeeping/steps.ts') },
  // The search first: what it takes up is gone on with in the same tick.
  { definition: jobSearch, load: () => import('./jobs/search/steps.ts') },
  { definition: jobApplication, load: () => import('./jobs/application/steps.ts') },
]

/** The pages of workloads, under /workloads/<name>. Loaded where they are served: JSX needs a loader. */
export const workloadPages = [
  { name: 'jobs', title: 'Jobs', load: () => import('./jobs/pages/index.tsx') },
]

/** Reading and checking a profile, loaded when somebody asks. */
export const profileTools = () => import('./jobs/profile/index.ts')

/** Who sends the forms of job boards, loaded when somebody asks or switches it. */
export const boardModes = () => import('./jobs/applications/modes.ts')
