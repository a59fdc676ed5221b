// Every workload, one line each. A function's bundle takes the line that it names and nothing of the others.
export { housekeeping } from './housekeeping/index.ts'
export { jobs } from './jobs/index.ts'
