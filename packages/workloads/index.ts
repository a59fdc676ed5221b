// The front door of #workloads. It only names what lies elsewhere, so that a bundle takes no more than it uses.
export * from './every.ts'
export { boardModes, profileTools } from './jobs/index.ts'
export { type NightEntry, readNights } from './jobs/night/nights.ts'
export { readNight } from './jobs/night/read.ts'
export type { NightFile } from './jobs/night/table.ts'
export { placementSayings } from './jobs/ranking/placement.ts'
export { workloadPages } from './pages.ts'
export { registry } from './registry.ts'
