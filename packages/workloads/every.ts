// Every workload, one line each.
export { housekeeping } from './housekeeping/index.ts'
export { jobs } from './jobs/index.ts'
