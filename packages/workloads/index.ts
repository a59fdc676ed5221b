// The front door of #workloads: each workload by its name, and the registry of all of them.
import type { Registered } from '#queue'
import * as every from './every.ts'

export * from './every.ts'
export { nightlySearch } from './jobs/index.ts'
export { type NightEntry, readNights } from './jobs/night/nights.ts'
export { readNight } from './jobs/night/read.ts'
export type { NightFile } from './jobs/night/table.ts'
export { placementSayings } from './jobs/ranking/placement.ts'

/** Every capability: its light half is here at once, its steps when one of them runs. */
export const registry: readonly Registered[] = Object.values(every).flat()

/** The pages of workloads, under /workloads/<name>. Loaded where they are served: JSX needs a loader. */
export const workloadPages = [
  { name: 'jobs', title: 'Jobs', load: () => import('./jobs/pages/index.tsx') },
]

/** Reading and checking a profile, loaded when somebody asks. */
export const profileTools = () => import('./jobs/profile/index.ts')
